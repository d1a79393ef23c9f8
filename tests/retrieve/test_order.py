import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from stages.retrieve.order import best

SCORES = st.lists(st.sampled_from([0.0, -0.0, 0.5, 0.5 + 2e-7, 0.5 - 2e-7, 0.7, -0.3]), max_size=20)


@given(SCORES, st.integers(1, 25), st.randoms(use_true_random=False))
def test_order_is_by_rounded_score_then_row_whatever_the_order_given(scores, depth, random):
    rows = np.arange(len(scores)) * 3
    values = np.array(scores, dtype=np.float64)
    shuffle = np.array(random.sample(range(len(scores)), len(scores)), dtype=np.int64)
    ranking = best(rows, values, depth)
    again = best(rows[shuffle], values[shuffle], depth)
    expected = sorted(range(len(scores)), key=lambda i: (-round(scores[i], 6), i))[:depth]
    assert ranking.rows.tolist() == again.rows.tolist() == [3 * i for i in expected]
    assert ranking.scores.tobytes() == again.scores.tobytes()


def test_fewer_rows_than_asked_for_are_not_padded():
    assert best(np.array([5]), np.array([0.1]), 10).rows.tolist() == [5]
    assert len(best(np.empty(0, dtype=np.int64), np.empty(0), 10)) == 0
