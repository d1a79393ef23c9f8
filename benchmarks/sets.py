"""The question sets that retrieval is compared on."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from stages.retrieve.choosing import BUDGETS_WORDS as BUDGETS_WORDS  # by which `tune` chooses too


@dataclass(frozen=True)
class QuestionSet:
    """A dataset, or a variant of one, and what is wanted of the project there."""

    name: str
    dataset: str
    judged_at_words: tuple[int, int]
    """The budgets of the target."""
    target: str | None
    """non-inferior or superior to the best peer; None: reported only."""
    overrides: Mapping[str, Any] = field(default_factory=dict)
    """Of the section `dataset`."""
    in_corpus: bool = False
    """Whether its questions are asked of all videos at once as well."""


def spoken_squad(variant: str, target: str, in_corpus: bool = False) -> QuestionSet:
    """The same articles and questions, at one word error rate."""
    overrides = {"variant": variant}
    return QuestionSet(f"spoken_squad_{variant}", "spoken_squad", (200, 400), target, overrides, in_corpus)


SETS = {
    chosen.name: chosen
    for chosen in (
        QuestionSet("tutorialvqa", "tutorialvqa", (200, 400), "non-inferior", in_corpus=True),
        QuestionSet("qmsum", "qmsum", (400, 800), "non-inferior"),
        spoken_squad("wer23", "non-inferior", in_corpus=True),
        spoken_squad("wer44", "superior"),
        spoken_squad("wer54", "superior"),
        QuestionSet("chroma_chunking", "chroma_chunking", (200, 400), None),
    )
}
