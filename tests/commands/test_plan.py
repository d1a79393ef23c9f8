"""`vidwise plan` of runs made by hand: 16 answerable questions of 8 videos."""

import json
from contextlib import contextmanager

import pytest
from typer.testing import CliRunner

from stages.cli import app
from stages.commands import runs
from stages.commands.plan import QUESTIONS_PER_VIDEO
from stages.core.errors import UserError
from stages.evaluate.planning import Spread, half_width, power
from tests.commands.made_runs import made_run

MADE = {
    "workspace": made_run("workspace", wrong="a1 a2 b1 b2"),
    "HEAD": made_run("HEAD", wrong="a1 b1 c1 d1 d2"),
    "same": made_run("same", wrong="a1 a2 b1 b2"),
    "perfect": made_run("perfect"),
}


@pytest.fixture(autouse=True)
def history(monkeypatch):
    class Past:
        def run(self, name, split):
            return MADE[name]

    @contextmanager
    def opened():
        yield Past()

    monkeypatch.setattr(runs, "history", opened)


def planned(*arguments):
    done = CliRunner().invoke(app, ["plan", *arguments, "--json"])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def test_the_fewest_videos_of_each_way_reach_the_goal_and_one_less_does_not():
    result = planned("--half-width", "0.06")
    # Two videos of eight are wrong throughout: a rate of 3/4, and alike within each video.
    assert (result["mean"], result["n"], result["clusters"], result["icc"]) == (0.75, 16, 8, 1.0)
    found = Spread(0.75, 0.1875, 1.0, 16, 8)
    assert [row["questions_per_video"] for row in result["half_width"]["rows"]] == list(QUESTIONS_PER_VIDEO)
    for row in result["half_width"]["rows"]:
        m, k = row["questions_per_video"], row["videos"]
        assert row["questions"] == m * k
        assert half_width(found, k, m) <= 0.06 < half_width(found, k - 1, m)
        assert row["half_width"] == pytest.approx(half_width(found, k, m), abs=1e-6)
    # All questions of a video say the same: it is videos that count.
    assert len({row["videos"] for row in result["half_width"]["rows"]}) == 1
    assert result["half_width"]["least_videos"] == result["half_width"]["rows"][0]["videos"]
    assert "difference" not in result


def test_an_icc_below_the_floor_is_planned_at_the_floor():
    MADE["apart"] = made_run("apart", wrong="a1 b1 c1 d1 e1 f1 g1 h1")
    result = planned("--run", "apart", "--difference", "0.2", "--half-width", "0.1")
    assert (result["icc"], result["half_width"]["icc"], result["difference"]["icc"]) == (0.0, 0.2, 0.0)
    videos = [row["videos"] for row in result["half_width"]["rows"]]
    assert videos == sorted(videos, reverse=True)
    assert videos[0] > 2 * videos[-1]


def test_a_difference_is_seen_in_four_of_five_cases():
    result = planned("--difference", "0.1", "--looks", "5")
    assert result["level"] == pytest.approx(0.99)
    found = Spread(0.75, 0.1875, 1.0, 16, 8)
    for row in result["difference"]["rows"]:
        m, k = row["questions_per_video"], row["videos"]
        assert power(0.1, found, k, m, 0.99) >= 0.8 > power(0.1, found, k - 1, m, 0.99)
    assert "half_width" not in result


def test_against_a_run_the_spread_is_that_of_the_differences():
    # a2, b2 gained; c1, d1, d2 lost: mean -1/16, mean square 5/16.
    result = planned("--difference", "0.1", "--against", "HEAD")
    assert result["difference"]["variance"] == pytest.approx(5 / 16 - 1 / 256, abs=1e-6)
    assert result["difference"]["against"] == "HEAD"
    assert result["mean"] == 0.75


def test_only_one_number_of_questions_and_never_fewer_videos_than_may_be_claimed_from():
    result = planned("--half-width", "0.5", "--questions-per-video", "7")
    assert [(row["questions_per_video"], row["videos"]) for row in result["half_width"]["rows"]] == [(7, 10)]


def test_without_a_goal_it_is_the_width_of_a_claim():
    assert planned()["half_width"]["goal"] == 0.05


def test_what_is_printed():
    done = CliRunner().invoke(app, ["plan", "--half-width", "0.06", "--difference", "0.1"])
    assert done.exit_code == 0
    assert "recall_at_200w on dev of talks: 0.750, 16 questions of 8 videos, ICC 1.000" in done.stdout
    assert "half-width of 0.06 at level 0.95" in done.stdout
    assert "difference of 0.1 at level 0.95" in done.stdout
    assert "no number of questions is enough; this run has 8: more videos first." in done.stdout
    assert "note: assumed: differences between runs vary as this run's values do" in done.stdout
    assert "note: a half-width is what is to be expected" in done.stdout
    assert "note: an ICC from 8 videos says little" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--against", "HEAD"], "--against is for --difference"),
        (
            ["--difference", "0.1", "--against", "same"],
            "does not vary over the questions of workspace or from",
        ),
        (["--difference", "0.1", "--run", "perfect"], "does not vary over the questions of perfect; give"),
        (["--measure", "recal_at_5"], "did you mean recall_at_5"),
        (["--measure", "citations"], "no value per question"),
        (["--split", "train"], "give dev or test"),
    ],
)
def test_errors_are_one_line(arguments, message):
    done = CliRunner().invoke(app, ["plan", *arguments])
    assert isinstance(done.exception, UserError)
    assert message in str(done.exception)
    assert "\n" not in str(done.exception)
