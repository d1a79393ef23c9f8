import pytest
from hypothesis import given
from hypothesis import strategies as st

from stages.calibrate.threshold import largest_threshold

PROBABILITIES = st.lists(st.floats(0, 1).map(lambda p: round(p, 2)), min_size=1, max_size=40)


def test_nothing_may_be_refused():
    assert largest_threshold([0.4, 0.3, 0.9], 0.0) == 0.3


def test_a_share_that_floats_cannot_hold():
    """29 of 100 is .29, though .29 * 100 is 28.999999999999996."""
    assert largest_threshold([i / 100 for i in range(100)], 0.29) == 0.29


@given(PROBABILITIES, st.floats(0, 0.99))
def test_it_keeps_the_bound_and_any_larger_one_breaks_it(probabilities, bound):
    def refused(t):
        return sum(p < t for p in probabilities) / len(probabilities)

    threshold = largest_threshold(probabilities, bound)
    assert refused(threshold) <= bound < refused(threshold + 1e-9)


def test_no_answerable_question():
    with pytest.raises(ValueError, match="no answerable"):
        largest_threshold([], 0.1)
