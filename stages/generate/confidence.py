"""P(answerable) of a question by data/calibration.json, and whether that is enough to answer."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

SIGNIFICANT_DIGITS = 12


@dataclass(frozen=True)
class Calibration:
    """A logistic model over named features and the threshold below which a question is refused.

    Both are None where dev could not say when to refuse: then there is no confidence and no refusal.
    """

    model: Mapping[str, Any] | None
    threshold: float | None

    def confidence(self, features: Mapping[str, float]) -> float | None:
        """1 / (1 + exp(-z)), z = intercept + sum of coef * (feature - mean) / scale, to 12 digits.

        >>> model = {"features": ["a"], "mean": [1.0], "scale": [2.0], "coef": [4.0], "intercept": -2.0}
        >>> Calibration(model, 0.5).confidence({"a": 2.0})
        0.5
        """
        if self.model is None:
            return None
        columns = zip(*(self.model[key] for key in ("features", "mean", "scale", "coef")), strict=True)
        terms = [coef * (features[name] - mean) / scale for name, mean, scale, coef in columns]
        z = math.fsum([self.model["intercept"], *terms])
        p = 1 / (1 + math.exp(-z)) if z >= 0 else math.exp(z) / (1 + math.exp(z))
        return float(f"{p:.{SIGNIFICANT_DIGITS}g}")

    def refusal(self, confidence: float | None) -> str | None:
        """Why a question of this confidence is refused; None if it is to be answered."""
        if confidence is None or self.threshold is None or confidence >= self.threshold:
            return None
        return f"confidence {confidence:.4f} is below the threshold {self.threshold:.4f}"
