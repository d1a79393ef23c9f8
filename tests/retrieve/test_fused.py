import numpy as np
import pytest

from stages.retrieve.fused import by_ranks
from stages.retrieve.order import Ranking


def ranking(*rows: int) -> Ranking:
    return Ranking(np.array(rows, dtype=np.int64), np.zeros(len(rows)))


def test_a_table_worked_by_hand():
    # rows: 1 is 1st and 2nd; 2 is 2nd and absent; 3 is absent and 1st; k = 60
    fused = by_ranks([ranking(1, 2), ranking(3, 1)], rrf_k=60, depth=10)
    assert fused.rows.tolist() == [1, 3, 2]
    assert fused.scores == pytest.approx([1 / 61 + 1 / 62, 1 / 61, 1 / 62], abs=1e-6)


def test_ties_go_by_row():
    assert by_ranks([ranking(9, 4), ranking(4, 9)], rrf_k=60, depth=10).rows.tolist() == [4, 9]


def test_depth_and_nothing():
    assert by_ranks([ranking(1, 2, 3), ranking()], rrf_k=60, depth=2).rows.tolist() == [1, 2]
    assert len(by_ranks([ranking(), ranking()], rrf_k=60, depth=2)) == 0
