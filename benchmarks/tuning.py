"""Each peer is tuned on dev: its pieces cut, embedded, searched and judged for every choice of the grid."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any

from benchmarks.judging import mean_coverage, values
from benchmarks.peers.choices import Cutting, Peer
from benchmarks.peers.environment import cut
from benchmarks.search import SEARCHES, Piece, Searched
from benchmarks.vectors import PeerEncoder
from benchmarks.world import World
from stages.evaluate.passages import Passage
from stages.evaluate.questions import Question

DEV_WORDS = 60_000
"""Of the dev split at most so many words are searched in tuning (in whole videos): embedding them for every
choice of every peer is what the benchmarks cost."""

OVERLAPPED = 2
"""Sizes that are tried with overlap as well."""


@dataclass(frozen=True)
class Chosen:
    """What dev chose for a peer, and the dev figures of all that was tried."""

    cutting: Cutting
    search: str
    tried: Sequence[Mapping[str, Any]]
    """cutting, search and the mean coverage over the budgets, in the order tried."""


def sample(questions: Sequence[Question], world: World) -> list[Question]:
    """The questions of as many videos, in an order that means nothing, as hold no more than DEV_WORDS words.

    The first video is always in. The order is that of a hash: ids begin with the kind of a meeting.
    """

    def drawn(question: Question) -> str:
        return hashlib.sha256(question.cluster.encode()).hexdigest()

    kept: list[Question] = []
    words = 0
    for video_id, asked in groupby(sorted(questions, key=drawn), attrgetter("cluster")):
        words += len(world.documents[video_id].words)
        if kept and words > DEV_WORDS:
            break
        kept += asked
    return sorted(kept, key=attrgetter("query_id"))


def ranked_by(
    cutting: Cutting,
    searches: Iterable[str],
    questions: Sequence[Question],
    world: World,
    encoder: PeerEncoder,
) -> tuple[dict[str, dict[str, list[Passage]]], float]:
    """The passages of each question in its own video, by search; and the share of unread tokens."""
    videos = sorted({question.cluster for question in questions})
    documents = {video_id: world.documents[video_id].text for video_id in videos}
    [pieces], _, _ = cut(documents, [cutting.as_job()])
    flat = [piece for video_id in videos for piece in pieces[video_id]]
    texts = [documents[piece.video_id][piece.char_start : piece.char_end] for piece in flat]
    vectors = encoder.encode(texts, f"{cutting.splitter} {cutting.size or cutting.window}/{cutting.overlap}")
    asked = encoder.encode([world.texts[question.query_id] for question in questions], "questions")
    of_video: dict[str, Searched] = {}
    first = 0
    for video_id in videos:
        last = first + len(pieces[video_id])
        of_video[video_id] = Searched(flat[first:last], texts[first:last], vectors[first:last])
        first = last
    found = {
        search: {
            question.query_id: passages(
                of_video[question.cluster].search(search, world.texts[question.query_id], vector)
            )
            for question, vector in zip(questions, asked, strict=True)
        }
        for search in searches
    }
    return found, encoder.unread(texts)


def passages(pieces: Sequence[Piece]) -> list[Passage]:
    """What the pieces deliver, ranked in their order."""
    return [
        Passage(rank, piece.video_id, piece.shown_start, piece.shown_end)
        for rank, piece in enumerate(pieces, start=1)
    ]


def tune(
    peer: Peer,
    questions: Sequence[Question],
    world: World,
    encoder: PeerEncoder,
) -> Chosen:
    """Choose a peer's cutting and search by mean coverage on dev.

    Every size is tried without overlap, then the two best with overlap; each dense and fused.

    Args:
        peer: whose grid.
        questions: of the dev sample.
        world: of the set.
        encoder: for pieces and questions.
    """
    tried: list[dict[str, Any]] = []

    def measure(candidates: Iterable[Cutting]) -> None:
        for cutting in candidates:
            ranked, _ = ranked_by(cutting, SEARCHES, questions, world, encoder)
            for search in SEARCHES:
                score = mean_coverage(values(ranked[search], questions, world.documents))
                tried.append({"cutting": cutting, "search": search, "coverage": score})

    def best_first() -> list[dict[str, Any]]:
        return sorted(tried, key=lambda one: -one["coverage"])

    measure(peer.first)
    if len(peer.first) > 1:
        measure(peer.then(list(dict.fromkeys(one["cutting"] for one in best_first()))[:OVERLAPPED]))
    top = best_first()[0]
    return Chosen(top["cutting"], top["search"], tried)
