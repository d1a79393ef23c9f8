import math

import pytest

from stages.generate.confidence import Calibration

MODEL = {
    "features": ["a", "b"],
    "confidence": "highest",
    "fits": [{"coef": [2.0, -1.0], "intercept": -1.5}, {"coef": [2.0, -1.0], "intercept": -2.5}],
}


def test_by_hand():
    """z = -1.5 + 2 * 2 - 1 * 3 = -.5 and one less, whatever the order and number of other features."""
    features = {"b": 3.0, "other": 99.0, "a": 2.0}
    assert Calibration(MODEL, 0.5).confidence(features) == pytest.approx(1 / (1 + math.exp(0.5)), abs=1e-12)
    lowest = Calibration(MODEL | {"confidence": "lowest"}, 0.5).confidence(features)
    assert lowest == pytest.approx(1 / (1 + math.exp(1.5)), abs=1e-12)


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
