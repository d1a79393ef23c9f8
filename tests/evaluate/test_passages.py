import pytest
from hypothesis import given
from hypothesis import strategies as st

from stages.evaluate.passages import Passage, delivered, top, within_budget
from stages.evaluate.regions import region, size
from tests.evaluate.world import DOCUMENTS, LINES, TALK, ranked


def row(rank, span):
    return {"rank": rank, "video_id": span[0], "char_start": span[1], "char_end": span[2]}


def test_rows_in_any_order_have_their_ranks():
    rows = [row(rank, span) for rank, span in enumerate(LINES, start=1)]
    assert delivered(rows[::-1], DOCUMENTS) == ranked(*LINES)


def test_a_second_row_of_a_rank_moves_down_and_a_gap_stays():
    found = delivered([row(1, LINES[0]), row(1, LINES[1]), row(2, LINES[2]), row(9, LINES[3])], DOCUMENTS)
    assert [passage.rank for passage in found] == [1, 2, 3, 9]
    assert [passage.rank for passage in delivered([row(0, LINES[0]), row(-5, LINES[1])], DOCUMENTS)] == [1, 2]
    later = delivered([row(3, LINES[0]), row(3, LINES[1]), row(4, LINES[2])], DOCUMENTS)
    assert [passage.rank for passage in later] == [3, 4, 5]


@pytest.mark.parametrize(
    "span", [("talk", -1, 5), ("talk", 5, 5), ("talk", 0, len(TALK.text) + 1), ("nowhere", 0, 5)]
)
def test_a_span_outside_its_transcript_delivers_nothing_and_keeps_its_rank(span):
    assert delivered([row(1, span), row(2, LINES[0])], DOCUMENTS) == [Passage(2, *LINES[0])]


def test_ranks_below_the_fiftieth_deliver_nothing():
    rows = [row(rank, LINES[0]) for rank in range(1, 80)]
    assert [passage.rank for passage in delivered(rows, DOCUMENTS)] == list(range(1, 51))
    assert delivered([row(51, LINES[0])], DOCUMENTS) == []


def test_top_is_by_rank_not_by_number_of_rows():
    passages = [Passage(1, *LINES[0]), Passage(4, *LINES[1])]
    assert top(passages, 3) == [LINES[0]]


def test_the_budget_cuts_the_last_span_and_counts_repeats():
    passages = ranked(LINES[0], LINES[0], LINES[2])  # 7, 7 and 7 words
    assert within_budget(passages, 7, DOCUMENTS) == [LINES[0]]
    assert within_budget(passages, 14, DOCUMENTS) == [LINES[0], LINES[0]]
    *_, (video_id, start, end) = within_budget(passages, 17, DOCUMENTS)
    assert DOCUMENTS[video_id].text[start:end] == "Wait 15 minutes,"
    assert within_budget([], 17, DOCUMENTS) == []


@given(st.lists(st.sampled_from(LINES), max_size=6), st.integers(1, 60))
def test_the_budget_is_never_exceeded_nor_left_unused(spans, budget):
    def words(found):
        return sum(len(TALK.text[start:end].split()) for _, start, end in found)

    found = within_budget(ranked(*spans), budget, DOCUMENTS)
    assert words(found) == min(budget, words(spans))
    more = within_budget(ranked(*spans), budget + 1, DOCUMENTS)
    assert size(region(more), DOCUMENTS) >= size(region(found), DOCUMENTS)
