"""Settings of evaluate: conf/evaluate."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field

from stages.core.errors import UserError, hint
from stages.core.settings import exact

SECTION = "evaluate"
ENGINES = ("numpy", "scipy", "torch", "transformers")

NDCG_DEPTH = 10
"""The depth of nDCG."""

OF_ANSWERS = (
    "grounded",
    "grounded_normalised",
    "supported",
    "correct",
    "answer_f1",
    "exact_match",
    "citation_precision",
    "misattributed",
    "refusal",
    "false_refusal",
    "false_refusal_evidence_shown",
    "false_refusal_evidence_not_shown",
    "end_to_end",
)
"""Measures of answers with an interval over clusters; that of auroc, aurc and ece is a bootstrap's."""

Positive = Annotated[int, Field(gt=0)]


def retrieval_measures(ks: Sequence[int], budgets_words: Sequence[int]) -> list[str]:
    """The names of all retrieval measures.

    >>> retrieval_measures([], [200])
    ['recall_at_200w', 'coverage_at_200w', 'mrr', 'ndcg_at_10']
    """
    by_rank = ("recall", "any", "coverage", "precision", "iou")
    return [
        *(f"{name}_at_{k}" for k in ks for name in by_rank),
        *(f"{name}_at_{budget}w" for budget in budgets_words for name in ("recall", "coverage")),
        "mrr",
        f"ndcg_at_{NDCG_DEPTH}",
    ]


@exact
@dataclass(frozen=True)
class Claim:
    """A figure that may be claimed, declared before it is known."""

    measure: str
    split: Literal["test"]
    max_half_width: Annotated[float, Field(gt=0, le=0.5)] = 0.05
    """Of the interval over clusters, at the level of the claim."""


@exact
@dataclass(frozen=True)
class Settings:
    """At which depths and budgets to measure, and what may be claimed of it."""

    ks: Annotated[list[Positive], Field(min_length=1)]
    budgets_words: Annotated[list[Positive], Field(min_length=1)]
    bootstrap_samples: Positive
    shown_k: Positive
    """Passages that generate shows: what it cites beyond them was not shown."""
    engines: Mapping[str, str]
    support: str = "lexical"
    """How `supported` is judged: lexical, or a cross-encoder of entailment: a folder or hub name."""
    claims: list[Claim] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Refuse to declare what is not measured, or twice."""
        known = [*retrieval_measures(self.ks, self.budgets_words), *OF_ANSWERS]
        declared = [claim.measure for claim in self.claims]
        for measure in declared:
            if measure not in known:
                meant = hint(measure, known) or f": one of {', '.join(known)}"
                raise UserError(f"evaluate.claims: {measure!r} is no measure that can be claimed{meant}")
            if declared.count(measure) > 1:
                raise UserError(f"evaluate.claims: {measure} is declared twice: keep one")
