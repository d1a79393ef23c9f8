import pytest
from hypothesis import given
from hypothesis import strategies as st

from stages.evaluate.exactness import iou, precision
from tests.evaluate.world import DOCUMENTS, LINES, at, gold


def test_by_hand():
    # Gold "Wait 15 minutes," has 14 characters, "Wait 15" 6; "15 minutes, then" 14, of which 10 are gold.
    wait = [gold("Wait 15 minutes,")]
    assert precision(wait, [at("Wait 15")], DOCUMENTS) == 1
    assert iou(wait, [at("Wait 15")], DOCUMENTS) == 6 / 14
    assert precision(wait, [at("15 minutes, then")], DOCUMENTS) == 10 / 14
    assert iou(wait, [at("15 minutes, then")], DOCUMENTS) == 10 / 18
    assert iou(wait, [at("Wait 15 minutes,")], DOCUMENTS) == 1


@pytest.mark.parametrize("measure", [precision, iou])
def test_what_is_delivered_again_is_read_again(measure):
    wait = [gold("Wait 15 minutes,")]
    once = [LINES[2], LINES[0]]
    assert measure(wait, [*once, LINES[2]], DOCUMENTS) < measure(wait, once, DOCUMENTS)
    # Of 14 + 14 delivered characters the 10 of "15 minutes," are gold, once.
    twice = [at("15 minutes, then")] * 2
    assert precision(wait, twice, DOCUMENTS) == 10 / 28
    assert iou(wait, twice, DOCUMENTS) == 10 / (28 + 14 - 10)


@pytest.mark.parametrize("measure", [precision, iou])
def test_nothing_delivered_or_no_gold_is_zero(measure):
    assert measure([gold("Wait 15")], [], DOCUMENTS) == 0
    assert measure([], LINES, DOCUMENTS) == 0
    assert measure([], [], DOCUMENTS) == 0


@given(st.lists(st.sampled_from(LINES), max_size=4))
def test_iou_is_at_most_precision(found):
    alternatives = [gold("Wait 15 minutes, then", "The kiln"), gold("Never open")]
    assert 0 <= iou(alternatives, found, DOCUMENTS) <= precision(alternatives, found, DOCUMENTS) <= 1
