import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stages.core.records import FEATURE_NAMES
from stages.core.terms import ngrams
from stages.retrieve.dense import search
from stages.retrieve.features import TOP, features, moments, unseen
from stages.retrieve.units import units_of
from tests.retrieve.corpus import index, question, random_index

TEXTS = {"a": "The kiln fires clay.", "b": "Cones bend at 1200.", "c": "Ask Ms Reed.", "d": "Glaze drips."}
VECTORS = {"a": [1, 0], "b": [0.6, 0.8], "c": [0, 1], "d": [0, 1]}
VIDEOS = {"a": "pots", "b": "pots", "c": "pots", "d": "glaze"}
CORPUS = index(TEXTS, VECTORS, VIDEOS)


def measured(asked, corpus=CORPUS, video="pots"):
    rows = corpus.rows(video)
    return features(asked, search(corpus.vectors, asked.vector, rows, TOP), units_of(corpus, video), corpus)


def test_cosines_by_hand():
    """The question's cosines are 1, .6, 0 in its video and 1, .6, 0, 0 in the corpus."""
    found = measured(question("kiln", [1, 0], "pots"))
    spread = math.sqrt((1 + 0.36) / 4 - 0.4**2)
    assert found["dense_best"] == pytest.approx(1)
    assert found["dense_two"] == pytest.approx(0.8)
    assert found["dense_above"] == pytest.approx((1.6 / 3 - 0.4) / spread, abs=1e-6)
    assert tuple(found) == FEATURE_NAMES


def test_ngrams_by_hand():
    """Of "kiln cone": kilnc, ilnco, lncon, ncone. None is said; of "fires clay" all are, in one unit."""
    assert measured(question("kiln cone", [1, 0], "pots"))["ngrams_seen"] == 0
    said = measured(question("fires clay", [1, 0], "pots"))
    assert said["ngrams_seen"] == said["ngrams_together"] == 1
    half = question("clay cones", [1, 0], "pots")  # "cones" is said, "clayc" and what joins the two is not
    found = measured(half)
    idf = CORPUS.ngrams.idf(half.ngrams.indices)
    known = math.log1p((4 - 1 + 0.5) / 1.5)
    assert sorted({round(value, 6) for value in idf}) == [round(known, 6), round(math.log1p(9), 6)]
    n = len(ngrams("clay cones"))
    rare = (n - 1) * math.log1p(9)
    assert found["ngrams_seen"] == pytest.approx(known / (rare + known), abs=1e-6)
    squares = (n - 1) * math.log1p(9) ** 2 + known**2
    assert found["ngrams_together"] == pytest.approx(known**2 / squares, abs=1e-6)
    assert found["ngrams_rarity"] == pytest.approx(squares / (rare + known), abs=1e-6)


def test_together_is_less_than_seen_where_what_is_asked_stands_far_apart():
    filler = {f"f{i}": "and so on it went for quite a while until the end of it" for i in range(30)}
    found = {}
    for name, last in (("near", "b"), ("far", "z")):  # chunks stand in the order of their ids
        texts = filler | {"a": "zebra", last: "quagga"}
        corpus = index(texts, {key: [1, 0] for key in texts}, dict.fromkeys(texts, "v"))
        found[name] = measured(question("zebra quagga", [1, 0], "v"), corpus, "v")
    assert found["near"]["ngrams_seen"] == found["far"]["ngrams_seen"]
    assert found["near"]["ngrams_together"] == pytest.approx(2 * found["far"]["ngrams_together"], rel=0.5)
    assert found["near"]["ngrams_together"] > found["far"]["ngrams_together"] > 0


def test_names_and_numbers_that_are_not_said():
    units = units_of(CORPUS, "pots")
    assert unseen("Does Ms Reed bend cones at 1200 or at 1300 in Delft?", units) == ["Delft", "1300"]
    assert unseen("Delft", units) == []  # the first word has a capital anyway
    assert measured(question("Is it Ms Rye?", [1, 0], "pots"))["names_unseen"] == 1


def test_what_another_video_says_counts_for_nothing():
    assert unseen("is Glaze here", units_of(CORPUS, "pots")) == ["Glaze"]
    assert measured(question("glaze drips", [1, 0], "pots"))["ngrams_seen"] == 0
    assert measured(question("glaze drips", [1, 0], "glaze"), video="glaze")["ngrams_seen"] == 1


def test_moments_are_those_of_all_vectors():
    corpus = random_index(5000, videos=2)  # more than one block
    mean, covariance = moments(corpus)
    wide = corpus.vectors.astype(np.float64)
    assert mean == pytest.approx(wide.mean(axis=0), abs=1e-9)
    assert covariance == pytest.approx(np.cov(wide.T, bias=True), abs=1e-9)


def test_case_36_an_empty_scope_gives_zeros():
    assert set(measured(question("clay", [1, 0], "none"), video="none").values()) == {0.0}


@given(
    st.lists(st.sampled_from(["clay", "Oven", "kiln", "7", "?", "窯で焼く"]), max_size=5), st.integers(0, 3)
)
def test_always_finite(words, chunks):
    texts = dict(list(TEXTS.items())[:chunks])
    corpus = index(texts, {name: VECTORS[name] for name in texts}, dict.fromkeys(texts, "v"))
    found = measured(question(" ".join(words), [1, 0], "v"), corpus, "v")
    assert all(np.isfinite(value) for value in found.values())
    assert 0 <= found["ngrams_together"] <= 1
