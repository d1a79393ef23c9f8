import json
from pathlib import Path

import numpy as np
import pytest

from stages.retrieve import dense
from stages.retrieve.dense import cosine, margin, search, sifted
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


@pytest.mark.parametrize("seed", range(6))
def test_what_a_quick_look_sifts_out_could_not_have_been_found(seed, monkeypatch):
    """Near-equal vectors, many of them equal to the last bit that float32 keeps: bit for bit the same."""
    random = np.random.default_rng(seed)
    spread = 10.0 ** -random.integers(0, 9)
    vectors = random.normal(size=(1, 384)) + random.normal(size=(3000, 384)) * spread
    vectors[1000:1500] = vectors[0]
    vectors = unit(vectors).astype(np.float32)
    asked = unit(random.normal(size=(1, 384)) + seed % 2 * vectors[:1])[0]
    for rows in (np.arange(3000), np.sort(random.choice(3000, 700, replace=False))):
        for depth in (1, 10, 100, 5000):
            slow = search(vectors, asked, rows, depth)
            monkeypatch.setattr(dense, "SIFTED_FROM", 1)
            quick = search(vectors, asked, rows, depth)
            monkeypatch.undo()
            assert quick.rows.tolist() == slow.rows.tolist()
            assert quick.scores.tobytes() == slow.scores.tobytes()


def test_a_quick_look_leaves_little_to_do():
    random = np.random.default_rng(0)
    vectors = unit(random.normal(size=(30_000, 64))).astype(np.float32)
    assert len(sifted(vectors, unit(vectors[:1])[0], np.arange(30_000), 50)) < 60


def test_the_margin_holds_for_the_worst_that_was_found():
    random = np.random.default_rng(1)
    for dim in (2, 64, 384, 1024):
        vectors = unit(np.abs(random.normal(size=(2000, dim)))).astype(np.float32)
        asked = unit(np.abs(random.normal(size=(1, dim))))[0]
        off = np.abs(vectors @ asked.astype(np.float32) - cosine(vectors, asked, np.arange(2000)))
        assert off.max() < margin(dim) / 2
