from stages.commands.pairing import pair
from stages.commands.standing import rows_of
from tests.commands.made_runs import ANSWERABLE, made_run

ALL_FIRST = " ".join(query_id for query_id in ANSWERABLE if query_id.endswith("1"))


def rows(*runs, measure="correct"):
    return rows_of(runs, pair(runs), measure)


def test_best_first_ties_share_a_rank_and_the_clearly_worse_is_marked():
    found = rows(
        made_run("bad", wrong=ALL_FIRST, max_tokens=32),
        made_run("good", max_tokens=64),
        made_run("also good", max_tokens=128),
        made_run("near", wrong="a1"),
    )
    assert [(row.rank, row.run) for row in found] == [(1, "also good"), (1, "good"), (3, "near"), (4, "bad")]
    assert [row.separated for row in found] == [False, False, False, True]
    assert [row.same_as for row in found] == [None, "also good", None, None]
    assert [row.value for row in found] == [1, 1, 15 / 16, 0.5]
    assert [row.settings for row in found[:2]] == [{"chunk.max_tokens": 128}, {"chunk.max_tokens": 64}]


def test_of_refusals_the_fewest_are_best():
    found = rows(made_run("more", wrong="a1 b1"), made_run("fewer", wrong="a1"), measure="false_refusal")
    assert [row.run for row in found] == ["fewer", "more"]
    assert [row.value for row in found] == [1 / 16, 2 / 16]
    assert found[1].behind == 1 / 16
