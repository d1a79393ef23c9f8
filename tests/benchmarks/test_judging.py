import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.judging import mean_coverage, once, values, without
from stages.evaluate.documents import Document
from stages.evaluate.passages import Passage
from stages.evaluate.questions import Question

TEXT = " ".join(f"word{i}" for i in range(900))
DOCUMENTS = {"v": Document(TEXT)}
SPANS = st.tuples(st.integers(0, 60), st.integers(1, 30)).map(lambda pair: (pair[0], pair[0] + pair[1]))


def words(first, last):
    """The span of some words."""
    edges = DOCUMENTS["v"].words
    return int(edges[first, 0]), int(edges[last - 1, 1])


def ranked(*spans):
    return [Passage(rank, "v", *span) for rank, span in enumerate(spans, start=1)]


def question(*span):
    return Question("q", True, None, "v", ({"v": [span]},))


@given(SPANS, st.lists(SPANS, max_size=5))
def test_without_is_the_difference_of_sets_of_characters(span, seen):
    left = without(span, seen)
    gone = {i for start, end in seen for i in range(start, end)}
    assert {i for start, end in left for i in range(start, end)} == set(range(*span)) - gone
    assert sum(end - start for start, end in left) == len(set(range(*span)) - gone)


def test_a_repeated_word_costs_nothing():
    gold = question(*words(200, 300))
    repeats = ranked(*([words(0, 100)] * 7), words(200, 300))
    found = values({"q": repeats}, [gold], DOCUMENTS)
    assert found["coverage_at_200w"] == [1.0]
    assert len(once(repeats, 800, DOCUMENTS)) == 2


def test_the_budget_cuts_the_last_passage():
    gold = question(*words(0, 400))
    found = values({"q": ranked(words(0, 400))}, [gold], DOCUMENTS)
    assert 0.45 < found["coverage_at_200w"][0] < 0.55
    assert found["coverage_at_400w"] == found["recall_at_400w"] == [1.0]


def test_a_question_without_a_ranking_gets_nothing():
    found = values({}, [question(*words(0, 10))], DOCUMENTS)
    assert set(np.concatenate(list(found.values()))) == {0.0}
    assert mean_coverage(found) == 0.0


def test_mean_coverage_is_over_questions_and_budgets():
    gold = [question(*words(0, 10)), question(*words(300, 310))]
    found = values({"q": ranked(words(0, 100), words(200, 400))}, gold, DOCUMENTS)
    assert mean_coverage(found) == np.mean([1, 0, 1, 1, 1, 1])
