"""Runs B against run A, measure by measure: what `vidwise compare` shows and judges."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from stages.commands.pairing import Pairing, caveats
from stages.commands.runs import Run
from stages.evaluate.gains import gain
from stages.evaluate.paired import Difference, paired_together

HEADLINES = ("end_to_end", "correct", "refusal", "false_refusal")
MIN_FLIPPED_VIDEOS = 6
"""Differences in fewer videos than this tell little of those in others: there intervals are too short."""


@dataclass(frozen=True)
class Comparison:
    """One measure of all runs."""

    measure: str
    means: tuple[float | None, ...]
    """Of A and each B, over the questions that all have a value of."""
    differences: tuple[Difference, ...]
    """B - A for each B."""
    same_questions: bool
    """Whether the measure is over the same questions in every run."""

    @property
    def less_is_better(self) -> bool:
        """Whether a fall is a gain."""
        return gain(self.measure) < 0

    def worst_case(self, i: int) -> float | None:
        """The lower end of the i-th B's gain over A."""
        difference = self.differences[i]
        if self.less_is_better:
            return None if difference.high is None else -difference.high
        return difference.low

    def better_and_worse(self, i: int) -> tuple[int, int]:
        """How many questions the i-th B does better, and worse, than A."""
        up, down = self.differences[i].up, self.differences[i].down
        return (down, up) if self.less_is_better else (up, down)


def comparison(runs: Sequence[Run], pairing: Pairing, measure: str) -> Comparison:
    """Compare all runs but the first with the first."""
    query_ids = pairing.over(runs, measure)
    columns = [np.array(pairing.column(run, measure, query_ids)) for run in runs] if query_ids else []
    return Comparison(
        measure=measure,
        means=tuple(float(column.mean()) for column in columns) or (None,) * len(runs),
        differences=tuple(
            paired_together(
                np.column_stack([column - columns[0] for column in columns[1:]])
                if columns
                else np.zeros((0, len(runs) - 1)),
                [pairing.clusters[query_id] for query_id in query_ids],
            )
        ),
        same_questions=pairing.same_questions(runs, measure),
    )


def headlines(names: Iterable[str]) -> list[str]:
    """The measures compared by default, of those there are: over fixed questions, retrieval at equal words.

    Of the word budgets the smallest for recall and the middle one for coverage, as in summary.json.

    >>> headlines(["recall_at_200w", "recall_at_400w", "coverage_at_400w", "correct", "mrr"])
    ['correct', 'recall_at_200w', 'coverage_at_400w']
    """
    known = set(names)
    budgets = sorted(int(found[1]) for name in known if (found := re.fullmatch(r"recall_at_(\d+)w", name)))
    by_budget = [f"recall_at_{budgets[0]}w", f"coverage_at_{budgets[len(budgets) // 2]}w"] if budgets else []
    return [name for name in (*HEADLINES, *by_budget) if name in known]


def notes_on(compared: Comparison, runs: Sequence[Run]) -> list[str]:
    """What to know before trusting the figures of a measure."""
    found = caveats(compared.measure, runs)
    if not compared.same_questions:
        counts = ", ".join(f"{len(run.values.get(compared.measure, {}))} in {run.name}" for run in runs)
        found.append(
            f"{compared.measure}: over other questions in each run ({counts}); compared on those in all "
            f"({compared.differences[0].n})"
        )
    for run, difference in zip(runs[1:], compared.differences, strict=True):
        if 0 < difference.flipped_clusters < MIN_FLIPPED_VIDEOS <= difference.clusters:
            found.append(
                f"{compared.measure}: {run.name} differs in {difference.flipped_clusters} of "
                f"{difference.clusters} videos only: its interval may be too short"
            )
    return found


def regressions(runs: Sequence[Run], found: Sequence[Comparison], margin: float) -> list[str]:
    """The runs and measures for which a loss of more than `margin` is not ruled out, and why; in words.

    A non-inferiority test of each: they must all pass, so that no correction for their number is needed.
    """
    failures = []
    for compared in found:
        for i, run in enumerate(runs[1:]):
            low, difference = compared.worst_case(i), compared.differences[i]
            name = f"{compared.measure} of {run.name}"
            if compared.same_questions and difference.n and not difference.up + difference.down:
                continue  # no question differs: nothing is lost, however wide the interval
            if difference.value is None:
                failures.append(f"{name}: no question has a value in every run")
            elif not compared.same_questions:
                failures.append(f"{name}: it is not over the same questions in every run")
            elif low is None:
                failures.append(f"{name}: {difference.clusters} videos are too few for an interval")
            elif low < -margin:
                failures.append(
                    f"{name}: it may be worse than {runs[0].name} by up to {-low:.3f} (margin {margin:g})"
                )
    return failures
