"""One row of the table: a dataset, a model and an ICC, at every rate."""

from typing import Any, NamedTuple

import numpy as np
from scipy import stats

from stages.evaluate.intervals import (
    LEVEL,
    MIN_ICC,
    Floats,
    Totals,
    anova_icc,
    design_effect,
    exchangeable_deff,
    score_interval,
    t_quantile,
)
from tools.coverage.models import MODELS
from tools.coverage.sizes import DATASETS, draw_sizes

SEED = 20261130
REPETITIONS = 10_000
"""So a coverage of .95 is known to .0022 (standard error)."""
ICCS = (0.0, 0.05, 0.1, 0.2, 0.3, 0.5)
RATES = (0.5, 0.7, 0.8, 0.9, 0.95, 0.99)


class Row(NamedTuple):
    """What is simulated."""

    dataset: str
    model: str
    icc: float


ROWS = [Row(dataset, model, icc) for dataset in DATASETS for model in MODELS for icc in ICCS]


def simulate(row: Row, repetitions: int = REPETITIONS) -> dict[str, Any]:
    """Draw the row's datasets and look how often each interval holds the true rate.

    Returns: `row`, and by rate the shares covered by the clustered interval, by the same without its
        linearised deff, and by Wilson's; and the clustered interval's mean width over the mean width that the
        formula gives for the true ICC, or MIN_ICC where that is larger.
    """
    found = [cell(row, rate, repetitions) for rate in RATES]
    return {**row._asdict(), **{name: [values[name] for values in found] for name in found[0]}}


def cell(row: Row, rate: float, repetitions: int) -> dict[str, float]:
    """One rate; the random numbers are its own, so that a cell can be done again alone."""
    rng = np.random.default_rng([SEED, ROWS.index(row), RATES.index(rate)])
    totals = MODELS[row.model](draw_sizes(row.dataset, repetitions, rng), rate, row.icc, rng)
    n = totals.sizes.sum(-1)
    clustered = bounds(totals, design_effect(totals))
    exchangeable = exchangeable_deff(totals.sizes, np.maximum(anova_icc(totals), MIN_ICC))
    told = bounds(totals, exchangeable_deff(totals.sizes, max(row.icc, MIN_ICC)))
    # Wilson's is not defined for half marks; this is what a tool would print that takes any mean for a rate.
    wilson = score_interval(totals.sums.sum(-1) / n, n, float(stats.norm.ppf((1 + LEVEL) / 2)))
    return {
        "covered": share_covered(clustered, rate),
        "exchangeable_covered": share_covered(bounds(totals, exchangeable), rate),
        "wilson_covered": share_covered(wilson, rate),
        "relative_width": mean_width(clustered) / mean_width(told),
    }


def bounds(totals: Totals, deff: Floats) -> tuple[Floats, Floats]:
    """The clustered interval of each repetition, given its deff."""
    n = totals.sizes.sum(-1)
    return score_interval(totals.sums.sum(-1) / n, n / deff, t_quantile(totals.sizes.shape[-1], LEVEL))


def share_covered(interval: tuple[Floats, Floats], rate: float) -> float:
    """How many of the intervals hold the rate."""
    low, high = interval
    return float(((low <= rate) & (rate <= high)).mean())


def mean_width(interval: tuple[Floats, Floats]) -> float:
    """Their mean width."""
    low, high = interval
    return float((high - low).mean())
