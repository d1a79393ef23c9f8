import numpy as np
import pytest
from scipy.optimize import minimize

from stages.calibrate.logistic import Logistic, balanced, fit, out_of_fold

RNG = np.random.default_rng(7)
X = RNG.normal(size=(40, 3)) + np.repeat([[1.0], [0.0]], 20, axis=0)
KINDS = [None] * 20 + ["near"] * 5 + ["other"] * 15


def test_fit_is_the_minimum_of_the_penalised_weighted_loss():
    """The objective written out: sum_i w_i log(1 + exp(-s_i z_i)) + |coef|^2 / 2."""
    z = (X - X.mean(axis=0)) / X.std(axis=0)
    sign = np.where([kind is None for kind in KINDS], 1.0, -1.0)
    weights = np.repeat([1.0, 10 / 5, 10 / 15], [20, 5, 15])

    def loss(b):
        return np.sum(weights * np.logaddexp(0, -sign * (b[0] + z @ b[1:]))) + b[1:] @ b[1:] / 2

    reference = minimize(loss, np.zeros(4), method="BFGS", options={"gtol": 1e-7}).x
    model = fit(X, KINDS)
    assert [model.intercept, *model.coef] == pytest.approx(reference, abs=1e-5)
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
    model = Logistic(np.zeros(1), np.ones(1), np.ones(1), 0.0)
    assert model.predict(np.array([[-1e6], [0.0], [1e6]])).tolist() == [0.0, 0.5, 1.0]


def test_no_question_is_judged_by_a_model_that_saw_its_video():
    """Swapping the labels of one video changes what is said of others, never of itself."""
    videos = [f"v{i % 8}" for i in range(40)]
    probabilities, folds = out_of_fold(X, KINDS, videos, folds=5)
    assert folds == 5
    for video in sorted(set(videos)):
        own = np.array([v == video for v in videos])
        swapped = [
            ("near" if kind is None else None) if o else kind for kind, o in zip(KINDS, own, strict=True)
        ]
        again, _ = out_of_fold(X, swapped, videos, folds=5)
        assert again[own].tolist() == probabilities[own].tolist()
        assert again[~own].tolist() != probabilities[~own].tolist()


def test_fewer_videos_than_folds_is_one_fold_a_video():
    videos = [f"v{i % 3}" for i in range(40)]
    probabilities, folds = out_of_fold(X, KINDS, videos, folds=100)
    assert folds == 3
    held_out = np.array([v == "v1" for v in videos])
    seen = fit(X[~held_out], [kind for kind, out in zip(KINDS, held_out, strict=True) if not out])
    assert probabilities[held_out] == pytest.approx(seen.predict(X[held_out]))


def test_a_fold_without_one_class_cannot_be_fitted():
    assert out_of_fold(X, KINDS, ["a"] * 20 + ["b"] * 20, folds=2) is None
