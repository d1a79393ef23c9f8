import json
import subprocess
from dataclasses import asdict, replace

import pytest

from stages.commands.claiming.ledger import (
    LEDGER,
    append,
    claimed,
    disagreements,
    line_of,
    read_ledger,
    unlike_the_lock,
)
from stages.core.errors import UserError
from stages.evaluate.intervals import wilson
from stages.evaluate.settings import Claim
from tests.commands.claiming.history import FIGURE, History

CLAIM = Claim("correct", "test")


@pytest.fixture
def history(tmp_path):
    history = History(tmp_path / "repo")
    history.declare()
    history.measure("a1")
    return history


@pytest.fixture
def line(history):
    return line_of(CLAIM, FIGURE, 2, history.git("rev-parse", "HEAD"), history.root)


def test_a_line_says_what_was_claimed(line, history):
    assert (line.dataset, line.dataset_digest, line.measure, line.split) == (
        "mini",
        "digest-of-mini.dir",
        "correct",
        "test",
    )
    assert (line.value, line.n, line.videos, line.looks, line.level) == (0.99, 400, 40, 2, 0.975)
    assert line.wilson_low == pytest.approx(wilson(396, 400, 0.975)[0], abs=1e-6)
    assert line.cluster_low < line.wilson_low  # deff is 1.5
    done = subprocess.run(
        ["sha256sum", "dvc.lock"], cwd=history.root, check=True, capture_output=True, text=True
    )
    assert line.dvc_lock_sha256 == done.stdout.split()[0]
    assert disagreements(line, history.root) == []


def test_a_mean_has_no_wilson_interval(history):
    line = line_of(CLAIM, FIGURE | {"hits": None}, 1, history.git("rev-parse", "HEAD"), history.root)
    assert line.wilson_low is line.wilson_high is None


def test_lines_are_added_and_read_back(line, history):
    assert read_ledger(history.root) == []
    append([line], history.root)
    append([replace(line, n=401)], history.root)
    assert read_ledger(history.root) == [line, replace(line, n=401)]


@pytest.mark.parametrize(
    "text", ["{", "[1]", "{}", '{"dataset": "x"}', '{"value": NaN}', "claimed: everything"]
)
def test_what_is_no_line_is_named(text, history):
    history.write(LEDGER, text + "\n")
    with pytest.raises(UserError, match=r"metrics/claims.jsonl.*line 1"):
        read_ledger(history.root)


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("value", 0.995, "value is 0.995"),
        ("value", 0.990002, "value is 0.990002"),
        ("n", 401, "n is 401"),
        ("videos", 41, "videos is 41"),
        ("cluster_low", 0.97, "cluster_low is 0.97"),
        ("wilson_high", 1.0, "wilson_high is 1.0"),
        ("wilson_low", None, "wilson_low is None"),
        ("level", 0.95, "level is 0.95"),
        ("max_half_width", 0.5, "max_half_width is 0.5"),
        ("dataset", "other", "dataset is other"),
        ("dataset_digest", "zz.dir", "dataset_digest is zz.dir"),
        ("measure", "mrr", "does not declare it"),
        ("commit", "0" * 40, "is not here"),
        ("dvc_lock_sha256", "0" * 64, "dvc.lock of commit"),
        ("requirements_lock_sha256", "0" * 64, "requirements.lock of commit"),
        ("looks", 0, "looks is 0"),
    ],
)
def test_a_changed_field_is_found(line, history, key, value, words):
    assert any(words in found for found in disagreements(replace(line, **{key: value}), history.root))


def test_every_field_is_among_those_tested():
    assert {key for key in asdict_keys()} - {"split", "cluster_high"} == {
        parameter[0] for parameter in test_a_changed_field_is_found.pytestmark[0].args[1]
    }


def asdict_keys():
    from stages.commands.claiming.ledger import Line

    return Line.__dataclass_fields__


def test_looks_that_history_has_and_the_line_does_not(line, history):
    history.measure("a2", value=0.985)
    history.measure("a3")
    later = line_of(CLAIM, FIGURE, 3, history.git("rev-parse", "HEAD"), history.root)
    assert disagreements(later, history.root) == []
    assert disagreements(line, history.root) == []  # of an earlier commit
    fewer = line_of(CLAIM, FIGURE, 2, history.git("rev-parse", "HEAD"), history.root)
    assert disagreements(fewer, history.root) == ["looks is 2, but that commit's history has 3"]


def test_what_was_seen_before_it_was_declared(tmp_path):
    history = History(tmp_path / "late")
    history.measure()
    commit = history.declare()
    line = line_of(CLAIM, FIGURE, 1, commit, history.root)
    [found] = disagreements(line, history.root)
    assert "before it was declared" in found


def test_what_stands_against_the_figure(tmp_path):
    history = History(tmp_path / "few")
    history.declare()
    commit = history.measure(clusters=9)
    line = line_of(CLAIM, FIGURE | {"clusters": 9}, 1, commit, history.root)
    assert "9 videos, 10 needed" in disagreements(line, history.root)


def test_metrics_that_the_pipeline_did_not_write(history):
    history.write("metrics/test/citations.json", json.dumps({"correct": FIGURE | {"value": 0.999}}))
    commit = history.commit("a better figure")
    line = line_of(CLAIM, FIGURE | {"value": 0.999}, 1, commit, history.root)
    [found] = disagreements(line, history.root)
    assert found.startswith("metrics/test/citations.json") and "dvc.lock" in found


def test_a_commit_that_is_on_no_way_to_head(line, history):
    history.git("reset", "--quiet", "--hard", "HEAD~1")
    history.commit("another way")
    assert any("not in the history of HEAD" in found for found in disagreements(line, history.root))


def test_a_fresh_clone_verifies_and_a_shallow_one_says_why_not(line, history, tmp_path):
    append([line], history.root)
    history.commit("claim")
    for name, options in (("full", []), ("shallow", ["--depth=1"])):
        subprocess.run(
            ["git", "clone", "--quiet", *options, history.root.as_uri(), str(tmp_path / name)], check=True
        )
    [read] = read_ledger(tmp_path / "full")
    assert disagreements(read, tmp_path / "full") == []
    [found] = disagreements(read, tmp_path / "shallow")
    assert "git fetch --unshallow" in found


def test_the_newest_line_of_the_very_figure(line):
    other = replace(line, value=0.9)
    assert claimed(line.dataset_digest, "test", "correct", FIGURE, [line, other]) == line
    assert claimed(line.dataset_digest, "test", "correct", FIGURE | {"n": 5}, [line]) is None
    assert claimed("other", "test", "correct", FIGURE, [line]) is None
    assert claimed(line.dataset_digest, "dev", "correct", FIGURE, [line]) is None
    assert claimed(line.dataset_digest, "test", "mrr", FIGURE, [line]) is None


def test_unlike_the_lock(history):
    lock = (history.root / "dvc.lock").read_text()
    file = "metrics/test/citations.json"
    there = (history.root / file).read_bytes()
    assert unlike_the_lock(lock, {file: there}) == []
    assert unlike_the_lock(lock, {file: there + b" "}) == [file]
    assert unlike_the_lock("", {file: there}) == [file]
    assert asdict(Claim("correct", "test"))["max_half_width"] == 0.05
