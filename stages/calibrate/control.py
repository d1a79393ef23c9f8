"""The threshold that keeps the expected rate of one sort of error: conformal risk control.

Angelopoulos et al. 2022, "Conformal risk control", with the cross-validation of Cohen et al. 2024,
"Cross-validation conformal risk control": few videos leave none to be set aside for calibration alone. What
is guaranteed, and the proof in short, stands in docs/refusal.md.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Literal

import numpy as np

Control = Literal["false_refusal", "false_answer"]
"""The error whose rate is declared: refusing an answerable question, or answering a negative one."""

TINY = 1e-9
"""Sums of rates that differ by less are one sum in another order of adding."""
STEP = 1e-12
"""Probabilities are kept to 12 digits: this much above one is above it, and below the next."""


class Errors:
    """The questions that can fall to one sort of error: their rate at any threshold, by video and by fold."""

    def __init__(
        self,
        control: Control,
        kinds: Sequence[str | None],
        videos: Sequence[str],
        fold: Sequence[int],
        probabilities: Sequence[float],
    ) -> None:
        self.control = control
        folds: defaultdict[int, defaultdict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
        for kind, video, number, p in zip(kinds, videos, fold, probabilities, strict=True):
            if (kind is None) == (control == "false_refusal"):
                folds[number][video].append(p)
        self.folds = [list(by_video.values()) for _, by_video in sorted(folds.items())]
        """By fold, by video: the probabilities of its questions."""

    @property
    def units(self) -> int:
        """Folds with such a question: what is exchangeable with a new video."""
        return len(self.folds)

    def wrong(self, p: float, threshold: float) -> bool:
        """Whether a question of probability p falls to the error."""
        return p < threshold if self.control == "false_refusal" else p >= threshold

    def rates(self, threshold: float) -> list[float]:
        """Of each fold: the mean over its videos of the share of their questions that fall to the error."""
        return [
            float(np.mean([np.mean([self.wrong(p, threshold) for p in video]) for video in videos]))
            for videos in self.folds
        ]

    def thresholds(self) -> list[float]:
        """All that need to be looked at, from the most cautious on: between two neighbours nothing changes.

        Cautious is the threshold that makes none of the errors.
        """
        found = sorted({p for videos in self.folds for video in videos for p in video})
        if self.control == "false_refusal":
            return found
        return [0.0, *(p + STEP for p in found)][::-1]


def least(units: int) -> float:
    """The smallest alpha for which so many units can give a guarantee.

    >>> least(9)
    0.1
    """
    return 1 / (units + 1)


def attainable(alpha: float, units: int) -> bool:
    """Whether so many units can guarantee alpha.

    >>> attainable(0.1, 9), attainable(0.1, 8)
    (True, False)
    """
    return alpha >= least(units) - TINY


def controlled(errors: Errors, alpha: float) -> float:
    """The boldest threshold whose expected rate of errors is at most alpha, over a new video.

    It is that at which the rates of the n units, and one of 1 for the video to come, average to alpha at
    most: (sum of rates + 1) / (n + 1) <= alpha. Where alpha < 1 / (n + 1), nothing can be guaranteed: then
    the units' own mean is kept at alpha, and no more is said.

    Raises: ValueError without any unit.
    """
    if not errors.units:
        raise ValueError(f"no question can be a {errors.control}: no threshold")
    guaranteed = attainable(alpha, errors.units)
    bound = alpha * (errors.units + 1) - 1 if guaranteed else alpha * errors.units
    return boldest(errors.thresholds(), lambda t: sum(errors.rates(t)) <= bound + TINY)


def boldest(thresholds: Sequence[float], allowed: Callable[[float], bool]) -> float:
    """The last allowed threshold, the errors growing from the first, which makes none, to the last.

    >>> boldest([1.0, 2.0, 3.0, 4.0], lambda t: t < 3.5)
    3.0
    """
    low, high = 0, len(thresholds) - 1
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if allowed(thresholds[middle]) else (low, middle - 1)
    return thresholds[low]


def standing(errors: Errors, alpha: float, threshold: float) -> Mapping[str, object]:
    """What calibration.json says: what is declared, whether it is guaranteed, the rate seen out of fold."""
    return {
        "control": errors.control,
        "alpha": alpha,
        "guaranteed": attainable(alpha, errors.units),
        "units": errors.units,
        "least_alpha": least(errors.units),
        "rate": float(np.mean(errors.rates(threshold))),
    }
