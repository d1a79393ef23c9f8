import pytest

from stages.commands.claiming.figures import find, interval_of, level_of, obstacles
from stages.evaluate.figures import proportion
from tests.commands.claiming.history import FIGURE


def reasons(looks=1, width=0.05, **changes):
    return [obstacle.reason for obstacle in obstacles(FIGURE | changes, looks, width)]


def test_nothing_stands_against_a_narrow_figure_of_many_videos():
    assert reasons() == []


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"n": 0, "value": None, "deff": None, "clusters": 0}, "n = 0"),
        ({"clusters": 9, "n": 100_000}, "9 videos, 10 needed"),
        ({"by_construction": True}, "by construction"),
        ({"by_construction": None}, "unknown whether by construction"),
        ({"informative": False, "uninformative_reason": "a random window reaches 0.87"}, "0.87"),
        ({"deff": None}, "no interval over videos"),  # a bootstrap
        ({"n": 40}, "wider than 0.05"),
    ],
)
def test_each_reason_alone(changes, reason):
    [found] = reasons(**changes)
    assert reason in found


def test_all_reasons_at_once():
    assert (
        len(reasons(clusters=4, by_construction=True, informative=False, uninformative_reason="x", n=9)) == 4
    )


def test_what_is_claimable_under_its_flags_stays_so():
    assert reasons(by_construction=False, informative=True, uninformative_reason=None) == []


def test_more_looks_ask_for_a_narrower_interval():
    half = {looks: (lambda i: (i[1] - i[0]) / 2)(interval_of(FIGURE, level_of(looks))) for looks in (1, 20)}
    assert half[1] < half[20]
    between = (half[1] + half[20]) / 2
    assert reasons(1, between) == []
    [reason] = reasons(20, between)
    assert "level 0.9975" in reason


def test_the_interval_is_the_one_in_the_file():
    hits = [1.0] * 50 + [0.0] * 7
    figure = proportion(hits, [f"video {i % 11}" for i in range(57)])
    assert interval_of(figure, 0.95) == (figure["cluster_low"], figure["cluster_high"])


def test_a_measure_is_found_in_whichever_file_it_stands():
    metrics = {"retrieval": {"mrr": {"value": 1}}, "abstention": {"refusal": {"value": 0}}}
    assert find(metrics, "refusal") == ("abstention", {"value": 0})
    with pytest.raises(KeyError):
        find(metrics, "correct")
