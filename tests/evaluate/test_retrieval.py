from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stages.evaluate.passages import delivered
from stages.evaluate.regions import region
from stages.evaluate.retrieval import retrieval_figures, retrieval_values
from stages.evaluate.settings import retrieval_measures
from tests.evaluate.world import CHUNKS, DOCUMENTS, LINES, SETTINGS, answerable, gold, negative, ranked

QUESTION = answerable(gold("Wait 15 minutes, then open the door."))


def values(*spans, question=QUESTION):
    return retrieval_values(question, ranked(*spans), CHUNKS, DOCUMENTS, SETTINGS)


def test_by_hand():
    found = values(LINES[0], LINES[2], LINES[1])
    assert sorted(found) == sorted(retrieval_measures(SETTINGS.ks, SETTINGS.budgets_words))
    assert {name: found[name] for name in ("recall_at_1", "any_at_1", "coverage_at_1", "precision_at_1")} == {
        "recall_at_1": 0,
        "any_at_1": 0,
        "coverage_at_1": 0,
        "precision_at_1": 0,
    }
    assert (found["recall_at_3"], found["any_at_3"], found["coverage_at_3"]) == (1, 1, 1)
    # The three lines have 33, 29 and 30 non-space characters.
    assert found["precision_at_3"] == found["iou_at_3"] == 30 / (33 + 30 + 29)
    assert found["mrr"] == 1 / 2
    # Seven words are the first line, three more reach "Wait 15 minutes,": 14 of 30.
    assert (found["coverage_at_5w"], found["recall_at_5w"]) == (0, 0)
    assert (found["coverage_at_10w"], found["recall_at_10w"]) == (14 / 30, 0)
    assert (found["coverage_at_20w"], found["recall_at_20w"]) == (1, 1)


def test_chunks_delivered_in_a_window_are_not_missed_as_passages():
    first, last = LINES[1], LINES[2]
    both = answerable(region([first, last]))
    window = (first[0], first[1], last[2])
    assert values(first, question=both)["ndcg_at_10"] < 1  # the other line could have been delivered
    assert values(window, question=both)["ndcg_at_10"] == 1
    assert values(*[LINES[0]] * 10, window, question=both)["ndcg_at_10"] == 0


def test_a_question_without_ranking_or_gold_misses_everywhere():
    assert set(values().values()) == {0.0}
    assert set(values(*LINES, question=answerable()).values()) == {0.0}


ROWS = st.lists(st.tuples(st.integers(1, 6), st.sampled_from(LINES)), max_size=6)
NEVER_RAISED = ("recall", "any", "coverage", "mrr", "ndcg")
"""Not precision and IoU: a repeat that takes the place of a longer useless passage is less to read."""


def measured(rows):
    rows = [{"rank": r, "video_id": v, "char_start": a, "char_end": b} for r, (v, a, b) in rows]
    return retrieval_values(QUESTION, delivered(rows, DOCUMENTS), CHUNKS, DOCUMENTS, SETTINGS)


@given(ROWS, st.data())
def test_a_repeated_row_never_raises_a_score(rows, data):
    if rows:
        before, after = measured(rows), measured([*rows, data.draw(st.sampled_from(rows))])
        for name, value in before.items():
            if name.startswith(NEVER_RAISED):
                assert after[name] <= value + 1e-12, name


@given(ROWS)
def test_values_are_shares_grow_with_k_and_do_not_depend_on_the_order_of_rows(rows):
    found = measured(rows)
    assert measured(rows[::-1]) == found
    assert all(0 <= value <= 1 + 1e-12 for value in found.values())
    for name in ("recall", "any", "coverage"):
        by_k = [found[f"{name}_at_{k}"] for k in SETTINGS.ks]
        assert by_k == sorted(by_k)
    by_budget = [found[f"coverage_at_{budget}w"] for budget in SETTINGS.budgets_words]
    assert by_budget == sorted(by_budget)


def test_figures_count_every_answerable_question_and_no_negative():
    questions = [answerable(gold("Never open it"), query_id="a"), answerable(query_id="b"), negative()]
    by_question = {q.query_id: values(*LINES, question=q) for q in questions[:2]}
    figures = retrieval_figures(by_question, questions, DOCUMENTS, SETTINGS)
    assert list(figures) == retrieval_measures(SETTINGS.ks, SETTINGS.budgets_words)
    assert {figure["n"] for figure in figures.values()} == {2}
    assert (figures["recall_at_3"]["value"], figures["recall_at_3"]["hits"]) == (0.5, 1)
    assert figures["coverage_at_3"]["hits"] is None
    assert figures["recall_at_3"]["cluster_low"] is None  # one video


def test_a_budget_stands_beside_its_floor_and_ceiling():
    figures = retrieval_figures({"q": values(*LINES)}, [QUESTION], DOCUMENTS, SETTINGS)
    for budget in SETTINGS.budgets_words:
        for name in ("recall", "coverage"):
            figure = figures[f"{name}_at_{budget}w"]
            assert 0 <= figure["floor"] <= figure["ceiling"] <= 1
            assert figure["informative"] is (figure["uninformative_reason"] is None)
    # Of 25 windows of five words, five hold half of the gold's 30 characters; its best five words have 25.
    assert (figures["recall_at_5w"]["floor"], figures["recall_at_5w"]["ceiling"]) == (5 / 25, 1)
    assert figures["coverage_at_5w"]["ceiling"] == 25 / 30
    assert figures["coverage_at_5w"]["informative"] is True
    assert "random window" in figures["recall_at_20w"]["uninformative_reason"]
    four = replace(SETTINGS, budgets_words=[4])
    narrow = retrieval_figures(
        {"q": retrieval_values(QUESTION, [], CHUNKS, DOCUMENTS, four)}, [QUESTION], DOCUMENTS, four
    )
    assert "best possible is 0.70" in narrow["coverage_at_4w"]["uninformative_reason"]  # 21 of 30


def test_without_questions_all_is_null():
    figures = retrieval_figures({}, [negative()], DOCUMENTS, SETTINGS)
    assert {(figure["value"], figure["n"]) for figure in figures.values()} == {(None, 0)}
    assert figures["recall_at_5w"]["uninformative_reason"] == "no answerable questions"
    with pytest.raises(KeyError):
        retrieval_figures({}, [QUESTION], DOCUMENTS, SETTINGS)  # no question leaves in silence
