import pytest
from hypothesis import given
from hypothesis import strategies as st

from stages.commands.auditing.sample import check_sample, draw, readable, sizes
from stages.core.errors import UserError


def row(query_id, kind=None, alternatives=((1,),)):
    return {
        "query_id": query_id,
        "label": "negative" if kind else "answerable",
        "negative_kind": kind,
        "video_id": "v",
        "alternatives": [] if kind else list(alternatives),
    }


GOLD = [
    *(row(f"near{i}", "near") for i in range(40)),
    *(row(f"far{i}", "far") for i in range(6)),
    *(row(f"yes{i}") for i in range(30)),
]


def count(names, prefix):
    return sum(name.startswith(prefix) for name in names)


def test_so_many_of_each_kind_and_a_decoy_for_every_four():
    drawn = draw(GOLD, sizes(GOLD, [], 10))
    assert [count(drawn, kind) for kind in ("near", "far", "yes")] == [10, 6, 4]
    assert sizes(GOLD, ["far"], 5) == {"far": 5}
    assert [count(draw(GOLD, {"far": 5}), kind) for kind in ("near", "far", "yes")] == [0, 5, 2]


def test_an_unknown_kind_is_named_with_those_there_are():
    with pytest.raises(UserError, match=r"--kind nearr: there is none; this split has far, near"):
        sizes(GOLD, ["nearr"], 5)
    assert sizes([row("yes")], [], 5) == {}


@given(st.permutations(GOLD), st.integers(1, 20), st.integers(0, 20))
def test_a_larger_sample_holds_a_smaller_one_whatever_the_order(gold, n, more):
    small, large = draw(gold, sizes(gold, [], n)), draw(GOLD, sizes(GOLD, [], n + more))
    assert small <= large


@given(st.sets(st.integers(0, 39)))
def test_what_is_gone_from_the_dataset_makes_place_for_the_next_alone(gone):
    left = [one for one in GOLD if one["query_id"] not in {f"near{i}" for i in gone}]
    before, after = draw(GOLD, sizes(GOLD, [], 10)), draw(left, sizes(left, [], 10))
    kept = {one["query_id"] for one in left}
    assert {name for name in before & kept if name.startswith("near")} <= after


def test_every_negative_is_drawn_as_often_as_another():
    """Over many datasets of other ids: blind to order, kind and label."""
    drawn = [draw([row(f"{i}-{j}", "near") for j in range(10)], {"near": 3}) for i in range(600)]
    per_place = [sum(f"{i}-{j}" in names for i, names in enumerate(drawn)) for j in range(10)]
    assert sum(per_place) == 1800
    assert all(130 <= hits <= 230 for hits in per_place)  # 180 expected, 4.5 standard deviations


def test_only_what_one_transcript_can_answer_is_drawn():
    gold = [row("a", "near"), row("b", "near"), row("c"), row("lost", alternatives=())]
    queries = {name: {"scope": None if name == "b" else "v"} for name in ("a", "b", "c", "lost")}
    assert [one["query_id"] for one in readable(gold, queries)] == ["a", "c"]


def test_marks_must_be_of_the_whole_sample():
    drawn = draw(GOLD, sizes(GOLD, [], 10))
    check_sample(drawn, GOLD)
    check_sample(draw(GOLD, {"near": 7}), GOLD)
    negative = next(name for name in sorted(drawn) if name.startswith("near"))
    decoy = next(name for name in sorted(drawn) if name.startswith("yes"))
    other = next(one["query_id"] for one in GOLD if one["query_id"] not in drawn)
    assert other.startswith("near")
    for wrong in (drawn - {decoy}, drawn - {negative} | {other}, drawn | {other} - {decoy}):
        with pytest.raises(UserError, match="not of a sample"):
            check_sample(wrong, GOLD)
    with pytest.raises(UserError, match=r"question zzz .* is none of this dataset"):
        check_sample(drawn | {"zzz"}, GOLD)
