import math

import pytest

from stages.generate.confidence import Calibration

MODEL = {
    "features": ["a", "b"],
    "mean": [1.0, 0.0],
    "scale": [2.0, 1.0],
    "coef": [4.0, -1.0],
    "intercept": 0.5,
}


def test_by_hand():
    """z = .5 + 4 * (2 - 1) / 2 - 1 * 3 = -.5, whatever the order and number of other features."""
    confidence = Calibration(MODEL, 0.5).confidence({"b": 3.0, "other": 99.0, "a": 2.0})
    assert confidence == pytest.approx(1 / (1 + math.exp(0.5)), abs=1e-12)


@pytest.mark.parametrize(("a", "p"), [(-1e9, 0.0), (1e9, 1.0)])
def test_extremes(a, p):
    assert Calibration(MODEL, 0.5).confidence({"a": a, "b": 0.0}) == p


def test_at_the_threshold_it_answers():
    calibration = Calibration(MODEL, 0.3)
    assert calibration.refusal(0.3) is None
    assert calibration.refusal(0.2999) == "confidence 0.2999 is below the threshold 0.3000"


def test_a_calibration_without_a_model_never_refuses():
    calibration = Calibration(None, None)
    assert calibration.confidence({}) is None
    assert calibration.refusal(None) is None
