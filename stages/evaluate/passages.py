"""What retrieval delivered for a question, in the order in which it counts."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, groupby
from operator import itemgetter
from typing import Any, NamedTuple

from stages.evaluate.documents import Document
from stages.evaluate.regions import VideoSpan

MAX_RANK = 50
"""Ranks below it deliver nothing: all are judged on lists of the same length."""


class Passage(NamedTuple):
    """A delivered span and its rank, from 1."""

    rank: int
    video_id: str
    char_start: int
    char_end: int

    @property
    def span(self) -> VideoSpan:
        """Where it stands."""
        return self.video_id, self.char_start, self.char_end


def delivered(rows: Iterable[Mapping[str, Any]], documents: Mapping[str, Document]) -> list[Passage]:
    """One question's rows of `records.RANKINGS` as passages, by rank.

    The order of the rows does not matter, and each has a rank of its own: two rows of rank 1 take ranks 1 and
    2, so that a row too many can only push others down. A row whose span is not of its transcript delivers
    nothing, and keeps its rank.
    """
    ordered = sorted((row["rank"], row["video_id"], row["char_start"], row["char_end"]) for row in rows)
    _, *ranks = accumulate((rank for rank, *_ in ordered), lambda last, rank: max(last + 1, rank), initial=0)
    placed = [Passage(rank, *span) for rank, (_, *span) in zip(ranks, ordered, strict=True)]
    return [
        passage
        for passage in placed
        if passage.rank <= MAX_RANK
        and passage.video_id in documents
        and documents[passage.video_id].holds(passage.char_start, passage.char_end)
    ]


def chunk_spans(rows: Iterable[Mapping[str, Any]]) -> dict[str, list[VideoSpan]]:
    """The spans of rows of `records.CHUNKS` by video_id, each once, in order.

    >>> chunk_spans([{"video_id": "v", "char_start": 0, "char_end": 9}] * 2)
    {'v': [('v', 0, 9)]}
    """
    spans = sorted({(row["video_id"], row["char_start"], row["char_end"]) for row in rows})
    return {video_id: list(found) for video_id, found in groupby(spans, itemgetter(0))}


def top(passages: Sequence[Passage], k: int) -> list[VideoSpan]:
    """The spans of ranks 1 to k."""
    return [passage.span for passage in passages if passage.rank <= k]


def within_budget(
    passages: Sequence[Passage], budget_words: int, documents: Mapping[str, Document]
) -> list[VideoSpan]:
    """The spans of the first `budget_words` words delivered, the last span cut.

    Every delivered word counts, also when it was delivered before: a reader would read it again.

    >>> passages = [Passage(1, "v", 0, 8), Passage(2, "v", 4, 15)]
    >>> within_budget(passages, 4, {"v": Document("The kiln is hot")})
    [('v', 0, 8), ('v', 4, 11)]
    """
    spans: list[VideoSpan] = []
    left = budget_words
    for passage in passages:
        if left == 0:
            break
        document = documents[passage.video_id]
        first, last = document.word_range(passage.char_start, passage.char_end)
        taken = min(left, last - first)
        end = passage.char_end if taken == last - first else int(document.words[first + taken - 1, 1])
        spans.append((passage.video_id, passage.char_start, end))
        left -= taken
    return spans
