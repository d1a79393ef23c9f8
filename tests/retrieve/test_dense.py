import json
from pathlib import Path

import numpy as np
import pytest

from stages.retrieve.dense import cosine, search
from stages.retrieve.index import unit

CASE = Path(__file__).parents[1] / "cases" / "40-distance-is-not-similarity"


def test_case_40_same_is_1_orthogonal_0_opposite_minus_1():
    given = json.loads((CASE / "vectors.json").read_text())
    expect = json.loads((CASE / "expect.json").read_text())["cosine"]
    names = sorted(expect)
    vectors = unit(np.array([given[name] for name in names], dtype=np.float32))
    asked = unit(np.array([given["query"]], dtype=np.float32))[0]
    found = dict(zip(names, cosine(vectors, asked, np.arange(len(names))), strict=True))
    assert found == pytest.approx(expect, abs=1e-6)
    assert cosine(asked[None], asked, np.array([0]))[0] == pytest.approx(1.0, abs=1e-12)
    ranking = search(vectors, asked, np.arange(len(names)), 4)
    assert [names[row] for row in ranking.rows] == ["near", "far", "orthogonal", "opposite"]


def test_a_cosine_is_never_above_1():
    vectors = unit(np.random.default_rng(0).normal(size=(500, 384)).astype(np.float32))
    assert all(cosine(vectors, vector, np.arange(500)).max() <= 1.0 for vector in vectors[:20])


def test_a_cosine_has_the_same_bits_whichever_rows_it_is_computed_with():
    random = np.random.default_rng(1)
    vectors = unit(random.normal(size=(5000, 384)).astype(np.float32))
    together = cosine(vectors, vectors[0], np.arange(5000))
    for size in (1, 2, 3, 7, 64, 333):
        rows = random.choice(5000, size, replace=False)
        assert cosine(vectors, vectors[0], rows).tobytes() == together[rows].tobytes()


def test_an_empty_scope():
    assert len(search(np.eye(3), np.array([1.0, 0, 0]), np.empty(0, dtype=np.int64), 5)) == 0
