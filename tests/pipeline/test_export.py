"""`vidwise export` of a real project: of the workspace, and of a revision."""

import json

import ir_measures
import pytest
from ir_measures import RR, R, nDCG

from tests.pipeline.project import Project

pytestmark = pytest.mark.slow

VIDWISE = ("python", "-c", "from stages.cli import main; main()")


@pytest.mark.parametrize("run", ["workspace", "HEAD"])
@pytest.mark.parametrize("split", ["dev", "test"])
def test_ir_measures_gets_the_committed_figures(reproduced: Project, tmp_path, run, split):
    out = tmp_path / "out"
    reproduced.run(*VIDWISE, "export", "--split", split, "--run", run, str(out))
    found = list(ir_measures.read_trec_run(str(out / "run.txt")))
    figures = json.loads((reproduced.root / "metrics" / split / "retrieval.json").read_text())
    for name, measures in (
        ("qrels.txt", {RR: "mrr", nDCG @ 10: "ndcg_at_10"}),
        ("recall-qrels.txt", {R @ 1: "recall_at_1", R @ 5: "recall_at_5"}),
    ):
        qrels = list(ir_measures.read_trec_qrels(str(out / name)))
        means = ir_measures.calc_aggregate(list(measures), qrels, found)
        for measure, ours in measures.items():
            assert round(means[measure], 6) == figures[ours]["value"], ours
    rows = (out / "verdicts.csv").read_text(encoding="utf-8").splitlines()
    assert (
        len(rows) - 1
        == json.loads((reproduced.root / "metrics" / split / "summary.json").read_text())["end_to_end"]["n"]
    )


def test_results_that_are_out_of_date_are_not_exported(changeable: Project, tmp_path):
    path = changeable.root / "conf" / "retrieve" / "peaks.yaml"
    path.write_text(path.read_text().replace("depth: 50", "depth: 40"))
    done = changeable.call(*VIDWISE, "export", str(tmp_path / "out"))
    assert done.returncode == 2
    assert "not up to date" in done.stderr
    assert "dvc repro evaluate@test" in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "out").exists()
