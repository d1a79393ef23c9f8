"""A figure of the metrics files: where it stands, and what stands against claiming it."""

from collections.abc import Mapping
from typing import Any, NamedTuple

FILES = ("retrieval", "citations", "abstention")
RESULTS = "metrics/results/"
"""What `make results` wrote, one file a dataset."""
MIN_VIDEOS = 10
ALPHA = 0.05
SIDE_BY_SIDE = {"refusal": "false_refusal", "false_refusal": "refusal"}
"""Neither says anything alone: who always refuses has a refusal of 1."""


class Obstacle(NamedTuple):
    """Why something is not claimed, and what the user can do about it."""

    reason: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.reason}: {self.remedy}"


def find(metrics: Mapping[str, Any], measure: str) -> tuple[str, dict[str, Any]]:
    """The file that holds a measure, and its full figure.

    Args:
        metrics: a split's files by name.
        measure: such as recall_at_5.

    Raises: KeyError if it is in none of them.
    """
    for file in FILES:
        if measure in metrics.get(file, {}):
            return file, metrics[file][measure]
    raise KeyError(measure)


def level_of(looks: int) -> float:
    """The level at which one of `looks` configurations is judged, so that all of them hold at 1 - ALPHA.

    >>> level_of(1), level_of(5)
    (0.95, 0.99)
    """
    return 1 - ALPHA / max(looks, 1)


def interval_of(figure: Mapping[str, Any], level: float) -> tuple[float, float] | None:
    """A figure's interval over videos at `level`; None where it has none, or only a bootstrap's."""
    from stages.evaluate.intervals import at_level

    if not figure["n"] or figure["deff"] is None or figure["clusters"] < 2:
        return None
    return at_level(figure["value"], figure["n"], figure["deff"], figure["clusters"], level)


def obstacles(figure: Mapping[str, Any], looks: int, max_half_width: float) -> list[Obstacle]:
    """All that stands against a figure in itself.

    Args:
        figure: as the metrics file has it.
        looks: how many configurations have been judged on this dataset's test split, this one included.
        max_half_width: as declared.
    """
    if not figure["n"]:
        return [Obstacle("it is over no question (n = 0)", "add questions that it is over")]
    found = []
    if figure["clusters"] < MIN_VIDEOS:
        found.append(
            Obstacle(f"{figure['clusters']} videos, {MIN_VIDEOS} needed", "add videos with questions to test")
        )
    by_construction = figure.get("by_construction", False)
    if by_construction is not False:
        reason = "by construction" if by_construction else "unknown whether by construction"
        found.append(Obstacle(reason, "claim another measure, such as correct"))
    if figure.get("informative") is False:
        found.append(
            Obstacle(
                f"not informative here ({figure['uninformative_reason']})", "claim it at another word budget"
            )
        )
    interval = interval_of(figure, level_of(looks))
    if interval is None:
        found.append(Obstacle("it has no interval over videos", "add videos with questions to test"))
    elif (half := (interval[1] - interval[0]) / 2) > max_half_width:
        found.append(
            Obstacle(
                f"interval ± {half:.3f} at level {level_of(looks):.4g}, wider than {max_half_width:g}",
                f"`vidwise plan` says how many videos it takes (looks: {looks})",
            )
        )
    return found
