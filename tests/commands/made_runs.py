"""Runs made by hand: eight videos, two answerable questions and one negative each."""

from collections.abc import Mapping

from stages.commands.runs import Run

VIDEOS = tuple("abcdefgh")
ANSWERABLE = tuple(f"{video}{i}" for video in VIDEOS for i in (1, 2))
NEGATIVE = tuple(f"{video}-" for video in VIDEOS)


def gold_row(query_id: str) -> dict:
    negative = query_id in NEGATIVE
    return {
        "query_id": query_id,
        "video_id": query_id[0],
        "label": "negative" if negative else "answerable",
        "negative_kind": "other-video" if negative else None,
        "alternatives": [] if negative else [[{"video_id": query_id[0], "char_start": 0, "char_end": 4}]],
        "reference_answer": None,
    }


def made_run(
    name: str,
    wrong: str = "",
    *,
    dataset: str = "talks",
    without: str = "",
    max_tokens: int = 96,
    values: Mapping[str, Mapping[str, float]] | None = None,
    code: str = "1",
) -> Run:
    """A run that answers every question right but those in `wrong`, and was not asked those in `without`."""
    asked = [q for q in (*ANSWERABLE, *NEGATIVE) if q not in without.split()]
    right = {q: float(q not in wrong.split()) for q in asked}
    answerable = [q for q in asked if q in ANSWERABLE]
    correct = {q: right[q] for q in answerable}
    return Run(
        name=name,
        split="dev",
        settings={
            "dataset": {"name": dataset},
            "chunk": {"name": "sentence", "max_tokens": max_tokens},
            "retrieve": {"name": "fused"},
        },
        gold={q: gold_row(q) for q in asked},
        values=values
        or {
            "correct": correct,
            "recall_at_200w": correct,
            "recall_at_5": correct,
            "false_refusal": {q: 1 - right[q] for q in answerable},
            "end_to_end": right,
            "citations": dict.fromkeys(asked, 3.0),
        },
        metrics={"retrieval": {"recall_at_200w": {"informative": True}}},
        evaluated_by={"stages/evaluate": code},
    )
