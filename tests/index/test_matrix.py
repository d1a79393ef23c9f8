import numpy as np
import pytest

from stages.core.errors import UserError
from stages.embed.vectors import vector_table
from stages.index.matrix import matrix


def test_row_i_is_the_vector_of_chunk_i():
    vectors = np.array([[0, 1], [1, 0]], dtype=np.float32)
    table = vector_table("chunk_id", ["b", "a"], vectors)
    assert np.array_equal(matrix(table, ["a", "b"], 2), vectors[::-1])


def test_vectors_of_other_chunks_are_refused():
    table = vector_table("chunk_id", ["a"], np.ones((1, 2), dtype=np.float32))
    with pytest.raises(UserError, match=r"not of data/chunks\.parquet"):
        matrix(table, ["b"], 2)


def test_no_chunks():
    assert matrix(vector_table("chunk_id", [], np.ones((0, 3), dtype=np.float32)), [], 3).shape == (0, 3)
