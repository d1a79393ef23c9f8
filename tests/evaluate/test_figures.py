import json
import subprocess
from pathlib import Path

import pytest

from stages.core.artifacts import read_json, write_json
from stages.core.errors import UserError
from stages.evaluate.figures import mean, proportion

CASES = Path(__file__).parents[1] / "cases"
KEYS = "value n hits low high cluster_low cluster_high clusters deff method".split()


def test_a_proportion_has_all_ten_keys():
    figure = proportion([1, 1, 0, 0], ["a", "a", "b", "c"])
    assert sorted(figure) == sorted(KEYS)
    assert (figure["value"], figure["n"], figure["hits"], figure["clusters"]) == (0.5, 4, 2, 3)
    assert figure["cluster_low"] < figure["low"] < 0.5 < figure["high"] < figure["cluster_high"]


def test_a_mean_has_no_hits_and_no_wilson():
    figure = mean([0.25, 0.75], ["a", "b"])
    assert sorted(figure) == sorted(KEYS)
    assert figure["value"] == 0.5
    assert [figure[key] for key in ("hits", "low", "high")] == [None] * 3
    assert figure["cluster_low"] is not None


@pytest.mark.parametrize("make", [proportion, mean])
def test_case_42_an_empty_group_is_null(make):
    expect = json.loads((CASES / "42-empty-denominators" / "expect.json").read_text())["empty_group"]
    figure = make([], [])
    assert (figure["value"], figure["n"]) == (expect["value"], expect["n"])
    assert [figure[key] for key in ("low", "high", "cluster_low", "cluster_high", "deff")] == [None] * 5


def test_case_45_nan_neither_spoils_a_mean_nor_reaches_a_file(tmp_path):
    case = CASES / "45-nan-in-metrics-json"
    expect = json.loads((case / "expect.json").read_text())
    with pytest.raises(UserError, match="is not JSON"):
        read_json(case / "scores.json")
    scores = json.loads((case / "scores.json").read_text())
    with pytest.raises(ValueError, match="in \\[0, 1\\]"):
        mean(scores["per_question"], ["a", "b", "c"])
    measured = [score for score in scores["per_question"] if score == score]
    figure = mean(measured, ["a", "c"])
    assert (figure["value"], figure["n"]) == (expect["mean"], expect["n"])
    assert len(scores["per_question"]) - figure["n"] == expect["unmeasured"]
    write_json(tmp_path / "out.json", scores | figure)
    assert read_json(tmp_path / "out.json")["per_question"] == [1.0, None, 0.5]
    for path, strict in ((tmp_path / "out.json", expect["strict"]), (case / "scores.json", False)):
        done = subprocess.run(["sh", case / "check.sh", path], capture_output=True, text=True, check=False)
        assert (done.stdout == "strict\n") is strict


def test_hits_are_whole():
    with pytest.raises(ValueError, match="0 or 1"):
        proportion([0.5], ["a"])
