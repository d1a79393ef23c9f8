"""Per-question values become a figure: value, n, hits, and its intervals."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from stages.evaluate.intervals import clustered, wilson

Figure = dict[str, Any]
"""value, n, hits, low, high (Wilson), cluster_low, cluster_high, clusters, deff, method."""
Values = dict[str, float]
"""A question's value by measure; a measure that is not over the question is not there."""


def proportion(hits: Sequence[float], clusters: Sequence[str]) -> Figure:
    """The share of hits.

    Args:
        hits: 1 or 0 for each question that the measure is over.
        clusters: each one's video.

    Raises: ValueError for any other value.

    >>> figure = proportion([1, 0], ["a", "b"])
    >>> figure["value"], figure["n"], figure["hits"], figure["clusters"]
    (0.5, 2, 1, 2)
    """
    if any(hit not in (0, 1) for hit in hits):
        raise ValueError("hits must be 0 or 1")
    count = sum(int(hit) for hit in hits)
    low, high = wilson(count, len(hits))
    return mean(hits, clusters) | {"hits": count, "low": low, "high": high, "method": "wilson, clustered"}


def mean(values: Sequence[float], clusters: Sequence[str]) -> Figure:
    """The mean of values in [0, 1]; null with n = 0 where the measure is over no question.

    Raises: ValueError for a value outside [0, 1] or NaN. A question without a value is either a miss or not
        among those that the measure is over; which one is for the measure to say.
    """
    interval = clustered(values, clusters)
    return {
        "value": float(np.mean(np.asarray(values, dtype=np.float64))) if len(values) else None,
        "n": len(values),
        "hits": None,
        "low": None,
        "high": None,
        "cluster_low": interval.low,
        "cluster_high": interval.high,
        "clusters": interval.clusters,
        "deff": interval.deff,
        "method": "clustered",
    }
