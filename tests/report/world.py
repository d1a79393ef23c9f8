"""Small hand-made artifacts: what the report reads."""

from typing import Any

from stages.core.transcripts import Transcript

EVIL = "<script>alert(1)</script>"
TEXT = f"Kelp needs cold water. {EVIL} Bees sleep."
VIDEO = {
    "video_id": "v1",
    "title": f"Talk {EVIL}",
    "media": None,
    "captions": None,
    "url": None,
    "sha256": "0",
}


def word(text: str, char_start: int, start_s: float) -> dict[str, Any]:
    return {
        "text": text,
        "start_s": start_s,
        "end_s": start_s + 1,
        "char_start": char_start,
        "char_end": char_start + len(text),
        "speaker": None,
    }


TALK = Transcript(
    "v1",
    [
        {
            "segment_id": "v1-0",
            "start_s": 0.0,
            "end_s": 100.0,
            "speaker": None,
            "text": TEXT,
            "char_start": 0,
            "char_end": len(TEXT),
            "words": [word("Kelp", 0, 65.0), word("water.", 16, 70.0), word("sleep.", len(TEXT) - 6, 3700.0)],
            "time_source": "aligned",
        }
    ],
)
RESOLVED = {
    "dataset": {"name": "talks", "engines": {}},
    "transcribe": {"model": "asr"},
    "chunk": {"name": "sentence"},
    "embed": {"model": "encoder", "engines": {"torch": "2.8.0"}},
    "retrieve": {"name": "fused"},
    "generate": {"name": "extractive", "k": 5},
}


def span(char_start: int, char_end: int) -> dict[str, Any]:
    return {"video_id": "v1", "char_start": char_start, "char_end": char_end}


def gold(query_id: str, negative_kind: str | None = None, alternatives: Any = None) -> dict[str, Any]:
    if alternatives is None:
        alternatives = [] if negative_kind else [[span(0, 22)]]
    return {
        "query_id": query_id,
        "video_id": "v1",
        "label": "negative" if negative_kind else "answerable",
        "negative_kind": negative_kind,
        "alternatives": alternatives,
        "reference_answer": None,
    }


def answer(query_id: str, state: str = "answered", start: int = 0, end: int = 22) -> dict[str, Any]:
    said = state == "answered"
    citation = {"quote": TEXT[start:end], "start_s": 65.0, "end_s": 71.9, "level": "exact"} | span(start, end)
    return {
        "query_id": query_id,
        "state": state,
        "text": TEXT[start:end] if said else None,
        "confidence": 0.75,
        "reason": None if said else f"because {EVIL}",
        "shown": [span(start, end)],
        "citations": [citation] if said else [],
    }


def figure(value: float | None, n: int = 4, **more: Any) -> dict[str, Any]:
    defined = value is not None
    return {
        "value": value,
        "n": n,
        "hits": round(value * n) if defined else None,
        "low": max(0.0, value - 0.2) if defined else None,
        "high": min(1.0, value + 0.2) if defined else None,
        "cluster_low": max(0.0, value - 0.3) if defined else None,
        "cluster_high": min(1.0, value + 0.3) if defined else None,
        "clusters": 3,
        "deff": 1.5,
        "method": "wilson, clustered",
    } | more


def metrics() -> dict[str, dict[str, Any]]:
    """One split's four files."""
    budget = {"floor": 0.6, "ceiling": 0.9, "informative": False, "uninformative_reason": "a random window"}
    return {
        "summary": {
            "recall_at_5": {"value": 0.75, "low": 0.45, "high": 1.0, "n": 4},
            "grounded": {"value": 1.0, "low": 0.7, "high": 1.0, "n": 4},
            "auroc": {"value": None, "low": None, "high": None, "n": 0},
        },
        "retrieval": {
            "recall_at_1": figure(0.5),
            "recall_at_5": figure(0.75),
            "recall_at_200w": figure(0.8, **budget),
            "mrr": figure(0.6, low=None, high=None),
        },
        "citations": {"grounded": figure(1.0, by_construction=True), "answered": 4, "citations": 4},
        "abstention": {
            "refusal": figure(0.5),
            "false_refusal": figure(0.25),
            "refusal_by_kind": {"near": figure(0.5), "other": figure(0.5)},
            "contamination_by_kind": {"near": figure(None, 0), "other": figure(0.125, 8)},
            "decoys_recognised": figure(0.75),
            "auroc": figure(None, 0),
            "auroc_by_kind": {},
            "states": {"answered": 4},
        },
    }


EMPTY: dict[str, dict[str, Any]] = {name: {} for name in ("summary", "retrieval", "citations", "abstention")}
