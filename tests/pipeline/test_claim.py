"""`vidwise claim` and `vidwise check` on a small corpus, with real git, DVC and pipelines."""

import hashlib
import json
import re
import subprocess

import pytest

from stages.core.artifacts import write_json
from stages.core.paths import CONF
from tests.pipeline.project import Project

pytestmark = pytest.mark.slow

MEASURE = "recall_at_5"
VIDEOS = 40
CLAIMS = """claims:
- {measure: recall_at_5, split: test}
- {measure: mrr, split: test, max_half_width: 0.01}
- {measure: recall_at_200w, split: test}
- {measure: grounded, split: test}
- {measure: answer_f1, split: test}
- {measure: refusal, split: test, max_half_width: 0.5}
"""
DATASET = "reader: folder\ndev_share: 0.2\n"
THINGS = ("bell", "bridge", "windmill", "oven")


def village(i: int) -> str:
    """A name of its own for each video: Abborg, Acborg ..."""
    return f"{'ABCDEFGH'[i // 8]}{'bcdfglmn'[i % 8]}borg"


TALKS = {
    f"village-{i:02}": "\n".join(
        f"The {thing} of {village(i)} weighs {100 * i + 7 * j + 3} kilos, more than its neighbour."
        for j, thing in enumerate(THINGS)
    )
    for i in range(VIDEOS)
}
QUESTIONS = [
    {
        "question": f"How much does the {thing} of {village(i)} weigh?",
        "video": f"village-{i:02}",
        "answerable": True,
        "gold": [[{"quote": f"weighs {100 * i + 7 * j + 3} kilos"}]],
    }
    for i in range(VIDEOS)
    for j, thing in enumerate(THINGS)
] + [
    {"question": "Who sold the harbour?", "video": f"village-{i:02}", "answerable": False}
    for i in range(VIDEOS)
]


def make(root) -> Project:
    evaluate = (CONF / "evaluate" / "default.yaml").read_text().partition("claims:")[0] + CLAIMS
    project = Project.make(
        root, TALKS, QUESTIONS, {"evaluate/default.yaml": evaluate, "dataset/mini.yaml": DATASET}
    )
    project.repro()
    project.vidwise("check", "--write")
    project.commit("results")
    return project


@pytest.fixture(scope="module")
def measured(tmp_path_factory) -> Project:
    """Declared, run and committed. Not to be changed: `project` gives a copy."""
    return make(tmp_path_factory.mktemp("claim") / "project")


@pytest.fixture
def project(measured, tmp_path) -> Project:
    return measured.copy(tmp_path / "project")


def refused(project: Project, *measures: str) -> str:
    """Claim what must be refused at no cost: what was said."""
    done = project.vidwise("claim", *measures)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "stage 1 of" not in done.stdout
    assert "Traceback" not in done.stderr
    assert not (project.root / "metrics" / "claims.jsonl").exists()
    return done.stderr


def only(project: Project, measure: str, words: str) -> None:
    """That one reason and no other stands against a claim."""
    [head, reason] = refused(project, measure).splitlines()
    assert head.startswith("refused: ")
    assert words in reason


def test_figures_that_cannot_be_claimed_each_for_one_reason(measured):
    words = {
        "mrr": "wider than 0.01",
        "recall_at_200w": "not informative here",
        "grounded": "by construction",
        "answer_f1": "n = 0",
        "refusal": "it says nothing without false_refusal",
    }
    said = refused(measured, *words).splitlines()
    assert said[::2] == [f"refused: {measure}" for measure in words]
    for reason, expected in zip(said[1::2], words.values(), strict=True):
        assert expected in reason


def test_what_is_not_declared_is_a_users_error(measured):
    done = measured.vidwise("claim", "recall_at_1")
    assert done.returncode == 2
    assert "recall_at_1 is not declared in the committed conf/evaluate/default.yaml" in done.stderr
    assert done.stderr.count("\n") == 1


def test_an_untidy_git(project):
    (project.root / "note.txt").write_text("x")
    only(project, MEASURE, "git is not clean (note.txt): git commit")


def test_a_pipeline_that_is_not_up_to_date(project):
    conf = project.root / "conf" / "chunk" / "sentence.yaml"
    conf.write_text(conf.read_text().replace("max_sentences: 1", "max_sentences: 2"))
    project.commit("other chunks, not run")
    only(project, MEASURE, "the pipeline is not up to date (configure): dvc repro")


def test_artifacts_that_are_not_what_dvc_stored(project):
    (project.root / "data" / "extra.txt").write_text("x")
    project.run("dvc", "add", "data/extra.txt")
    project.commit("more data")
    (project.root / "data" / "extra.txt").write_text("y")
    said = refused(project, MEASURE)
    assert "data is not as DVC stored it (data/extra.txt)" in said


def test_few_videos(project):
    keep = {f"village-{i:02}" for i in range(9)}
    project.write_questions([row for row in QUESTIONS if row["video"] in keep])
    project.repro()
    project.commit("questions of nine videos, most of test")
    assert "10 needed" in refused(project, MEASURE)


def test_declared_after_it_was_known(project):
    conf = project.root / "conf" / "evaluate" / "default.yaml"
    conf.write_text(conf.read_text() + "- {measure: any_at_5, split: test}\n")
    project.repro()
    project.commit("declare what looks good")
    only(project, "any_at_5", "had this figure before it was declared")


def test_many_looks(project):
    """The same figure after 40 other configurations: the interval is wider at their level."""
    lock = (project.root / "dvc.lock").read_text()
    [answers] = set(re.findall(r"path: data/answers.parquet\n\s+hash: md5\n\s+md5: (\w{32})", lock))
    stream = []
    for i in range(40):
        text = lock.replace(answers, f"{i:032x}").encode()
        stream.append(
            f"commit refs/exps/aa/bb/look-{i}\ncommitter test <test@example.org> 0 +0000\ndata 1\nx\n"
            f"from refs/heads/main^0\nM 100644 inline dvc.lock\ndata {len(text)}\n".encode()
            + text
            + b"\n"
        )
    subprocess.run(["git", "fast-import", "--quiet"], cwd=project.root, input=b"".join(stream), check=True)
    only(project, MEASURE, "at level 0.9988, wider than 0.05")


def test_other_metrics_in_a_fresh_clone(project):
    """Metrics and lock agree with each other, and with no run: only running again can tell."""
    file = project.root / "metrics" / "test" / "retrieval.json"
    before = hashlib.md5(file.read_bytes()).hexdigest()
    metrics = json.loads(file.read_text())
    metrics["any_at_1"]["value"] = 0.123
    write_json(file, metrics)
    lock = project.root / "dvc.lock"
    lock.write_text(lock.read_text().replace(before, hashlib.md5(file.read_bytes()).hexdigest()))
    project.repro()  # report reads the metrics
    project.commit("a digit of another figure")
    done = project.vidwise("claim", MEASURE)
    assert done.returncode == 1
    assert "of 14: report" in done.stdout
    assert "a fresh clone gives other metrics (metrics/test/retrieval.json)" in done.stderr
    assert not (project.root / "metrics" / "claims.jsonl").exists()


def test_a_claim_is_accepted_verified_in_a_fresh_clone_and_a_changed_digit_is_found(project, tmp_path):
    done = project.vidwise("claim", MEASURE)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "stage 14 of 14: report" in done.stdout
    [line] = (project.root / "metrics" / "claims.jsonl").read_text().splitlines()
    claim = json.loads(line)
    assert (claim["measure"], claim["value"], claim["looks"], claim["level"]) == (MEASURE, 1.0, 1, 0.95)
    assert (claim["cluster_high"] - claim["cluster_low"]) / 2 <= 0.05
    assert claim["commit"] == project.run("git", "rev-parse", "HEAD").strip()
    assert project.vidwise("check", "--write").returncode == 0
    project.commit("claim")
    assert project.run("dvc", "status", "--json").strip() == "{}"

    again = project.vidwise("claim", MEASURE)
    assert again.returncode == 0
    assert f"claimed already: {MEASURE} = 1.0" in again.stdout

    clone = tmp_path / "clone"
    project.run("git", "clone", "--quiet", str(project.root), str(clone))
    fresh = Project(clone, project.cache)
    checked = fresh.vidwise("check")
    assert checked.returncode == 0, checked.stderr
    assert "1 claims" in checked.stdout

    page = clone / "docs" / "claims.md"
    page.write_text(page.read_text().replace("| 1.000 |", "| 1.001 |"))
    found = fresh.vidwise("check")
    assert found.returncode == 1
    assert "docs/claims.md:" in found.stderr
    assert "block claims differs" in found.stderr
    fresh.run("git", "checkout", "docs")

    ledger = clone / "metrics" / "claims.jsonl"
    ledger.write_text(line.replace('"looks": 1', '"looks": 0') + "\n")
    assert "looks is 0" in fresh.vidwise("check").stderr


def test_a_changed_digit_in_the_readme_makes_check_fail(project):
    readme = project.root / "README.md"
    row = re.search(r"\| talks \| recall_at_1 \| 0\.\d\d\d \|", readme.read_text())[0]
    readme.write_text(readme.read_text().replace(row, row[:-3] + ("0" if row[-3] != "0" else "1") + " |"))
    done = project.vidwise("check")
    assert done.returncode == 1
    assert "README.md:" in done.stderr
    assert "block results differs from the data: `vidwise check --write` rewrites it" in done.stderr
    assert project.vidwise("check", "--write").returncode == 0


def test_metrics_that_the_lock_does_not_know(project):
    file = project.root / "metrics" / "dev" / "summary.json"
    file.write_text(file.read_text().replace("1.0", "0.9", 1))
    done = project.vidwise("check")
    assert done.returncode == 1
    assert "metrics/dev/summary.json: not what dvc.lock says was written" in done.stderr
