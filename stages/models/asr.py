"""Speech recognition: whisperX with Whisper weights, and word times from the same weights.

whisperX takes word times from an aligner whose weights only a hub has. Here they come from the attention
of Whisper's own decoder, forced over the text that whisperX has heard.
"""

import io
import logging
import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import Any, TypedDict

from stages.core.errors import UserError
from stages.models.audio import SAMPLE_RATE, Samples
from stages.models.pauses import without_pauses
from stages.models.weights import find_weights

REVISION = 3
"""Part of every cache key: raise it when what `hear` returns for the same input changes."""

FRAMES_PER_S = 100
WINDOW_SAMPLES = 30 * SAMPLE_RATE  # what Whisper's encoder takes
MAX_TEXT_TOKENS = 440  # the decoder has 448 positions; some are for its start sequence


class Word(TypedDict):
    """A word with the white space before it, or a mark; seconds from the start of the samples."""

    text: str
    start_s: float
    end_s: float


class Chunk(TypedDict):
    """What was heard in one stretch of up to 30 s. `words` is empty where they cannot be aligned."""

    start_s: float
    end_s: float
    text: str
    words: list[Word]


def asr_weights(name: str) -> Path:
    """The folder of Whisper weights that a config names; a hub name must be in the local hub cache."""
    found = find_weights(name)
    if Path(found).is_dir():
        return Path(found)
    from faster_whisper.utils import download_model

    try:
        return Path(download_model(found, local_files_only=True))
    except Exception as error:  # the hub's many kinds; all mean that it is not there
        raise UserError(
            f"conf/transcribe: model {name} is not in the local hub cache ({type(error).__name__}): "
            "fetch it there, or name a folder or package:<import name>/<folder>"
        ) from None


class Recogniser:
    """Whisper weights, loaded: English or multilingual, on the CPU, at temperature 0."""

    def __init__(self, folder: Path, language: str, vad: str, compute_type: str, batch_size: int) -> None:
        """Load the weights of `folder` (CTranslate2 form).

        Args:
            folder: as `asr_weights` gives it.
            language: ISO 639 code of what is spoken; English-only weights hear English whatever it is.
            vad: pyannote or silero, which finds the stretches with speech.
            compute_type: of CTranslate2.
            batch_size: stretches decoded at once.
        """
        self.batch_size = batch_size
        with quiet():
            from faster_whisper.tokenizer import _LANGUAGE_CODES
            from whisperx.asr import load_model

            if language not in _LANGUAGE_CODES:
                raise UserError(
                    f"transcribe.language: Whisper does not know {language!r}: use a code such as en"
                )
            # One temperature: the others, to which Whisper falls back, are sampled: no two runs agree.
            self.pipeline = load_model(
                str(folder),
                device="cpu",
                compute_type=compute_type,
                vad_model=detector(vad),
                language=language,
                asr_options={"temperatures": [0.0]},
                threads=os.cpu_count() or 1,
            )
        self.multilingual = bool(self.pipeline.model.model.is_multilingual)
        self.language = language if self.multilingual else "en"

    def hear(self, samples: Samples) -> list[Chunk]:
        """Transcribe mono samples at SAMPLE_RATE; silence gives no chunks.

        Finding speech runs on one torch thread: its steps are so small that two threads took nine times as
        long here as one, and the result does not depend on the machine's cores.
        """
        import torch

        with quiet():
            torch.set_num_threads(1)
            heard = self.pipeline.transcribe(samples, batch_size=self.batch_size, language=self.language)
            return [self.aligned(samples, row) for row in heard["segments"]]

    def aligned(self, samples: Samples, row: dict[str, Any]) -> Chunk:
        """One of whisperX's segments with the times of its words."""
        start_s, end_s, text = float(row["start"]), float(row["end"]), str(row["text"])
        chunk: Chunk = {"start_s": start_s, "end_s": end_s, "text": text, "words": []}
        tokenizer = self.pipeline.tokenizer
        tokens = tokenizer.encode(text)
        stretch = samples[int(start_s * SAMPLE_RATE) : int(end_s * SAMPLE_RATE)][:WINDOW_SAMPLES]
        if not tokens or len(tokens) > MAX_TEXT_TOKENS or not len(stretch):
            return chunk
        frames = len(stretch) * FRAMES_PER_S // SAMPLE_RATE
        (words,) = self.pipeline.model.find_alignment(tokenizer, [tokens], self.encoded(stretch), frames)
        spans = without_pauses([(float(word["start"]), float(word["end"])) for word in words], stretch)
        chunk["words"] = [
            {"text": word["word"], "start_s": round(start_s + first, 3), "end_s": round(start_s + last, 3)}
            for word, (first, last) in zip(words, spans, strict=True)
        ]
        return chunk

    def encoded(self, stretch: Samples) -> Any:
        """The encoder's output for up to 30 s of samples."""
        from whisperx.audio import log_mel_spectrogram

        mels = self.pipeline.model.feat_kwargs.get("feature_size") or 80
        features = log_mel_spectrogram(stretch, n_mels=mels, padding=WINDOW_SAMPLES - len(stretch))
        return self.pipeline.model.encode(features.numpy())


def detector(vad: str) -> Any:
    """What finds the stretches with speech: for pyannote None, whisperX's own, whose weights it carries."""
    if vad == "pyannote":
        return None
    from stages.models.silero import bundled_silero

    return bundled_silero()


@contextmanager
def quiet() -> Iterator[None]:
    """Silence the engines' warnings, notices and prints, not errors: they are not about the user's data."""
    before = logging.root.manager.disable
    logging.disable(logging.WARNING)
    try:
        with warnings.catch_warnings(), redirect_stdout(io.StringIO()):
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(before)
