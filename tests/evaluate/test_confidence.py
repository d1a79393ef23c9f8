import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score

from stages.evaluate.confidence import aurc, auroc, balanced, ece

ROWS = st.lists(
    st.tuples(st.integers(0, 10), st.booleans(), st.integers(1, 5)), min_size=2, max_size=40
).filter(lambda rows: len({positive for _, positive, _ in rows}) == 2)


def arrays(rows):
    confidence, positive, weights = zip(*rows, strict=True)
    return np.array(confidence) / 10, np.array(positive), np.array(weights, dtype=float)


@given(ROWS)
def test_auroc_is_sklearns(rows):
    confidence, positive, weights = arrays(rows)
    expected = roc_auc_score(positive, confidence, sample_weight=weights)
    assert auroc(confidence, positive, weights) == pytest.approx(expected)


def test_auroc_by_hand():
    confidence, positive = np.array([0.9, 0.5, 0.5, 0.1]), np.array([True, True, False, False])
    # Pairs: .9 > .5, .9 > .1, .5 = .5 (half), .5 > .1.
    assert auroc(confidence, positive, np.ones(4)) == 3.5 / 4
    assert np.isnan(auroc(confidence, np.ones(4, dtype=bool), np.ones(4)))


def test_aurc_by_hand():
    confidence, risk = np.array([0.9, 0.8, 0.7, 0.1]), np.array([0.0, 1, 0, 1])
    # Accepting 1, 2, 3, 4 of them: risks 0, 1/2, 1/3, 1/2.
    assert aurc(confidence, risk, np.ones(4)) == pytest.approx((0 + 1 / 2 + 1 / 3 + 1 / 2) / 4)
    # With .9 twice as heavy: 0, 1/3, 1/4, 2/5.
    expected = (2 * 0 + 1 / 3 + 1 / 4 + 2 / 5) / 5
    assert aurc(confidence, risk, np.array([2.0, 1, 1, 1])) == pytest.approx(expected)
    # All tied: no threshold takes fewer than all.
    assert aurc(np.full(4, 0.5), risk, np.ones(4)) == 0.5


def test_ece_by_hand():
    confidence, risk = np.array([0.95, 0.91, 1.0, 0.15]), np.array([0.0, 1, 0, 1])
    # Bin .9 to 1: confidence 2.86 of 3, right 2 of 3; bin .1 to .2: .15, right 0.
    assert ece(confidence, risk, np.ones(4)) == pytest.approx((0.86 + 0.15) / 4)
    assert ece(np.array([0.0, 1.0]), np.array([1.0, 0.0]), np.ones(2)) == 0
    # No confidence is off by 1, and cancels nothing: here .1 too low, and 1.
    assert ece(np.array([0.9, np.nan]), np.array([0.0, 1.0]), np.ones(2)) == pytest.approx((0.1 + 1) / 2)


@given(ROWS, st.randoms())
def test_the_order_of_questions_does_not_matter(rows, random):
    shuffled = random.sample(rows, len(rows))
    for statistic in (auroc, aurc, ece):
        confidence, positive, weights = arrays(rows)
        found = statistic(confidence, positive, weights)
        assert 0 <= found <= 1 + 1e-12
        assert statistic(*arrays(shuffled)) == pytest.approx(found)


@given(ROWS)
def test_rows_of_weights_are_taken_one_by_one(rows):
    confidence, positive, weights = arrays(rows)
    many = np.stack([weights, np.ones(len(rows)), np.zeros(len(rows))])
    for statistic in (auroc, aurc, ece):
        found = statistic(confidence, positive, many)
        assert found[:2] == pytest.approx([float(statistic(confidence, positive, row)) for row in many[:2]])
        assert np.isnan(found[2])


def test_half_of_the_weight_is_answerable_and_each_kind_has_the_same():
    answerable = np.array([True, True, False, False, False, False])
    kinds = np.array([None, None, "near", "other", "other", "other"], dtype=object)
    found = balanced(answerable, kinds, np.ones(6))
    assert found == pytest.approx([1 / 4, 1 / 4, 1 / 4, 1 / 12, 1 / 12, 1 / 12])
    twice = balanced(answerable, kinds, np.array([[2.0, 0, 1, 1, 1, 1], [0, 0, 1, 1, 1, 1]]))
    assert twice[0] == pytest.approx([1 / 2, 0, 1 / 4, 1 / 12, 1 / 12, 1 / 12])
    assert np.isnan(twice[1, :2]).all()
    assert np.isnan(aurc(np.ones(6), np.ones(6), twice)[1])
