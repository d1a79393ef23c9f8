"""Recall against depth, by split: the data of the page's plot and of `dvc plots`."""

from collections.abc import Mapping
from typing import Any

from stages.report.figures import Figure, by_depth

MEASURE = "recall"


def curve(splits: Mapping[str, Mapping[str, Figure]], words: bool) -> list[dict[str, Any]]:
    """One point a split and depth: split, k (or words), value, low, high.

    low and high are the interval over clusters, null where there are too few of them.
    """
    key = "words" if words else "k"
    return [
        {
            "split": split,
            key: depth,
            "value": point.value,
            "low": point.cluster_low,
            "high": point.cluster_high,
        }
        for split, found in splits.items()
        for depth, point in sorted(by_depth(found.values(), words).get(MEASURE, {}).items())
    ]
