"""The pipeline as DVC runs it, on captions: reproducible, label-free, and no work done twice."""

import hashlib
import json
import re

import pyarrow.parquet as pq
import pytest

from tests.pipeline.project import CANARY, QUESTIONS, Project, questions

pytestmark = pytest.mark.slow

AFTER_CHUNK = {
    "chunk", "embed", "index", "tune", "retrieve", "calibrate", "generate", "evaluate@dev", "evaluate@test",
    "report",
}  # fmt: skip
LABEL_ARTIFACTS = (
    "data/labels.parquet",
    "data/gold/",
    "data/verdicts/",
    "metrics/",
    "report/",
    "data/calibration.json",
)


def rows(project: Project, name: str) -> list[dict]:
    return pq.read_table(project.root / "data" / f"{name}.parquet").to_pylist()


def test_every_stage_runs_once_and_writes_what_the_design_says(reproduced):
    assert len(reproduced.first_run) == len(set(reproduced.first_run)) == 14
    for split in ("dev", "test"):
        for name in ("retrieval", "citations", "abstention", "summary"):
            assert json.loads((reproduced.root / "metrics" / split / f"{name}.json").read_text())
    assert len(rows(reproduced, "queries")) == len(questions())
    assert len(rows(reproduced, "answers")) == len(questions())
    assert (reproduced.root / "report" / "index.html").read_text().startswith("<!")


def test_a_second_run_does_nothing_and_a_forced_one_changes_no_byte(changeable):
    before = changeable.digests()
    assert changeable.repro() == []
    assert len(changeable.repro("--force")) == 14
    assert changeable.digests() == before
    changeable.run("git", "diff", "--exit-code")


def test_caches_by_passed_the_bytes_are_the_same(changeable):
    before = changeable.digests()
    done = changeable.call("dvc", "repro", "--force", VIDWISE_CACHE="off")
    assert done.returncode == 0, done.stderr
    assert changeable.digests() == before


def test_editing_a_chunk_value_runs_configure_chunk_and_downstream_only(changeable):
    path = changeable.root / "conf" / "chunk" / "sentence.yaml"
    path.write_text(re.sub(r"max_tokens: \d+", "max_tokens: 12", path.read_text()))
    ran = changeable.repro()
    assert ran[0] == "configure"
    assert {"chunk", "embed", "index"} <= set(ran) <= AFTER_CHUNK | {"configure"}


def test_no_label_reaches_what_the_system_sees_or_says(reproduced):
    """The canary stands in every reference answer, note and negative kind."""
    seen = []
    for path in (reproduced.root / "data").rglob("*"):
        name = path.relative_to(reproduced.root).as_posix()
        if path.is_dir() or name.startswith(("data/mini/", *LABEL_ARTIFACTS)):
            continue
        content = (
            str(pq.read_table(path).to_pylist())
            if path.suffix == ".parquet"
            else path.read_bytes().decode("latin-1")
        )
        seen.append(name)
        assert CANARY not in content, name
    assert {
        "data/queries.parquet",
        "data/answers.parquet",
        "data/generations.jsonl",
        "data/chunks.parquet",
    } <= set(seen)
    assert CANARY in str(rows(reproduced, "labels"))


def test_deleting_the_labels_changes_nothing_upstream_of_calibrate(changeable):
    """Gold, references and kinds gone, all asked as negatives: same questions, rankings and features."""
    before = changeable.digests()
    changeable.write_questions(
        [
            {
                "question": row["question"],
                "video": row["video"],
                "answerable": False,
                "negative_kind": "other",
            }
            for row in questions()
        ]
    )
    changeable.repro("retrieve")
    after = changeable.digests()
    for name in ("queries", "rankings", "features", "chunks"):
        assert after[f"data/{name}.parquet"] == before[f"data/{name}.parquet"]


def test_a_question_alone_gets_the_ranking_and_the_answer_of_the_batch(changeable):
    video, text, _ = QUESTIONS[4]
    [query_id] = [
        row["query_id"] for row in rows(changeable, "queries") if (row["text"], row["scope"]) == (text, video)
    ]
    calibration = (changeable.root / "data" / "calibration.json").read_bytes()

    def of_it(name: str) -> list[dict]:
        return [row for row in rows(changeable, name) if row["query_id"] == query_id]

    before = {name: of_it(name) for name in ("rankings", "features", "answers")}
    assert before["answers"]
    changeable.write_questions(
        [row for row in questions() if (row["question"], row["video"]) == (text, video)]
    )
    changeable.repro("calibrate")
    (changeable.root / "data" / "calibration.json").unlink()
    (changeable.root / "data" / "calibration.json").write_bytes(
        calibration
    )  # what the batch was answered with
    changeable.run("python", "-m", "stages.generate")
    assert len(rows(changeable, "queries")) == 1
    assert {name: of_it(name) for name in before} == before


def test_case_52_a_stage_reads_and_writes_the_same_wherever_it_is_started(changeable):
    target = changeable.root / "data" / "chunks.parquet"
    digests = []
    for folder in (changeable.root, changeable.root / "data"):
        target.unlink()
        done = changeable.call("python", "-m", "stages.chunk", cwd=folder, PYTHONPATH=str(changeable.root))
        assert done.returncode == 0, done.stderr
        digests.append(hashlib.sha256(target.read_bytes()).hexdigest())
    assert digests[0] == digests[1]
    for words in (["hydra.job.chdir=true"], ["-m", "chunk.max_tokens=50,100"]):
        done = changeable.call("python", "-m", "stages.chunk", *words)
        assert done.returncode == 2
        assert str(changeable.root) in done.stderr
        assert done.stderr.count("\n") == 1
    assert not (changeable.root / "outputs").exists()
    assert not (changeable.root / "multirun").exists()


def test_case_53_runs_that_saw_other_files_record_other_hashes(changeable):
    (changeable.root / "data" / "mini" / "untracked.vtt").write_text(
        "WEBVTT\n\n00:00.000 --> 00:01.000\nNew.\n"
    )
    changeable.run("dvc", "exp", "run", "--temp", "-n", "temprun", "ingest")
    changeable.run("dvc", "exp", "run", "-n", "wsrun", "ingest")
    locks = []
    for name in ("temprun", "wsrun"):
        [ref] = [
            line
            for line in changeable.run("git", "for-each-ref", "--format=%(refname)", "refs/exps").splitlines()
            if line.endswith(f"/{name}")
        ]
        locks.append(
            re.findall(
                r"path: data/mini\n\s+hash: md5\n\s+md5: (\S+)",
                changeable.run("git", "show", f"{ref}:dvc.lock"),
            )
        )
    assert locks[0] and locks[1] and locks[0] != locks[1]


def test_a_sweep_refuses_untracked_inputs(changeable):
    (changeable.root / "data" / "mini" / "untracked.vtt").write_text(
        "WEBVTT\n\n00:00.000 --> 00:01.000\nNew.\n"
    )
    done = changeable.call(
        "python", "-c", "from stages.cli import main; main()", "sweep", "chunk.max_tokens=40,50"
    )
    assert done.returncode == 2
    assert "data/mini/untracked.vtt" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_sweep_runs_its_grid_on_dev_and_leaves_the_workspace_alone(changeable):
    before = changeable.digests()
    done = changeable.call(
        "python", "-c", "from stages.cli import main; main()", "sweep", "chunk.max_tokens=40,50"
    )
    assert done.returncode == 0, done.stderr
    assert "++set.chunk.max_tokens=40,50 evaluate@dev" in done.stdout
    shown = json.loads(changeable.run("dvc", "exp", "show", "--json"))
    tokens = {
        str(experiment["revs"][0]["data"]["params"]["params.yaml"]["data"]["set"])
        for baseline in shown
        for experiment in baseline["experiments"] or []
    }
    assert tokens == {"{'chunk': {'max_tokens': 40}}", "{'chunk': {'max_tokens': 50}}"}
    assert changeable.digests() == before
    changeable.run("git", "diff", "--exit-code")
