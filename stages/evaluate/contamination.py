"""How many of the negatives the video does answer after all, by people's marks of a blind sample."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, StringConstraints, ValidationError

from stages.core.errors import UserError
from stages.evaluate.figures import Figure, proportion
from stages.evaluate.questions import Question

Mark = Literal["answered", "not answered", "malformed", "cannot tell"]
"""What a reader may say of a question and the transcript of the video that it is asked of."""
MARKS: tuple[Mark, ...] = get_args(Mark)


class Marked(BaseModel):
    """One line of metrics/audits/<dataset>.jsonl."""

    model_config = ConfigDict(strict=True, extra="forbid")

    query_id: Annotated[str, StringConstraints(min_length=1)]
    mark: Mark


def agreed(audits: Iterable[Mapping[str, Mark]]) -> dict[str, Mark]:
    """The marks of all audits, by query_id; where two differ, nobody can tell."""
    marks: dict[str, Mark] = {}
    for audit in audits:
        for query_id, mark in audit.items():
            marks[query_id] = mark if marks.get(query_id, mark) == mark else "cannot tell"
    return marks


def marks_of(lines: Iterable[str], where: str) -> dict[str, Mark]:
    """The marks of an audit's lines, by query_id.

    Raises: UserError naming the file `where` and the line that is no mark, or marks a question again.
    """
    marks: dict[str, Mark] = {}
    for number, line in enumerate(lines, start=1):
        try:
            row = Marked.model_validate_json(line)
        except ValidationError:
            raise UserError(
                f"{where}, line {number} is no mark: run `git checkout {where}`, or write "
                "the marks again with `vidwise audit --marks FILE`"
            ) from None
        if row.query_id in marks:
            raise UserError(f"{where} has question {row.query_id} twice, on line {number} again: remove one")
        marks[row.query_id] = row.mark
    return marks


def contamination_figures(questions: Sequence[Question], marks: Mapping[str, Mark]) -> dict[str, Any]:
    """The figures of an audit: contamination of each kind of negative, and how the reader did on the decoys.

    contamination is the share of a kind's marked negatives that are marked answered, those left aside that
    nobody could tell; how many got each mark stands beside it. decoys_recognised is the share of the marked
    answerable questions that are marked answered: what this reader's "not answered" is worth.
    Both have n = 0 where nothing was audited.

    Args:
        questions: of the split.
        marks: by query_id.
    """
    kinds = sorted({question.negative_kind for question in questions if question.negative_kind is not None})
    decoys = [question for question in questions if question.answerable and question.query_id in marks]
    return {
        "contamination_by_kind": {
            kind: contamination([q for q in questions if q.negative_kind == kind], marks) for kind in kinds
        },
        "decoys_recognised": share_answered(decoys, marks),
    }


def contamination(negatives: Sequence[Question], marks: Mapping[str, Mark]) -> Figure:
    """The share of the negatives that are marked answered, and the count of each mark."""
    counts = Counter(marks[question.query_id] for question in negatives if question.query_id in marks)
    told = [q for q in negatives if marks.get(q.query_id, "cannot tell") != "cannot tell"]
    return share_answered(told, marks) | {"marks": {mark: counts[mark] for mark in MARKS}}


def share_answered(questions: Sequence[Question], marks: Mapping[str, Mark]) -> Figure:
    """The share of marked questions that are marked answered, clustered by video."""
    hits = [float(marks[question.query_id] == "answered") for question in questions]
    return proportion(hits, [question.cluster for question in questions])
