import pytest

from stages.commands.claiming.declarations import declared, figure_at, seen_before_declared
from stages.evaluate.settings import Claim
from tests.commands.claiming.history import DECLARED, FIGURE, History

CLAIM = Claim("correct", "test")


@pytest.fixture
def history(tmp_path):
    return History(tmp_path / "repo")


def early(history, figure=FIGURE):
    return seen_before_declared(CLAIM, figure, "mini", root=history.root)


def test_what_is_declared_is_what_is_committed(history):
    assert declared("HEAD", history.root) == {}
    history.write("conf/evaluate/default.yaml", DECLARED)
    assert declared("HEAD", history.root) == {}
    history.commit()
    assert declared("HEAD", history.root) == {"correct": Claim("correct", "test", 0.05)}
    history.write("params.yaml", "evaluate: other\n")
    history.commit()
    assert declared("HEAD", history.root) == {}
    history.write("conf/evaluate/other.yaml", "claims: [{measure: mrr, split: dev}, {measure: mrr}]\n")
    history.commit()
    assert declared("HEAD", history.root) == {}


@pytest.mark.parametrize(
    "conf",
    ["claims: [correct]\n", "claims: {measure: correct}\n", "# nothing\n", "claims: [\n", "<<<<<<< HEAD\n"],
)
def test_what_is_not_well_formed_declares_nothing(history, conf):
    history.write("conf/evaluate/default.yaml", conf)
    history.commit()
    assert declared("HEAD", history.root) == {}
    history.write("params.yaml", "<<<<<<< HEAD\n")
    history.commit()
    assert declared("HEAD", history.root) == {}


def test_declared_then_measured_is_in_time(history):
    history.declare()
    history.measure()
    history.measure("a2", value=0.98)
    assert early(history) is early(history, FIGURE | {"value": 0.98}) is None


def test_measured_then_declared_is_late(history):
    commit = history.measure()
    history.declare()
    assert early(history) == commit
    history.measure("a2", value=0.98)
    assert early(history, FIGURE | {"value": 0.98}) is None
    history.measure("a3")  # the first figure again
    assert early(history) == commit


def test_in_the_same_commit_is_late(history):
    history.write("conf/evaluate/default.yaml", DECLARED)
    commit = history.measure()
    assert early(history) == commit


def test_the_first_commit_of_all_is_late(history):
    history.git("checkout", "--quiet", "--orphan", "fresh")
    history.write("conf/evaluate/default.yaml", DECLARED)
    commit = history.measure()
    assert early(history) == commit


def test_seen_in_an_experiment_is_late(history):
    history.experiment("fast-fox", "a1")
    commit = history.git("rev-parse", "refs/exps/aa/bb/fast-fox")
    history.declare()
    history.measure("a1")
    assert early(history) == commit
    assert seen_before_declared(CLAIM, FIGURE, "mini", ["HEAD"], history.root) is None


def test_seen_in_results_is_late(history):
    history.write(
        "metrics/results/mini.json",
        '{"metrics": {"test": {"citations": {"correct": {"value": 0.99, "n": 400, "clusters": 40}}}}}',
    )
    commit = history.commit()
    history.declare()
    history.measure()
    assert early(history) == commit


def test_the_figure_at_a_revision(history):
    assert figure_at("HEAD", CLAIM, history.root) is None
    history.measure()
    history.measure("a2", value=0.5)
    assert figure_at("HEAD~1", CLAIM, history.root) == ("metrics/test/citations.json", FIGURE)
