"""`vidwise audit` as a person uses it: draw, read, mark, and see the contamination beside the refusals."""

import csv
import json

import pytest

from tests.pipeline.project import CANARY, Project

pytestmark = pytest.mark.slow


def audit(project: Project, *words: str):
    return project.call("python", "-c", "from stages.cli import main; main()", "audit", *words)


def test_draw_mark_and_see(changeable):
    done = audit(changeable, "--split", "dev")
    assert done.returncode == 0, done.stderr
    page = (changeable.root / "audit" / "mini-dev.html").read_text()
    table = (changeable.root / "audit" / "mini-dev.csv").read_text()
    assert "<script>" in page
    assert CANARY not in page + table  # it is the negatives' kind, and in every other field of a label
    assert changeable.run("git", "status", "--porcelain") == ""

    unmarked = audit(changeable, "--split", "dev", "--marks", "audit/mini-dev.csv")
    assert unmarked.returncode == 2
    assert "have no mark" in unmarked.stderr and unmarked.stderr.count("\n") == 1
    rows = list(csv.DictReader(table.splitlines()))
    marks = {row["query_id"]: "not answered" for row in rows}
    (changeable.root / "marks.json").write_text(json.dumps({"marks": marks}))
    done = audit(changeable, "--split", "dev", "--marks", "marks.json")
    assert done.returncode == 0, done.stderr
    assert "the video answers 0 of" in done.stdout
    kept = (changeable.root / "metrics" / "audits" / "mini.jsonl").read_text().splitlines()
    assert [sorted(json.loads(line)) for line in kept] == [["mark", "query_id"]] * len(marks)

    before = json.loads((changeable.root / "metrics" / "dev" / "abstention.json").read_text())
    digests = changeable.digests()
    assert set(changeable.repro()) == {"evaluate@dev", "evaluate@test", "report"}
    after = json.loads((changeable.root / "metrics" / "dev" / "abstention.json").read_text())
    [(kind, audited)] = after["contamination_by_kind"].items()
    assert before["contamination_by_kind"][kind]["n"] == 0
    assert (audited["value"], audited["n"]) == (0, after["refusal_by_kind"][kind]["n"])
    assert after["decoys_recognised"]["value"] == 0
    assert "contamination 0.000" in (changeable.root / "report" / "index.html").read_text()
    changed = {name for name, digest in changeable.digests().items() if digests.get(name) != digest}
    assert changed == {"metrics/dev/abstention.json", "report/index.html"}


def test_what_is_out_of_date_is_not_read(changeable):
    conf = changeable.root / "conf" / "dataset" / "mini.yaml"
    conf.write_text(conf.read_text().replace("other_video_share: 0.0", "other_video_share: 1.0"))
    for words in ([], ["--marks", "marks.json"]):
        done = audit(changeable, *words)
        assert done.returncode == 2
        assert "run `dvc repro gold` first" in done.stderr and done.stderr.count("\n") == 1
    changeable.repro("gold")
    done = audit(changeable, "--kind", "other-video", "--n", "2")
    assert done.returncode == 0, done.stderr
    assert "2 other-video, and 1 answerable as decoys" in done.stdout
