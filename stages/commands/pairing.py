"""Which questions several runs have in common: only on these can they be compared."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from stages.commands.claiming.figures import MIN_VIDEOS
from stages.commands.runs import Run
from stages.core.errors import UserError, hint


@dataclass(frozen=True)
class Pairing:
    """The common questions of some runs."""

    query_ids: tuple[str, ...]
    """Sorted."""
    clusters: dict[str, str]
    """The video of each, by query_id."""
    notes: tuple[str, ...]
    """What the user should know about the comparison."""

    def column(self, run: Run, measure: str, query_ids: Sequence[str]) -> list[float]:
        """A run's values of a measure for these questions."""
        return [run.values[measure][query_id] for query_id in query_ids]

    def over(self, runs: Sequence[Run], measure: str) -> list[str]:
        """The common questions that every run has a value of the measure for."""
        return [
            query_id
            for query_id in self.query_ids
            if all(query_id in run.values.get(measure, {}) for run in runs)
        ]

    def same_questions(self, runs: Sequence[Run], measure: str) -> bool:
        """Whether the measure is over the same of the common questions in every run.

        `grounded`, say, is over what was answered: a run can leave a question out of it.
        """
        sets = [run.values.get(measure, {}).keys() & set(self.query_ids) for run in runs]
        return all(found == sets[0] for found in sets)


def pair(runs: Sequence[Run]) -> Pairing:
    """Find the questions that all runs were asked, with the same label and video.

    Raises: UserError if runs are of different datasets, or have no question in common.
    """
    first = runs[0]
    for run in runs[1:]:
        if run.dataset != first.dataset:
            raise UserError(
                f"{first.name} is of dataset {first.dataset} and {run.name} of {run.dataset}: "
                "only runs of one dataset can be compared"
            )
    common = [
        query_id
        for query_id, row in sorted(first.gold.items())
        if all(kind(run.gold.get(query_id)) == kind(row) for run in runs[1:])
    ]
    if not common:
        raise UserError(f"{', '.join(run.name for run in runs)} have no question in common")
    notes = [
        f"{run.name}: {len(run.gold) - len(common)} of {len(run.gold)} questions are left out: not every run "
        "has them with this label"
        for run in runs
        if len(run.gold) > len(common)
    ]
    if any(run.evaluated_by != first.evaluated_by for run in runs):
        notes.append(
            "the runs were judged by different code or settings of evaluate: a difference may be the judge's"
        )
    clusters = {query_id: first.gold[query_id]["video_id"] or f"question {query_id}" for query_id in common}
    videos = len(set(clusters.values()))
    if videos < MIN_VIDEOS:
        notes.append(
            f"only {videos} videos: under {MIN_VIDEOS} intervals are too short to trust, no claim is made"
        )
    return Pairing(tuple(common), clusters, tuple(notes))


def kind(row: Any) -> tuple[Any, ...] | None:
    """What must be the same for two questions to be one; None where there is none."""
    return None if row is None else (row["label"], row["negative_kind"], row["video_id"])


def check_measure(measure: str, runs: Sequence[Run]) -> None:
    """Raise a UserError unless the measure is a comparable one that some run has."""
    from stages.evaluate.gains import comparable

    known = comparable(name for run in runs for name in run.values)
    if measure not in known:
        meant = hint(measure, known) or f": give one of {', '.join(known)}"
        raise UserError(f"--measure {measure}: no value per question of that name{meant}")


def caveats(measure: str, runs: Sequence[Run]) -> list[str]:
    """What to know of a measure before it decides between runs."""
    found = []
    if re.search(r"_at_\d+$", measure) and len({str(run.settings.get("chunk")) for run in runs}) > 1:
        found.append(
            f"{measure}: at equal k larger passages win for nothing; recall_at_200w is at equal words"
        )
    for run in runs:
        figure = run.metrics.get("retrieval", {}).get(measure, {})
        if figure.get("informative") is False:
            found.append(f"{measure}: not informative here ({figure['uninformative_reason']})")
            break
    return found
