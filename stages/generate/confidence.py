"""P(answerable) of a question by data/calibration.json, and whether that is enough to answer."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

SIGNIFICANT_DIGITS = 12
TAKEN = {"highest": max, "lowest": min}
"""Which of several models' probabilities is the confidence."""


@dataclass(frozen=True)
class Calibration:
    """Logistic models over named features and the threshold below which a question is refused.

    Both are None where dev could not say when to refuse: then there is no confidence and no refusal.
    """

    model: Mapping[str, Any] | None
    threshold: float | None

    def confidence(self, features: Mapping[str, float]) -> float | None:
        """The highest (or lowest, as the model says) of the fits' probabilities, to 12 digits.

        Each is 1 / (1 + exp(-z)), z = intercept + sum of coef * feature.

        >>> fits = [{"coef": [2.0], "intercept": -4.0}, {"coef": [1.0], "intercept": -9.0}]
        >>> model = {"features": ["a"], "confidence": "highest", "fits": fits}
        >>> Calibration(model, 0.5).confidence({"a": 2.0})
        0.5
        """
        if self.model is None:
            return None
        values = [features[name] for name in self.model["features"]]
        found = (
            math.fsum([fit["intercept"], *(c * v for c, v in zip(fit["coef"], values, strict=True))])
            for fit in self.model["fits"]
        )
        return float(f"{logistic(TAKEN[self.model['confidence']](found)):.{SIGNIFICANT_DIGITS}g}")

    def refusal(self, confidence: float | None) -> str | None:
        """Why a question of this confidence is refused; None if it is to be answered."""
        if confidence is None or self.threshold is None or confidence >= self.threshold:
            return None
        return f"confidence {confidence:.4f} is below the threshold {self.threshold:.4f}"


def logistic(z: float) -> float:
    """1 / (1 + exp(-z)), without overflow for any z."""
    return 1 / (1 + math.exp(-z)) if z >= 0 else math.exp(z) / (1 + math.exp(z))
