import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stages.evaluate.coverage import coverage
from stages.evaluate.documents import Document
from stages.evaluate.passages import delivered, top
from stages.evaluate.ranks import first_touches, reciprocal_rank
from stages.evaluate.regions import region
from tests.evaluate.world import DOCUMENTS, LINES, at, gold

CASE = Path(__file__).parents[1] / "cases" / "41-recall-with-duplicates"
ROWS = json.loads((CASE / "rows.json").read_text(encoding="utf-8"))
EXPECT = json.loads((CASE / "expect.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("number", range(len(ROWS)))
def test_case_41_with_a_passage_of_equal_length_for_each_id(number):
    ids = "ABCDXY"
    documents = {"v": Document(" ".join(i * 4 for i in ids))}
    spans = {i: ("v", 5 * n, 5 * n + 4) for n, i in enumerate(ids)}
    row = ROWS[number]
    rows = [
        {"rank": rank, "video_id": "v", "char_start": spans[hit][1], "char_end": spans[hit][2]}
        for rank, hit in enumerate(row["hits"], start=1)
    ]
    alternatives = [region(spans[i] for i in row["gold"])]
    passages = delivered(rows, documents)
    share = coverage(alternatives, region(top(passages, row["k"])), documents)
    assert share == EXPECT["recall"][number]
    assert (share > 0) == EXPECT["hit"][number]
    in_k = [passage for passage in passages if passage.rank <= row["k"]]
    found = reciprocal_rank(first_touches(in_k, alternatives, documents))
    assert found == pytest.approx(EXPECT["reciprocal_rank"][number])


def test_by_hand():
    # "Wait 15 minutes," has 14 non-space characters, "Wait 15" 6 of them.
    assert coverage([gold("Wait 15 minutes,")], region([at("Wait 15")]), DOCUMENTS) == 6 / 14
    # Found twice, it counts once.
    assert coverage([gold("Wait 15 minutes,")], region([at("Wait 15")] * 2), DOCUMENTS) == 6 / 14


def test_the_best_alternative_counts_not_the_sum():
    alternatives = [gold("Wait 15", "minutes,"), gold("Never open")]
    assert coverage(alternatives, region([at("Wait 15")]), DOCUMENTS) == 6 / 14
    assert coverage(alternatives, region([at("Never")]), DOCUMENTS) == 5 / 9
    assert coverage(alternatives, region([at("Wait 15"), at("Never")]), DOCUMENTS) == 5 / 9


def test_another_video_or_no_gold_is_a_miss():
    assert coverage([gold("Wait 15 minutes,")], region([at("Wait 15", "tram")]), DOCUMENTS) == 0
    assert coverage([], region(LINES), DOCUMENTS) == 0
    assert coverage([gold("Wait 15 minutes,")], region([]), DOCUMENTS) == 0


@given(st.lists(st.sampled_from(LINES), max_size=5), st.sampled_from(LINES))
def test_more_never_covers_less(found, another):
    alternatives = [gold("Wait 15 minutes, then", "The kiln"), gold("Never open")]
    before = coverage(alternatives, region(found), DOCUMENTS)
    assert before <= coverage(alternatives, region([*found, another]), DOCUMENTS) <= 1
