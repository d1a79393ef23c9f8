import json

import pytest

from stages.core.errors import UserError
from stages.evaluate.contamination import agreed, contamination_figures, marks_of
from stages.evaluate.intervals import wilson
from tests.evaluate.world import answerable, gold, negative

GOLD = gold("Wait 15 minutes, then open the door.")
QUESTIONS = [
    *(negative(f"n{i}", "near", cluster=f"v{i % 3}") for i in range(6)),
    *(negative(f"o{i}", "other", cluster=f"v{i % 3}") for i in range(3)),
    *(answerable(GOLD, query_id=f"a{i}", cluster=f"v{i % 3}") for i in range(4)),
]


def test_by_hand():
    marks = {
        "n0": "answered",
        "n1": "not answered",
        "n2": "malformed",
        "n3": "not answered",
        "n4": "cannot tell",
        "a0": "answered",
        "a1": "answered",
        "a2": "cannot tell",
        "gone": "answered",
    }
    found = contamination_figures(QUESTIONS, marks)
    near = found["contamination_by_kind"]["near"]
    assert (near["hits"], near["n"], near["value"], near["clusters"]) == (1, 4, 0.25, 3)
    assert (near["low"], near["high"]) == wilson(1, 4)
    assert near["cluster_low"] < near["low"] and near["cluster_high"] > near["high"]
    assert near["marks"] == {"answered": 1, "not answered": 2, "malformed": 1, "cannot tell": 1}
    other = found["contamination_by_kind"]["other"]
    assert (other["value"], other["n"], other["low"], sum(other["marks"].values())) == (None, 0, None, 0)
    decoys = found["decoys_recognised"]
    assert (decoys["hits"], decoys["n"]) == (2, 3)


def test_nothing_audited():
    found = contamination_figures(QUESTIONS, {})
    assert sorted(found["contamination_by_kind"]) == ["near", "other"]
    assert all((one["value"], one["n"]) == (None, 0) for one in found["contamination_by_kind"].values())
    assert (found["decoys_recognised"]["value"], found["decoys_recognised"]["n"]) == (None, 0)
    assert contamination_figures([], {})["contamination_by_kind"] == {}


def lines(*rows):
    return [row if isinstance(row, str) else json.dumps(row) for row in rows]


def test_the_marks_of_all_files_and_where_they_disagree_nobody_can_tell():
    first = marks_of(
        lines({"query_id": "x", "mark": "answered"}, {"query_id": "y", "mark": "malformed"}), "a.jsonl"
    )
    second = {"x": "not answered", "y": "malformed", "z": "answered"}
    assert first == {"x": "answered", "y": "malformed"}
    assert agreed([first, second]) == {"x": "cannot tell", "y": "malformed", "z": "answered"}
    assert agreed([]) == marks_of([], "none.jsonl") == {}


@pytest.mark.parametrize(
    "line",
    [
        {"query_id": "x", "mark": "maybe"},
        {"query_id": "x"},
        {"query_id": "", "mark": "answered"},
        {"query_id": "x", "mark": "answered", "text": "no text may be here"},
        '{"query_id": "x", "mark": "answered"',
        "",
    ],
)
def test_a_line_that_is_no_mark_is_named(line):
    with pytest.raises(UserError, match=r"a\.jsonl, line 2") as caught:
        marks_of(lines({"query_id": "y", "mark": "answered"}, line), "a.jsonl")
    assert "\n" not in str(caught.value)


def test_a_question_twice_is_named():
    with pytest.raises(UserError, match="question y twice"):
        marks_of(lines(*[{"query_id": "y", "mark": "answered"}] * 2), "a.jsonl")
