import dataclasses

import pytest

from stages.commands.comparison import comparison, notes_on, regressions
from stages.commands.pairing import pair
from tests.commands.made_runs import ANSWERABLE, made_run


def compared(a, b, measure):
    return comparison([a, b], pair([a, b]), measure)


def test_by_hand():
    found = compared(made_run("A", wrong="a1"), made_run("B", wrong="a1 b1 b2"), "correct")
    assert found.means == (15 / 16, 13 / 16)
    difference = found.differences[0]
    assert difference.value == -2 / 16
    assert (difference.n, difference.clusters, difference.flipped_clusters) == (16, 8, 1)
    assert found.better_and_worse(0) == (0, 2)


def test_where_less_is_better_a_rise_is_worse():
    found = compared(made_run("A"), made_run("B", wrong="b1"), "false_refusal")
    assert found.differences[0].value == 1 / 16
    assert found.better_and_worse(0) == (0, 1)
    assert found.worst_case(0) == -found.differences[0].high


def test_the_gate_passes_where_no_question_differs_and_fails_where_a_loss_is_not_ruled_out():
    a = made_run("A", wrong="a1")
    same = [compared(a, a, measure) for measure in ("correct", "end_to_end")]
    assert regressions([a, a], same, margin=0) == []
    b = made_run("B", wrong="b1")
    found = [compared(a, b, "correct")]
    assert found[0].differences[0].value == 0
    low = found[0].worst_case(0)
    assert regressions([a, b], found, margin=-low) == []
    (failure,) = regressions([a, b], found, margin=-low - 0.001)
    assert failure.startswith(f"correct of B: it may be worse than A by up to {-low:.3f}")


def test_the_gate_fails_closed_where_too_few_videos_tell():
    some = " ".join(q for q in (*ANSWERABLE, *(f"{v}-" for v in "abcdefgh")) if q[0] in "fgh")
    a, b = made_run("A", without=some), made_run("B", wrong="a1", without=some)
    (failure,) = regressions([a, b], [compared(a, b, "correct")], margin=0.9)
    assert failure == "correct of B: 5 videos are too few for an interval"


def test_the_gate_fails_closed_on_null_and_on_other_questions():
    a = made_run("A")
    null = dataclasses.replace(a, values={**a.values, "correct": {}})
    (failure,) = regressions([a, null], [compared(a, null, "correct")], margin=1)
    assert "no question has a value" in failure
    fewer = {query_id: value for query_id, value in a.values["correct"].items() if query_id != "a1"}
    some = dataclasses.replace(a, values={**a.values, "correct": fewer})
    found = compared(a, some, "correct")
    (failure,) = regressions([a, some], [found], margin=1)
    assert "not over the same questions" in failure
    assert "16 in A, 15 in A" in notes_on(found, [a, some])[0]


def test_differences_in_few_videos_are_said():
    a, b = made_run("A"), made_run("B", wrong="a1 a2")
    assert "differs in 1 of 8 videos only" in notes_on(compared(a, b, "correct"), [a, b])[0]
    assert notes_on(compared(a, a, "correct"), [a, a]) == []


@pytest.mark.parametrize("measure", ["correct", "false_refusal", "end_to_end"])
def test_swapped_is_the_mirror_image(measure):
    a, b = made_run("A", wrong="a1 c2 d-"), made_run("B", wrong="b1 e1 f1 g1 h2 h-")
    there, back = compared(a, b, measure), compared(b, a, measure)
    assert there.means == back.means[::-1]
    first, second = there.differences[0], back.differences[0]
    assert (first.value, first.low, first.high, first.p) == (
        -second.value, -second.high, -second.low, second.p,
    )  # fmt: skip
    assert there.better_and_worse(0) == back.better_and_worse(0)[::-1]
