"""Runs are read only where they are up to date; compare and leaderboard on real experiments."""

import json
import shutil

import pytest

from tests.pipeline.project import Project

pytestmark = pytest.mark.slow

SHORT = ("-S", "++set.chunk.max_tokens=12", "-S", "++set.generate.k=1", "-S", "retrieve=bm25")
"""So short that sentences are cut: some questions are lost."""


@pytest.fixture(scope="module")
def swept(reproduced: Project, tmp_path_factory: pytest.TempPathFactory) -> Project:
    """The small project with an experiment that stops at evaluate@dev, and a clean workspace."""
    project = reproduced.copy(tmp_path_factory.mktemp("swept") / "project")
    project.run("dvc", "exp", "run", "--name", "short", *SHORT, "evaluate@dev")
    project.run("git", "reset", "--quiet", "--hard")
    project.run("dvc", "checkout")
    return project


@pytest.fixture
def own(swept: Project, tmp_path) -> Project:
    """A private copy of it."""
    return swept.copy(tmp_path / "project")


def compared(project: Project, *arguments: str) -> dict:
    done = project.vidwise("compare", *arguments, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def refusal(project: Project, *arguments: str) -> str:
    done = project.vidwise(*arguments)
    assert done.returncode == 2, done.stdout
    assert done.stderr.startswith("error: ") and done.stderr.count("\n") == 1
    return done.stderr


def test_an_experiment_is_compared_and_swapped_it_is_the_mirror_image(swept):
    there, back = compared(swept, "HEAD", "short"), compared(swept, "short", "HEAD")
    assert there["dataset"] == "mini" and there["split"] == "dev"
    assert any(measure["runs"][0]["better"] + measure["runs"][0]["worse"] for measure in there["comparisons"])
    for one, other in zip(there["comparisons"], back["comparisons"], strict=True):
        (first,), (second,) = one["runs"], other["runs"]
        assert one["measure"] == other["measure"]
        assert one["a"] == second["b"] and first["b"] == other["a"]
        assert first["difference"] == -second["difference"] and first["p"] == second["p"]
        assert (first["better"], first["worse"]) == (second["worse"], second["better"])


def test_lost_questions_come_with_text_video_and_time(swept):
    lost = compared(swept, "HEAD", "short", "--measure", "coverage_at_1")["lost"]
    assert lost
    for question in lost:
        assert question["question"].endswith("?") and question["video"]
        assert 0 <= question["start_s"] < 60 and question["before"] > question["after"]


def test_the_workspace_is_a_run_and_head_against_it_is_the_default(swept):
    found = compared(swept)
    assert found["a"] == "HEAD" and found["comparisons"][0]["runs"][0]["run"] == "workspace"
    assert all(each["runs"][0]["difference"] == 0 for each in found["comparisons"])
    done = swept.vidwise("compare", "HEAD", "workspace", "--fail-on-regression", "0")
    assert done.returncode == 0, done.stderr


def test_a_loss_that_is_not_ruled_out_exits_with_1(swept):
    done = swept.vidwise("compare", "HEAD", "short", "--fail-on-regression", "0.1")
    assert done.returncode == 1 and "regression not ruled out: " in done.stderr
    assert "videos are too few" in done.stderr


def test_an_experiment_that_stops_at_dev_carries_no_test(swept):
    line = refusal(swept, "compare", "HEAD", "short", "--split", "test")
    assert "short: test is not up to date (data/answers.parquet changed since evaluate@test ran)" in line
    assert "dvc repro evaluate@test" in line


def test_the_leaderboard_has_head_and_its_experiments(swept):
    done = swept.vidwise("leaderboard", "--json")
    assert done.returncode == 0, done.stderr
    board = json.loads(done.stdout)
    assert {row["run"] for row in board["runs"]} == {"HEAD", "short"}
    assert {row["settings"]["chunk.max_tokens"] for row in board["runs"]} == {96, 12}
    assert not any(row["separated"] for row in board["runs"])  # with so few videos
    shown = swept.vidwise("leaderboard").stdout
    assert "chunk.max_tokens=12" in shown and "too few videos" in shown


def test_what_is_not_up_to_date_stands_apart_with_the_reason(swept):
    line = refusal(swept, "leaderboard", "--split", "test")
    assert "two runs with test up to date, not 1" in line and "short: test is not up to date" in line


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("compare", "HEAD", "nonsense"), "nonsense: unknown"),
        (("compare", "HEAD", "short", "--split", "train"), "--split train: give dev or test"),
        (("compare", "HEAD", "short", "--measure", "recal_at_1"), "did you mean recall_at_1?"),
        (("leaderboard", "HEAD"), "two runs"),
    ],
)
def test_wrong_words_are_one_line(swept, arguments, words):
    assert words in refusal(swept, *arguments)


def test_a_commit_of_changed_code_without_a_run_is_not_up_to_date(own):
    path = own.root / "stages" / "retrieve" / "order.py"
    path.write_text(path.read_text() + "# changed\n")
    own.commit("changed code")
    line = refusal(own, "compare", "HEAD~1", "HEAD")
    assert "HEAD: dev is not up to date (stages/retrieve changed since tune ran)" in line
    assert "workspace: dev is not up to date" in refusal(own, "compare", "HEAD~1", "workspace")


def test_a_metric_written_by_hand_is_not_what_evaluate_wrote(own):
    path = own.root / "metrics" / "dev" / "summary.json"
    path.write_text(path.read_text().replace("0.", "0.9", 1))
    own.commit("better figures")
    line = refusal(own, "compare", "HEAD~1", "HEAD")
    assert "metrics/dev/summary.json is not what evaluate@dev wrote" in line


def test_an_artifact_in_neither_cache_nor_remote_is_named_and_a_remote_serves_it(own, tmp_path):
    remote = tmp_path / "remote"
    own.run("dvc", "remote", "add", "--default", "shared", str(remote))
    own.run("dvc", "push", "evaluate@dev", "gold", "ingest", "transcribe")
    shutil.rmtree(own.root / ".dvc" / "cache")
    assert compared(own, "HEAD", "HEAD")["comparisons"]
    shutil.rmtree(remote)
    line = refusal(own, "compare", "HEAD", "HEAD")
    assert "data/gold/dev.parquet" in line and "neither in DVC's cache nor in its remote" in line
