"""How well a transcript agrees with what was spoken: word error rate, and the error of word starts."""

import string
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

import jiwer
import pyarrow.parquet as pq
from transformers.models.whisper.english_normalizer import EnglishTextNormalizer

from stages.core.artifacts import read_json
from stages.core.paths import ROOT

NORMALISE = EnglishTextNormalizer({})
TIMELINES = ROOT / "tools" / "talks" / "timelines"


def speech_rows(transcripts: Path) -> list[dict[str, Any]]:
    """Each recognised talk against its timeline: word error rate, and the error of word starts."""
    rows = []
    for path in sorted(TIMELINES.glob("*.json")):
        segments = pq.read_table(transcripts / f"{path.stem}.parquet").to_pylist()
        if any(segment["time_source"] == "cue" for segment in segments):
            continue  # its captions won over recognition
        lines = read_json(path)["lines"]
        heard = [word for segment in segments for word in segment["words"]]
        errors = start_errors_s([word for line in lines for word in line["words"]], heard)
        rows.append(
            {
                "talk": path.stem,
                "wer": word_error_rate(
                    " ".join(line["text"] for line in lines),
                    " ".join(segment["text"] for segment in segments),
                ),
                "start_error_s": median_abs(errors),
                "words": len(errors),
            }
        )
    return rows


def word_error_rate(spoken: str, transcript: str) -> float:
    """Word error rate after Whisper's English normalisation (case, punctuation, spelt-out numbers).

    >>> word_error_rate("He saw twenty-one birds.", "he saw 21 words")
    0.25
    """
    return float(jiwer.wer(NORMALISE(spoken), NORMALISE(transcript)))


def start_errors_s(spoken: Sequence[dict[str, Any]], heard: Sequence[dict[str, Any]]) -> list[float]:
    """Heard minus spoken start, in seconds, of every word that both sequences have in common.

    Words are aligned by edit distance on their bare, lower-cased text; those misheard have no counterpart.

    >>> start_errors_s([{"text": "Hello,", "start_s": 1.0}], [{"text": "hello", "start_s": 1.25}])
    [0.25]
    """
    left = [bare(word["text"]) for word in spoken]
    right = [bare(word["text"]) for word in heard]
    if not any(left) or not any(right):
        return []
    [chunks] = jiwer.process_words([" ".join(left)], [" ".join(right)]).alignments
    return [
        heard[chunk.hyp_start_idx + i]["start_s"] - spoken[chunk.ref_start_idx + i]["start_s"]
        for chunk in chunks
        if chunk.type == "equal"
        for i in range(chunk.ref_end_idx - chunk.ref_start_idx)
        if heard[chunk.hyp_start_idx + i]["start_s"] is not None
    ]


def bare(word: str) -> str:
    """Lower-cased without punctuation; never empty, so that positions stay in step."""
    return word.lower().strip(string.punctuation + "\u2019\u201c\u201d\u2014 ").replace(" ", "") or "_"


def median_abs(errors: Sequence[float]) -> float | None:
    """Median of absolute values; None when there are none."""
    return median(abs(error) for error in errors) if errors else None
