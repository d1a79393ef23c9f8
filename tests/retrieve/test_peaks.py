from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stages.core.terms import terms
from stages.index.lexicon import lexicon
from stages.retrieve.index import unit
from stages.retrieve.lexicon import Lexicon
from stages.retrieve.passages import searched
from stages.retrieve.peaks import Evidence, sought, windows_around_peaks
from stages.retrieve.settings import Weights
from stages.retrieve.units import units, units_near, units_of, windows
from tests.retrieve.corpus import index, question, random_index
from tests.retrieve.test_ranking import ask, settings

TEXTS = {
    "v:0": "we fill the kiln with clay pots",
    "v:1": "then it is lit",
    "v:2": "the heat goes up slowly over nine hours",
    "v:3": "after that we eat lunch",
    "w:0": "glaze is mixed with water",
    "w:1": "the kiln is cold by then",
}
VECTORS = {
    "v:0": [1, 0, 0], "v:1": [0.6, 0.8, 0], "v:2": [0, 1, 0], "v:3": [0, 0, 1], "w:0": [0, 0.6, 0.8],
    "w:1": [0.8, 0, 0.6],
}  # fmt: skip
VIDEOS = {name: name[0] for name in TEXTS}


@pytest.fixture
def corpus():
    return index(TEXTS, VECTORS, VIDEOS)


def test_units_stand_in_the_order_of_the_text_and_videos_do_not_touch():
    jumbled = {"c": "one two", "a": "three", "b": "four"}
    made = index(jumbled, dict.fromkeys(jumbled, (1, 0)), dict.fromkeys(jumbled, "v"))
    made.char_starts[:], made.char_ends[:] = [20, 10, 0], [25, 15, 5]  # of a, b and c
    found = units_of(made, "v")
    assert [made.chunk_ids[row] for row in found.rows] == ["c", "b", "a"]
    assert found.follows.tolist() == [False, True, True]
    assert found.n_words.tolist() == [2, 1, 1]


def test_the_vector_of_a_window_is_the_sum_of_its_units(corpus):
    whole = units(corpus, corpus.rows(None))
    asked = question("heat", [0, 1, 0])
    found = sought(asked, whole, corpus)
    width = 12
    around = windows(whole, width)
    assert around.first.tolist() == [0, 0, 1, 3, 4, 4]  # middles at 3.5, 9, 15 and 21.5; 2.5 and 8
    assert around.after.tolist() == [2, 3, 3, 4, 6, 6]
    vectors = unit(np.array([VECTORS[name] for name in sorted(TEXTS)]))
    expected = [
        float(unit(vectors[first:after].sum(axis=0)[None])[0] @ [0, 1, 0])
        for first, after in zip(around.first, around.after, strict=True)
    ]
    assert found.evidence(6).dense[1] == pytest.approx(expected, abs=1e-6)  # 2 times 6 words


def test_the_bm25_of_a_window_is_that_of_its_text_as_one():
    """By bm25s, over the windows as documents of their own: lengths alike, so only the idf differs."""
    texts = {f"v:{i}": text for i, text in enumerate(["kiln hot", "clay hot", "kiln kiln", "glaze dry"])}
    made = index(texts, dict.fromkeys(texts, (1, 0)), dict.fromkeys(texts, "v"))
    whole = units_of(made, "v")
    found = sought(question("hot kiln", [1, 0]), whole, made).words.bm25(windows(whole, 2))
    assert found == pytest.approx(Lexicon(lexicon(list(texts.values()), 1.2, 0.75)).scores(terms("hot kiln")))
    wide = sought(question("kiln", [1, 0]), whole, made).words.bm25(windows(whole, 4.1))
    counts, lengths = np.array([1, 3, 2, 2]), np.array([4, 6, 6, 4])
    idf = np.log(1 + (4 - 2 + 0.5) / 2.5)
    assert wide == pytest.approx(idf * counts / (counts + 1.2 * (0.25 + 0.75 * lengths / lengths.mean())))


def test_n_grams_find_a_word_that_recognition_parted(corpus):
    heard = index({"v:0": "the fay ette ville road", "v:1": "the other one"}, {"v:0": [1, 0], "v:1": [1, 0]})
    found = sought(question("Fayetteville", [1, 0]), units_of(heard, "v"), heard).evidence(3)
    assert found.bm25.max() == 0
    assert found.ngrams[-1].tolist() == [pytest.approx(found.ngrams[-1][0]), 0.0]
    assert found.ngrams[-1][0] > 0


def test_scores_by_hand():
    evidence = Evidence(
        dense=np.array([[1.0, 3.0]] * 4), bm25=np.array([[5.0, 5.0]] * 4), ngrams=np.array([[9.0, 1.0]] * 4)
    )
    assert evidence.scores(Weights(dense=3.0, bm25=1.0, ngrams=1.0)).tolist() == [-0.4, 0.4]


def test_a_window_grows_to_the_better_side_and_stops_nearest_to_the_width(corpus):
    whole = units_of(corpus, "v")  # of 7, 4, 8 and 5 words
    scores = np.array([0.0, 0.5, 1.0, 0.4])
    assert [tuple(peak) for peak in windows_around_peaks(scores, whole, 8, 9)] == [
        (2, 2, 3), (1, 0, 2), (3, 3, 4),
    ]  # fmt: skip
    assert [tuple(peak) for peak in windows_around_peaks(scores, whole, 10, 9)] == [
        (2, 1, 3), (3, 3, 4), (0, 0, 1),
    ]  # fmt: skip
    assert [tuple(peak) for peak in windows_around_peaks(scores, whole, 17, 1)] == [(2, 1, 4)]


@given(
    st.lists(st.tuples(st.integers(1, 30), st.booleans(), st.floats(-2, 2)), max_size=30),
    st.integers(1, 100),
    st.integers(1, 50),
)
def test_windows_are_disjoint_cross_no_border_and_are_about_as_wide_as_asked(rows, width, depth):
    names = [f"{sum(new for _, new, _ in rows[: i + 1]):02}:{i:02}" for i in range(len(rows))]
    texts = {name: "word " * words for name, (words, _, _) in zip(names, rows, strict=True)}
    made = index(texts, dict.fromkeys(texts, (1, 0)), {name: name[:2] for name in names})
    whole = units(made, made.rows(None))
    found = windows_around_peaks(np.array([score for *_, score in rows]), whole, width, depth)
    taken = [one for peak in found for one in range(peak.first, peak.after)]
    assert len(set(taken)) == len(taken)
    assert len(found) == depth or len(taken) == len(rows)
    for peak in found:
        assert peak.first <= peak.unit < peak.after
        assert len({made.video_ids[row] for row in whole.rows[peak.first : peak.after]}) == 1
        words = whole.n_words[peak.first : peak.after]
        assert words.sum() <= width + max(words) / 2 or len(words) == 1


def test_in_the_corpus_it_looks_around_what_was_found(corpus):
    near = units_near(corpus, np.array([0]), 7)
    assert [corpus.chunk_ids[row] for row in near.rows] == ["v:0", "v:1"]
    asked = question("kiln", [1, 0, 0])
    ((rows, _),) = ask([asked], corpus, settings("peaks"))
    assert {row["video_id"] for row in rows} == {"v", "w"}


def test_searched_in_a_video_is_the_video_whatever_was_found(corpus):
    asked = question("kiln", [1, 0, 0], "w")
    found = searched(asked, None, None, corpus, 1)  # type: ignore[arg-type]
    assert [corpus.chunk_ids[row] for row in found.rows] == ["w:0", "w:1"]


def test_a_passage_is_the_text_from_its_first_unit_to_its_last():
    made = random_index(60, videos=2)
    ((rows, _),) = ask([question("kiln heat", made.vectors[3], "v1")], made, settings("peaks", 50))
    spans = sorted((row["char_start"], row["char_end"]) for row in rows)
    assert all(one[1] <= other[0] for one, other in pairwise(spans))
    for row in rows:
        chunk = made.row_of[row["chunk_id"]]
        assert row["char_start"] <= made.char_starts[chunk] < made.char_ends[chunk] <= row["char_end"]
