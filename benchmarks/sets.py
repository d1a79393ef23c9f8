"""The question sets that retrieval is compared on."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

BUDGETS_WORDS = (200, 400, 800)


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
    cut_like: str | None = None
    """The set of the same articles on whose dev split the peers' cutting is chosen, if not on its own."""


def spoken_squad(variant: str, target: str, cut_like: str | None) -> QuestionSet:
    """The same articles and questions, at one word error rate."""
    name = f"spoken_squad_{variant}"
    overrides = {"variant": variant}
    return QuestionSet(name, "spoken_squad", (200, 400), target, overrides, cut_like is None, cut_like)


SETS = {
    chosen.name: chosen
    for chosen in (
        QuestionSet("tutorialvqa", "tutorialvqa", (200, 400), "non-inferior", in_corpus=True),
        QuestionSet("qmsum", "qmsum", (400, 800), "non-inferior"),
        spoken_squad("wer23", "non-inferior", None),
        spoken_squad("wer44", "superior", "spoken_squad_wer23"),
        spoken_squad("wer54", "superior", "spoken_squad_wer23"),
        QuestionSet("chroma_chunking", "chroma_chunking", (200, 400), None),
    )
}
