"""Which per-question values can be compared between runs, and which way is better."""

from collections.abc import Iterable

COUNTS = frozenset({"citations", "exact_citations", "misattributed"})
"""Verdicts that are counts of citations: their measures are shares of citations, not of questions."""

LOWER_IS_BETTER = frozenset(
    {"false_refusal", "false_refusal_evidence_shown", "false_refusal_evidence_not_shown"}
)


def gain(measure: str) -> int:
    """1 if more of the measure is better, -1 if less is.

    >>> gain("correct"), gain("false_refusal")
    (1, -1)
    """
    return -1 if measure in LOWER_IS_BETTER else 1


def comparable(measures: Iterable[str]) -> list[str]:
    """The measures with one value in [0, 1] a question, sorted.

    >>> comparable(["mrr", "citations", "correct"])
    ['correct', 'mrr']
    """
    return sorted(set(measures) - COUNTS)
