import pytest
from hypothesis import given
from hypothesis import strategies as st

from stages.evaluate.exactness import iou, precision
from stages.evaluate.regions import region
from tests.evaluate.world import DOCUMENTS, LINES, at, gold


def test_by_hand():
    # Gold "Wait 15 minutes," has 14 characters, "Wait 15" 6; "15 minutes, then" 14, of which 10 are gold.
    wait = [gold("Wait 15 minutes,")]
    assert precision(wait, region([at("Wait 15")]), DOCUMENTS) == 1
    assert iou(wait, region([at("Wait 15")]), DOCUMENTS) == 6 / 14
    assert precision(wait, region([at("15 minutes, then")]), DOCUMENTS) == 10 / 14
    assert iou(wait, region([at("15 minutes, then")]), DOCUMENTS) == 10 / 18
    assert iou(wait, region([at("Wait 15 minutes,")]), DOCUMENTS) == 1


@pytest.mark.parametrize("measure", [precision, iou])
def test_nothing_delivered_or_no_gold_is_zero(measure):
    assert measure([gold("Wait 15")], region([]), DOCUMENTS) == 0
    assert measure([], region(LINES), DOCUMENTS) == 0
    assert measure([], region([]), DOCUMENTS) == 0


@given(st.lists(st.sampled_from(LINES), max_size=4))
def test_iou_is_at_most_precision(found):
    alternatives = [gold("Wait 15 minutes, then", "The kiln"), gold("Never open")]
    assert (
        0
        <= iou(alternatives, region(found), DOCUMENTS)
        <= precision(alternatives, region(found), DOCUMENTS)
        <= 1
    )
