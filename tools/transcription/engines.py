"""The two ways to hear a recording that are compared: ours, and plain faster-whisper on the same weights."""

from collections.abc import Callable
from typing import Any, NamedTuple

from stages.models.asr import Recogniser, asr_weights, quiet
from stages.models.audio import Samples
from stages.transcribe.heard import heard_segments
from stages.transcribe.recordings import engine_of
from stages.transcribe.transcript import transcript_rows
from tools.transcription.chosen import settings


class Transcript(NamedTuple):
    """A text, and its words as {"text", "start_s"}."""

    text: str
    words: list[dict[str, Any]]


Hear = Callable[[Samples], Transcript]


def ours(model: str, threads: int) -> Hear:
    """The recogniser of the stage, and all that the stage does with what it hears."""
    conf = settings(model)
    recogniser = Recogniser(engine_of(conf), threads)

    def hear(samples: Samples) -> Transcript:
        heard = recogniser.hear(samples, conf.language)
        rows = transcript_rows(heard_segments([(0.0, heard)], 0.0, conf))
        return Transcript(
            " ".join(row["text"] for row in rows), [word for row in rows for word in row["words"]]
        )

    return hear


def faster_whisper(model: str, threads: int) -> Hear:
    """Plain faster-whisper with word times, its own settings but for the temperature: others are sampled."""
    from faster_whisper import WhisperModel

    conf = settings(model)
    whisper = WhisperModel(
        str(asr_weights(conf.model)), device="cpu", compute_type=conf.compute_type, cpu_threads=threads
    )

    def hear(samples: Samples) -> Transcript:
        with quiet():
            found, _ = whisper.transcribe(
                samples, language=conf.language, temperature=0.0, word_timestamps=True
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
