"""Each question with its gold, what was said, and how it came out; failures first."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from stages.core.spans import overlap
from stages.core.transcripts import Transcript

GAP = " … "
"""Stands between the spans of one alternative."""

SHOW_ALL = 300
SHOW_FAILURES = 150


@dataclass(frozen=True)
class Quotation:
    """Words of a video, and when they are said."""

    text: str
    title: str
    start_s: float | None
    end_s: float | None
    link: str | None
    note: str = ""


@dataclass(frozen=True)
class Outcome:
    """One question as the page shows it."""

    query_id: str
    split: str
    text: str
    right: bool
    verdict: str
    gold: tuple[Quotation, ...]
    reference_answer: str | None
    state: str
    answer: str | None
    reason: str | None
    confidence: float | None
    citations: tuple[Quotation, ...]


@dataclass(frozen=True)
class Corpus:
    """What questions are about: transcripts and rows of records.MANIFEST, by video_id."""

    transcripts: Mapping[str, Transcript]
    videos: Mapping[str, Mapping[str, Any]]

    def quotation(self, spans: Sequence[Mapping[str, Any]]) -> Quotation:
        """The words of one or more spans, from the start of the first to the end of the last."""
        first, last = spans[0], spans[-1]
        texts = [self.transcripts[s["video_id"]].text[s["char_start"] : s["char_end"]] for s in spans]
        start_s, _ = self.transcripts[first["video_id"]].times(first["char_start"], first["char_end"])
        _, end_s = self.transcripts[last["video_id"]].times(last["char_start"], last["char_end"])
        title, link = self.title(first["video_id"]), self.link(first["video_id"], start_s)
        return Quotation(GAP.join(texts), title, start_s, end_s, link)

    def cited(self, citation: Mapping[str, Any]) -> Quotation:
        """A citation as it was emitted, placed or not."""
        video_id, start_s = citation["video_id"], citation["start_s"]
        note = "" if citation["level"] == "exact" else citation["level"]
        link = self.link(video_id, start_s)
        return Quotation(citation["quote"], self.title(video_id), start_s, citation["end_s"], link, note)

    def title(self, video_id: str | None) -> str:
        """The video's title, or its id."""
        return str(self.videos.get(video_id or "", {}).get("title") or video_id or "nowhere")

    def link(self, video_id: str | None, start_s: float | None) -> str | None:
        """Where the video can be watched from there; only the web's own schemes are linked to."""
        url = str(self.videos.get(video_id or "", {}).get("url") or "")
        if not url.startswith(("https://", "http://")):
            return None
        return url if start_s is None or "#" in url else f"{url}#t={int(start_s)}"


def outcome(
    split: str,
    gold: Mapping[str, Any],
    text: str,
    answer: Mapping[str, Any],
    values: Mapping[str, float],
    corpus: Corpus,
) -> Outcome:
    """Bring together one question's rows of records.GOLD and ANSWERS and its verdicts by measure."""
    right = values.get("end_to_end") == 1
    return Outcome(
        query_id=gold["query_id"],
        split=split,
        text=text,
        right=right,
        verdict=verdict(gold, answer, right),
        gold=tuple(corpus.quotation(spans) for spans in gold["alternatives"] if spans),
        reference_answer=gold["reference_answer"],
        state=answer["state"],
        answer=answer["text"],
        reason=answer["reason"],
        confidence=answer["confidence"],
        citations=tuple(corpus.cited(citation) for citation in answer["citations"]),
    )


def verdict(gold: Mapping[str, Any], answer: Mapping[str, Any], right: bool) -> str:
    """How a question came out, in words."""
    if answer["state"] == "failed":
        return "no answer: the generator failed"
    if gold["label"] != "answerable":
        kind = f" ({gold['negative_kind']})" if gold["negative_kind"] else ""
        return ("refused, rightly" if right else "answered, though the video does not say it") + kind
    if right:
        return "answered, rightly"
    if not gold["alternatives"]:
        return "the transcript has lost the gold"
    wrong = "refused, though the video says it" if answer["state"] == "refused" else "answered, wrongly"
    where = "among" if shows_gold(gold["alternatives"], answer["shown"]) else "not among"
    return f"{wrong}; gold {where} the passages shown"


def shows_gold(
    alternatives: Iterable[Iterable[Mapping[str, Any]]], shown: Iterable[Mapping[str, Any]]
) -> bool:
    """Whether the passages shown touch any gold span."""
    passages: dict[str, list[tuple[int, int]]] = {}
    for span in shown:
        passages.setdefault(span["video_id"], []).append((span["char_start"], span["char_end"]))
    return any(
        overlap([(span["char_start"], span["char_end"])], passages.get(span["video_id"], []))
        for alternative in alternatives
        for span in alternative
    )


def chosen(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """Failures first, dev before test; of many questions, only the first failures."""
    ordered = sorted(outcomes, key=lambda one: (one.right, one.split, one.query_id))
    if len(ordered) <= SHOW_ALL:
        return ordered
    return [one for one in ordered if not one.right][:SHOW_FAILURES]
