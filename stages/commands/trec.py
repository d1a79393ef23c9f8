"""A split as TREC files, by which trec_eval and ir_measures get the figures that we get."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

if TYPE_CHECKING:
    from stages.evaluate.documents import Document
    from stages.evaluate.passages import Passage
    from stages.evaluate.questions import Question
    from stages.evaluate.regions import VideoSpan

TAG = "vidwise"
NOTHING = "nothing"
"""Stands for a passage that no run has: trec_eval passes over a question without a relevant one."""


class Trec(NamedTuple):
    """Lines of the three files."""

    run: list[str]
    """query, Q0, passage, rank, score, tag. Scores fall with the rank, since trec_eval ranks by them."""
    qrels: list[str]
    """query, 0, passage, 1 for each passage that touches the gold of an answerable question."""
    recall_qrels: list[str]
    """The same for the one passage with which the ranking has covered half of the gold: recall@k, exactly."""


def trec(
    questions: "Sequence[Question]",
    passages: "Mapping[str, Sequence[Passage]]",
    chunks: "Mapping[str, Sequence[VideoSpan]]",
    documents: "Mapping[str, Document]",
) -> Trec:
    """Write down what was delivered and what is relevant, for a program that knows passages by name only.

    Args:
        questions: of the split; those without gold have a run and no qrels.
        passages: what was delivered, by query_id.
        chunks: the spans of all chunks by video_id, each once.
        documents: by video_id.
    """
    from stages.evaluate.ranks import first_touches
    from stages.evaluate.retrieval import relevant_chunks

    lines = Trec([], [], [])
    for question in questions:
        found = passages.get(question.query_id, ())
        names = names_by_rank(found)
        lines.run.extend(
            f"{question.query_id} Q0 {name} {rank} {len(names) + 1 - rank} {TAG}"
            for rank, name in enumerate(names, start=1)
        )
        if not question.answerable:
            continue
        touches = first_touches(found, question.alternatives, documents)
        relevant = {passage.span for passage in touches}
        relevant.update(relevant_chunks(question, touches, chunks, documents))
        for name in sorted(map(passage_name, relevant)) or [NOTHING]:
            lines.qrels.append(f"{question.query_id} 0 {name} 1")
        rank = rank_of_hit(question, found, documents)
        lines.recall_qrels.append(f"{question.query_id} 0 {names[rank - 1] if rank else NOTHING} 1")
    return lines


def passage_name(span: "VideoSpan") -> str:
    """A passage's name: video and characters, without white space.

    >>> passage_name(("my talk", 0, 9))
    'my%20talk:0-9'
    """
    video_id, char_start, char_end = span
    return f"{quote(video_id)}:{char_start}-{char_end}"


def names_by_rank(passages: "Sequence[Passage]") -> list[str]:
    """What stands at each rank from 1 to the last.

    A passage that comes again gets a name of its own, as does a rank that delivered nothing: a program that
    takes the passages in order has each at its rank.
    """
    names: list[str] = []
    for passage in passages:
        names += [f"{NOTHING}:{rank}" for rank in range(len(names) + 1, passage.rank)]
        name = passage_name(passage.span)
        names.append(f"{name}:again-{passage.rank}" if name in names else name)
    return names


def rank_of_hit(
    question: "Question", passages: "Sequence[Passage]", documents: "Mapping[str, Document]"
) -> int | None:
    """The rank at which the passages so far have covered enough of the gold; None if they never do."""
    from stages.evaluate.coverage import ENOUGH, coverage
    from stages.evaluate.passages import top
    from stages.evaluate.regions import region

    for passage in passages:
        found = region(top(passages, passage.rank))
        if coverage(question.alternatives, found, documents) >= ENOUGH:
            return passage.rank
    return None
