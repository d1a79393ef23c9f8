import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stages.core.words import word_spans
from stages.evaluate.bounds import best_coverage, why_uninformative, window_coverages
from stages.evaluate.coverage import coverage
from stages.evaluate.documents import Document
from stages.evaluate.regions import region
from tests.evaluate.world import DOCUMENTS, TALK, at, gold

ALTERNATIVES = [gold("Wait 15 minutes, then", "The kiln"), gold("Never open")]


def test_floor_by_hand():
    documents = {"v": Document("aa bb cc dd")}
    # Windows of two words: aa bb, bb cc, cc dd. Of the gold "bb cc" they hold half, all, half.
    assert window_coverages([region([("v", 3, 8)])], 2, documents).tolist() == [0.5, 1, 0.5]
    assert window_coverages([region([("v", 3, 8)])], 4, documents).tolist() == [1]
    assert window_coverages([region([("v", 3, 8)])], 9, documents).tolist() == [1]
    assert window_coverages([], 2, documents).tolist() == [0]


@pytest.mark.parametrize("budget", [1, 3, 10, 26, 27, 28, 29, 100])
def test_floor_is_that_of_every_window_tried(budget):
    words = word_spans(TALK.text)
    budget = min(budget, len(words))
    windows = [("talk", words[i][0], words[i + budget - 1][1]) for i in range(len(words) - budget + 1)]
    tried = [coverage(ALTERNATIVES, region([window]), DOCUMENTS) for window in windows]
    assert window_coverages(ALTERNATIVES, budget, DOCUMENTS) == pytest.approx(tried)


def test_gold_of_two_videos_has_the_windows_of_both():
    both = [region([at("Wait", "tram"), at("Wait")])]
    found = window_coverages(both, 1, DOCUMENTS)
    counts = [len(word_spans(document.text)) for document in DOCUMENTS.values()]
    assert len(found) == sum(counts)
    assert sorted(found)[-2:] == [0.5, 0.5]  # no window is in two videos
    assert np.count_nonzero(found) == 2


def test_ceiling_by_hand():
    documents = {"v": Document("a bbb cc")}
    whole = [region([("v", 0, 8)])]
    assert [best_coverage(whole, b, documents) for b in (1, 2, 3, 4)] == pytest.approx([3 / 6, 5 / 6, 1, 1])
    assert best_coverage([region([("v", 0, 3)])], 1, documents) == 0.5  # a | b of bbb
    assert best_coverage([], 5, documents) == 0


@given(st.integers(1, 40))
def test_no_window_beats_the_ceiling(budget):
    assert window_coverages(ALTERNATIVES, budget, DOCUMENTS).max() <= best_coverage(
        ALTERNATIVES, budget, DOCUMENTS
    )


@pytest.mark.parametrize(
    ("floor", "ceiling", "reason"),
    [
        (0.1, 0.9, None),
        (0.5, 0.8, None),
        (0.51, 0.9, "random window"),
        (0.1, 0.79, "best possible"),
        (None, None, "no answerable"),
    ],
)
def test_what_a_budget_tells(floor, ceiling, reason):
    found = why_uninformative(floor, ceiling)
    assert found is None if reason is None else reason in found
