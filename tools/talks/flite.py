"""The voices of flite (system library 2.2), through its C interface."""

import ctypes
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tools.talks.speech import SAMPLE_RATE, Speech, Word, level

_FIRST_PHONE = b"daughter1.R:SylStructure.daughter1.daughter1.R:Segment.p.end"
_LAST_PHONE = b"daughtern.R:SylStructure.daughtern.daughtern.R:Segment.end"


class _Wave(ctypes.Structure):
    """cst_wave of cst_wave.h."""

    _fields_ = (
        ("type", ctypes.c_char_p),
        ("sample_rate", ctypes.c_int),
        ("num_samples", ctypes.c_int),
        ("num_channels", ctypes.c_int),
        ("samples", ctypes.POINTER(ctypes.c_short)),
    )


@cache
def _library() -> ctypes.CDLL:
    library = ctypes.CDLL("libflite.so.1", mode=ctypes.RTLD_GLOBAL)
    for part in ("libflite_cmulex.so.1", "libflite_usenglish.so.1"):  # the voices look for their symbols
        ctypes.CDLL(part, mode=ctypes.RTLD_GLOBAL)
    pointer, text = ctypes.c_void_p, ctypes.c_char_p
    for name, result, arguments in (
        ("flite_init", ctypes.c_int, []),
        ("flite_synth_text", pointer, [text, pointer]),
        ("utt_wave", ctypes.POINTER(_Wave), [pointer]),
        ("utt_relation", pointer, [pointer, text]),
        ("relation_head", pointer, [pointer]),
        ("item_next", pointer, [pointer]),
        ("flite_ffeature_float", ctypes.c_float, [pointer, text]),
        ("delete_utterance", None, [pointer]),
    ):
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    library.flite_init()
    return library


@cache
def _voice(name: str) -> Any:
    _library()
    register = getattr(ctypes.CDLL(f"libflite_cmu_us_{name}.so.1"), f"register_cmu_us_{name}")
    register.restype, register.argtypes = ctypes.c_void_p, [ctypes.c_void_p]
    return register(None)


def speak_flite(voice: str, text: str) -> Speech:
    """Speaks with flite.

    Args:
        voice: name of a voice of the library: slt, rms or awb.
        text: one sentence, numbers spelt out.

    Returns:
        The speech; word times come from the engine's own phone durations.

    Raises:
        ValueError: if the engine parted the sentence otherwise than at white space.
    """
    library = _library()
    ctypes.CDLL(None).srand(1)  # the vocoder's breath draws on C's rand()
    utterance = library.flite_synth_text(text.encode(), _voice(voice))
    wave = library.utt_wave(utterance).contents
    samples = np.ctypeslib.as_array(wave.samples, shape=(wave.num_samples,)).astype(np.float32) / 32_768.0
    rate = wave.sample_rate
    spans = []
    token = library.relation_head(library.utt_relation(utterance, b"Token"))
    while token:
        ends = [library.flite_ffeature_float(token, path) for path in (_FIRST_PHONE, _LAST_PHONE)]
        spans.append([round(end_s * SAMPLE_RATE) for end_s in ends])
        token = library.item_next(token)
    library.delete_utterance(utterance)
    if len(spans) != len(text.split()):
        raise ValueError(f"flite made {len(spans)} words of {text!r}")
    words = [Word(word, start, end) for word, (start, end) in zip(text.split(), spans, strict=True)]
    return Speech(level(_resampled(samples, rate)), words)


def _resampled(samples: NDArray[np.float32], rate: int) -> NDArray[np.float32]:
    """Band-limited, through the spectrum; a sentence begins and ends in silence, so its wrap is not heard."""
    count = round(len(samples) * SAMPLE_RATE / rate)
    return (np.fft.irfft(np.fft.rfft(samples), count) * (count / len(samples))).astype(np.float32)
