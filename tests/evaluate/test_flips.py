import numpy as np
import pytest

from stages.evaluate.flips import EXACT_CLUSTERS, by_cluster, flipped, flips, rank_at, share_reaching


def test_each_flip_up_to_the_sign_of_all_stands_once():
    signs = flips(5)
    assert signs.shape == (16, 5)
    assert len({tuple(row) for row in signs}) == 16
    assert not any((np.array_equal(-first, second)) for first in signs for second in signs)


def test_the_first_flip_changes_nothing_and_a_draw_is_the_same_each_time():
    for clusters in (1, EXACT_CLUSTERS, EXACT_CLUSTERS + 1):
        assert (flips(clusters)[0] == 1).all()
    assert np.array_equal(flips(30), flips(30))
    assert len(flips(30)) == 10_000


def test_values_are_summed_in_the_order_of_the_names():
    sums, sizes = by_cluster(np.array([[1.0], [2.0], [4.0]]), ["b", "a", "b"])
    assert sums.tolist() == [[2.0], [5.0]]
    assert sizes.tolist() == [1.0, 2.0]


def test_a_cluster_for_each_question():
    with pytest.raises(ValueError, match="2 questions but 1 clusters"):
        by_cluster(np.zeros((2, 1)), ["a"])


def test_the_studentised_sum_by_hand():
    # 3 + 4 = 7 and 3 - 4 = -1, over the root of 9 + 16.
    assert flipped(np.array([[3.0], [4.0]]), flips(2)).ravel().tolist() == [7 / 5, 1 / 5]
    assert flipped(np.zeros((2, 1)), flips(2)).tolist() == [[0.0], [0.0]]


def test_ties_reach():
    assert share_reaching(np.array([0.1 + 0.2, 0.3, 0.1, 0.0]), 0.1 + 0.2) == 0.5


def test_of_few_flips_none_may_be_as_extreme():
    assert [rank_at(0.05, 2 ** (clusters - 1)) for clusters in (4, 5, 6, 7)] == [0, 0, 1, 3]
