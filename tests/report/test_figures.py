from stages.report.figures import by_depth, figures, group
from tests.report.world import metrics


def test_counts_and_groups_are_no_figures():
    assert list(figures(metrics()["citations"])) == ["grounded"]
    names = ["auroc", "decoys_recognised", "false_refusal", "refusal"]
    assert list(figures(metrics()["abstention"])) == names
    assert list(group(metrics()["abstention"], "refusal_by_kind")) == ["near", "other"]
    assert group(metrics()["abstention"], "no_such_group") == {}


def test_what_to_beware_of_stands_beside_the_figure():
    assert figures(metrics()["citations"])["grounded"].notes == ("by construction",)
    assert figures(metrics()["retrieval"])["recall_at_200w"].notes == (
        "not informative here: a random window",
    )
    assert figures(metrics()["retrieval"])["mrr"].notes == ()


def test_an_entry_may_lack_all_but_value_and_n():
    one = figures({"new_measure": {"value": None, "n": 0}})["new_measure"]
    assert (one.value, one.low, one.floor, one.notes) == (None, None, None, ())


def test_depths_and_budgets_are_kept_apart():
    found = figures(metrics()["retrieval"]).values()
    assert {k: one.value for k, one in by_depth(found, words=False)["recall"].items()} == {1: 0.5, 5: 0.75}
    assert {k: one.value for k, one in by_depth(found, words=True)["recall"].items()} == {200: 0.8}
