import json

import pytest

from stages.commands.claiming.looks import look_of, looks
from stages.core.paths import ROOT
from tests.commands.claiming.history import History, lock_text


@pytest.fixture
def history(tmp_path):
    return History(tmp_path / "repo")


def count(history, revisions=("--all",)):
    return len(looks("mini", "digest-of-mini.dir", revisions, history.root))


def test_each_configuration_counts_once_wherever_it_stands(history):
    assert count(history) == 0
    history.measure("a1")
    history.measure("a1", value=0.5)  # the same answers, counted in another way
    assert count(history) == 1
    history.measure("a2")
    history.measure("a1")
    assert count(history) == 2
    history.git("checkout", "--quiet", "-b", "other")
    history.measure("a3")
    history.git("checkout", "--quiet", "main")
    assert count(history) == 3
    history.experiment("fast-fox", "a4")
    assert count(history) == 4
    assert count(history, ["HEAD"]) == 2


def test_an_experiment_that_stopped_at_dev_is_no_look(history):
    history.measure("a1")
    history.write("metrics/dev/summary.json", "{}")  # it carries the last commit's test results along
    history.commit()
    history.git("update-ref", "refs/exps/aa/bb/dev-only", "HEAD")
    history.git("reset", "--quiet", "--hard", "HEAD~1")
    assert count(history) == 1


def test_looks_at_other_data_do_not_count_but_those_at_the_same_data_under_another_name_do(history):
    history.measure("a1")
    history.measure("a2", dataset="other")
    assert count(history) == 1
    renamed = lock_text("copy", "a3", {}).replace("digest-of-copy", "digest-of-mini")
    history.write("dvc.lock", renamed)
    history.commit()
    assert count(history) == 2


def test_a_configuration_that_stands_in_a_merge_only_counts(history):
    history.measure("a1")
    history.git("checkout", "--quiet", "-b", "side")
    history.measure("a2")
    history.git("checkout", "--quiet", "main")
    history.measure("a3")
    history.git("merge", "--quiet", "--no-commit", "-s", "ours", "side")
    history.measure("a4")
    assert count(history, ["HEAD"]) == 4


def test_what_make_results_saw_counts(history):
    history.measure("a1")
    seen = look_of(lock_text("mini", "a9", {}))
    history.write("metrics/results/mini.json", json.dumps(seen._asdict()))
    history.commit()
    assert count(history) == 2
    history.measure("a9")
    assert count(history) == 2


def test_a_lock_without_test_results_is_no_look():
    assert look_of("schema: '2.0'\nstages:\n") is None
    assert look_of("") is None


def test_the_committed_lock_is_read():
    look = look_of((ROOT / "dvc.lock").read_text())
    assert look.dataset == "talks"
    assert look.dataset_digest.endswith(".dir")
