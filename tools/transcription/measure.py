"""Hear recordings whose words are known with each engine, side by side in one run."""

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import jiwer

from stages.core.artifacts import read_json
from stages.core.paths import DATA, ROOT
from stages.models.audio import SAMPLE_RATE, read_audio
from stages.transcribe.listeners import cores
from stages.transcribe.parts import LONGEST_S
from tools.results.speech import NORMALISE, TIMELINES, median_abs, start_errors_s
from tools.transcription.chosen import MODELS
from tools.transcription.engines import ENGINES, Hear

SPEECH = ROOT.parent / "shared" / "datasets" / "speech"
JFK = (
    "And so, my fellow Americans: ask not what your country can do for you, "
    "ask what you can do for your country."
)


class Spoken(NamedTuple):
    """A recording, or its first `until_s` seconds, and what is said in it."""

    name: str
    path: Path
    real: bool
    text: str | None
    """None where nobody has written it down."""
    words: list[dict[str, Any]]
    until_s: float | None = None


def recordings(every: int) -> list[Spoken]:
    """Talks, and real speech where it is beside the project.

    Args:
        every: take the first of each so many talks by name. Of another that is longer than LONGEST_S, the
            lines that end by then are taken.
    """
    found = []
    for i, path in enumerate(sorted(TIMELINES.glob("*.json"))):
        timeline = read_json(path)
        lines, until_s = timeline["lines"], None
        if i % every:
            if timeline["duration_s"] <= LONGEST_S:
                continue
            until_s = next(line["start_s"] for line in lines if line["end_s"] > LONGEST_S)
            lines = [line for line in lines if line["end_s"] <= until_s]
        found.append(
            Spoken(
                path.stem,
                DATA / "talks" / timeline["media"],
                False,
                " ".join(line["text"] for line in lines),
                [word for line in lines for word in line["words"]],
                until_s,
            )
        )
    if SPEECH.is_dir():
        found.append(Spoken("jfk", SPEECH / "jfk.flac", True, JFK, []))
        found.append(Spoken("two_speakers", SPEECH / "two_speakers.wav", True, None, []))
    return found


def measure(spoken: Sequence[Spoken]) -> list[dict[str, Any]]:
    """One row for each recording, weights and engine: errors, words, and the time taken.

    The engines take turns at going first, on all cores that there are, in one process.
    """
    rows = []
    for model in MODELS:
        hearers: dict[str, Hear] = {name: load(model, cores()) for name, load in ENGINES.items()}
        for i, one in enumerate(spoken):
            samples, starts_s = read_audio(one.path)
            if one.until_s is not None:
                samples = samples[: round((one.until_s - starts_s) * SAMPLE_RATE)]
            for name in sorted(hearers, reverse=bool(i % 2)):
                sys.stderr.write(f"transcription: {model}, {name}, {one.name}\n")
                wall_s, cpu_s = time.perf_counter(), time.process_time()
                text, words = hearers[name](samples)
                wall_s, cpu_s = time.perf_counter() - wall_s, time.process_time() - cpu_s
                heard = [
                    {**word, "start_s": None if word["start_s"] is None else word["start_s"] + starts_s}
                    for word in words
                ]
                errors = start_errors_s(one.words, heard)
                rows.append(
                    {
                        "recording": one.name,
                        "real": one.real,
                        "model": model,
                        "engine": name,
                        "audio_s": len(samples) / SAMPLE_RATE,
                        "wall_s": wall_s,
                        "cpu_s": cpu_s,
                        **({} if one.text is None else word_errors(one.text, text)),
                        "start_error_s": median_abs(errors),
                        "starts": len(errors),
                    }
                )
    return rows


def word_errors(spoken: str, heard: str) -> dict[str, int]:
    """Wrong, missing and extra words, and words spoken, after Whisper's English normalisation.

    >>> word_errors("He saw twenty-one birds.", "he saw 21 words")
    {'errors': 1, 'words': 4}
    """
    found = jiwer.process_words(NORMALISE(spoken), NORMALISE(heard))
    return {
        "errors": found.substitutions + found.deletions + found.insertions,
        "words": found.hits + found.substitutions + found.deletions,
    }
