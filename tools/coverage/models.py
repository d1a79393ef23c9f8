"""Four ways in which the questions of a video can hang together, each with an exact mean and ICC.

A formula that was fitted to one of them would show it on the others. In all, every video draws what share of
its questions succeeds, and its questions are independent given that.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
from scipy import optimize, stats

from stages.evaluate.intervals import Floats, Totals

Ints = npt.NDArray[np.int64]
Model = Callable[[Ints, float, float, np.random.Generator], Totals]
"""Values by their totals, from the videos' sizes (repetitions, videos), the mean and the ICC."""

QUADRATURE_POINTS = 200


def beta_binomial(sizes: Ints, rate: float, icc: float, rng: np.random.Generator) -> Totals:
    """Rates of a beta distribution: ICC = 1 / (a + b + 1)."""
    return zero_one(sizes, beta_rates(sizes, rate, icc, rng), rng)


def probit(sizes: Ints, rate: float, icc: float, rng: np.random.Generator) -> Totals:
    """A question succeeds if its ease, normal and partly its video's, is above a threshold."""
    shared = latent_correlation(rate, icc)
    ease = stats.norm.ppf(rate) + np.sqrt(shared) * rng.standard_normal(sizes.shape)
    return zero_one(sizes, stats.norm.cdf(ease / np.sqrt(1 - shared)), rng)


def flawed_videos(sizes: Ints, rate: float, icc: float, rng: np.random.Generator) -> Totals:
    """In most videos all is right, in a share q of them only a part; the higher the mean, the fewer those.

    With x = 1 - rate and y the loss in a flawed video, q y = x, and the variance between videos is
    q (1 - q) y^2 = ICC rate x: so q = 1 / (1 + ICC rate / x).
    """
    share = 1 / (1 + icc * rate / (1 - rate))
    flawed = rng.random(sizes.shape) < share
    return zero_one(sizes, np.where(flawed, 1 - (1 - rate) / share, 1.0), rng)


def half_marks(sizes: Ints, rate: float, icc: float, rng: np.random.Generator) -> Totals:
    """Values 0, 1/2 and 1, the mean of two draws at the video's beta rate: a measure that is no proportion.

    A draw's variance within a video is halved, so ICC = c / (c + (1 - c) / 2) with c that of the rates.
    """
    rates = beta_rates(sizes, rate, icc / (2 - icc), rng)
    whole = rng.binomial(sizes, rates**2)
    half = rng.binomial(sizes - whole, 2 * rates / (1 + rates))
    return Totals(sizes.astype(np.float64), whole + half / 2, whole + half / 4)


MODELS: dict[str, Model] = {
    "beta-binomial": beta_binomial,
    "probit": probit,
    "flawed videos": flawed_videos,
    "half marks": half_marks,
}


def zero_one(sizes: Ints, rates: Floats, rng: np.random.Generator) -> Totals:
    """Questions that succeed with their video's rate; the square of 0 or 1 is itself."""
    hits = rng.binomial(sizes, rates).astype(np.float64)
    return Totals(sizes.astype(np.float64), hits, hits)


def beta_rates(sizes: Ints, rate: float, icc: float, rng: np.random.Generator) -> Floats:
    """A rate for each video, with variance ICC rate (1 - rate)."""
    if icc == 0:
        return np.full(sizes.shape, rate)
    strength = 1 / icc - 1
    return rng.beta(rate * strength, (1 - rate) * strength, sizes.shape)


def latent_correlation(rate: float, icc: float) -> float:
    """The correlation of two normal eases of a video at which the 0/1 outcomes have this ICC.

    ICC = (P(both succeed) - rate^2) / (rate (1 - rate)), by Gauss-Hermite quadrature over what they share.
    """
    if icc == 0:
        return 0.0
    nodes, weights = np.polynomial.hermite_e.hermegauss(QUADRATURE_POINTS)
    threshold = stats.norm.ppf(rate)

    def excess(shared: float) -> float:
        given = stats.norm.cdf((threshold + np.sqrt(shared) * nodes) / np.sqrt(1 - shared))
        both = float(weights @ given**2 / weights.sum())
        return (both - rate**2) / (rate * (1 - rate)) - icc

    return float(optimize.brentq(excess, 0.0, 0.999))
