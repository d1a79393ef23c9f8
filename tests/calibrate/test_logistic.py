import numpy as np
import pytest
from scipy.optimize import minimize

from stages.calibrate.logistic import PENALTY, Logistic, balanced, fit

RNG = np.random.default_rng(7)
X = RNG.normal(size=(40, 3)) + np.repeat([[1.0], [0.0]], 20, axis=0)
KINDS = [None] * 20 + ["near"] * 5 + ["other"] * 15


def test_fit_is_the_minimum_of_the_penalised_weighted_loss():
    """The objective written out: sum_i w_i log(1 + exp(-s_i z_i)) + 10 |coef|^2 / 2."""
    z = (X - X.mean(axis=0)) / X.std(axis=0)
    sign = np.where([kind is None for kind in KINDS], 1.0, -1.0)
    weights = np.repeat([1.0, 10 / 5, 10 / 15], [20, 5, 15])

    def loss(b):
        return np.sum(weights * np.logaddexp(0, -sign * (b[0] + z @ b[1:]))) + PENALTY * b[1:] @ b[1:] / 2

    reference = minimize(loss, np.zeros(4), method="BFGS", options={"gtol": 1e-7}).x
    model = fit(X, KINDS)
    assert model.coef * X.std(axis=0) == pytest.approx(reference[1:], abs=1e-5)
    assert model.predict(X) == pytest.approx(1 / (1 + np.exp(-(reference[0] + z @ reference[1:]))), abs=1e-5)


def test_negatives_weigh_as_much_as_answerables_and_each_kind_the_same():
    weights = balanced(KINDS)
    assert weights[:20].sum() == pytest.approx(20)
    assert weights[20:25].sum() == pytest.approx(10)
    assert weights[25:].sum() == pytest.approx(10)


def test_a_constant_feature_has_no_say():
    model = fit(np.column_stack([X, np.full(40, 3.7)]), KINDS)
    assert model.coef[3] == pytest.approx(0, abs=1e-9)


def test_extreme_inputs_stay_probabilities():
    model = Logistic(np.ones(1), 0.0)
    assert model.predict(np.array([[-1e6], [0.0], [1e6]])).tolist() == [0.0, 0.5, 1.0]
