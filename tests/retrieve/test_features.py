import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stages.core.records import FEATURE_NAMES
from stages.index.lexicon import lexicon
from stages.retrieve.features import features, share_seen
from stages.retrieve.lexicon import Lexicon
from stages.retrieve.order import Ranking

WORDS = Lexicon(lexicon(["kiln clay", "clay cone", "glaze slip"], k1=1.2, b=0.75))
NONE = np.empty(0, dtype=np.int64)


def ranking(rows, scores) -> Ranking:
    return Ranking(np.array(rows, dtype=np.int64), np.array(scores, dtype=np.float64))


def test_worked_by_hand():
    found = features(
        dense=ranking([1, 0, 2], [0.8, 0.5, 0.1]),
        bm25=ranking([0], [3.0]),
        best=np.array([1]),
        terms=["clay", "kiln", "oven"],
        scope=np.arange(3),
        lexicon=WORDS,
    )
    clay, kiln, oven = (WORDS.idf(term) for term in ("clay", "kiln", "oven"))
    assert found == pytest.approx(
        {
            "dense_best": 0.8,
            "dense_margin": 0.8 - 0.3,
            "bm25_best": 1.0,
            "bm25_margin": 0.0,
            "words_seen": (clay + kiln) / (clay + kiln + oven),
            "words_in_best": clay / (clay + kiln + oven),
            "agreement": 1 / 3,
        }
    )
    assert tuple(found) == FEATURE_NAMES


def test_words_are_looked_for_in_the_scope_only():
    assert share_seen(["kiln"], np.array([1, 2]), WORDS) == 0.0
    assert share_seen(["kiln"], np.array([0]), WORDS) == 1.0
    assert share_seen([], np.arange(3), WORDS) == 0.0


def test_case_36_an_empty_scope_gives_zeros():
    empty = ranking([], [])
    assert set(features(empty, empty, NONE, ["clay"], NONE, WORDS).values()) == {0.0}


@given(st.integers(0, 3), st.integers(0, 3), st.lists(st.sampled_from(["clay", "oven", "kiln"]), max_size=4))
def test_always_finite(near, matching, terms):
    scope = np.arange(near)
    dense = ranking(range(near), np.linspace(1, -1, near))
    bm25 = ranking(range(min(near, matching)), np.linspace(2, 1, min(near, matching)))
    found = features(dense, bm25, scope[:1], terms, scope, WORDS)
    assert all(np.isfinite(value) for value in found.values())


def test_a_bm25_ranking_may_be_empty_where_the_scope_is_not():
    found = features(ranking([0], [0.4]), ranking([], []), NONE, ["oven"], np.array([0]), WORDS)
    assert found["bm25_best"] == found["words_in_best"] == found["agreement"] == 0.0
    assert found["dense_best"] == 0.4
