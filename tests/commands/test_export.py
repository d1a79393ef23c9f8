"""`vidwise export` of the small honest world of tests/cheats."""

from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import ir_measures
import pandas as pd
import pytest
from ir_measures import RR, R, Success, nDCG
from typer.testing import CliRunner

from stages.cli import app
from stages.commands import runs
from stages.commands.export import FILES
from stages.commands.runs import Run
from stages.core import paths
from stages.core.errors import UserError
from tests.cheats.world import QUESTIONS, SETTINGS, TRANSCRIPTS, Judged, gold_row, honest, judge

TITLES = {"video-kiln": '=kiln, "hot"\nand cold'}


class World:
    """Stands for the project's history: one run, of the honest system."""

    def __init__(self, judged: Judged) -> None:
        self.judged = judged
        self.system = honest()

    @contextmanager
    def at(self, name):
        yield

    def run(self, name, split):
        values: dict[str, dict[str, float]] = {}
        for row in self.judged.verdicts:
            values.setdefault(row["measure"], {})[row["query_id"]] = row["value"]
        gold = {question.query_id: gold_row(question) for question in QUESTIONS}
        return Run(name, split, {"dataset": {"name": "world"}}, gold, values, {}, {})

    def table(self, name, path, schema):
        rows = {paths.CHUNKS: self.system.chunks, paths.RANKINGS: self.system.rankings}[path]
        return SimpleNamespace(to_pylist=lambda: rows)

    def queries(self, name):
        return {question.query_id: {"text": f"What of {question.query_id}?"} for question in QUESTIONS}

    def videos(self, name):
        return {video_id: {"title": TITLES.get(video_id, video_id)} for video_id in TRANSCRIPTS}

    def transcripts(self, name, video_ids):
        return {video_id: TRANSCRIPTS[video_id] for video_id in video_ids}


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Judged:
    return judge(honest(), tmp_path_factory.mktemp("honest"))


@pytest.fixture
def world(judged, monkeypatch: pytest.MonkeyPatch) -> World:
    found = World(judged)

    @contextmanager
    def history():
        yield found

    monkeypatch.setattr(runs, "history", history)
    return found


def export(*words: str | Path):
    return CliRunner().invoke(app, ["export", *map(str, words)], catch_exceptions=True)


def written(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_ir_measures_gets_the_figures_of_the_metrics_files(world, judged, tmp_path):
    done = export(tmp_path / "out")
    assert done.exit_code == 0, done.output
    run = list(ir_measures.read_trec_run(str(tmp_path / "out" / "run.txt")))
    any_at = {Success @ k: f"any_at_{k}" for k in SETTINGS.ks}
    for name, measures in (
        ("qrels.txt", {RR: "mrr", nDCG @ 10: "ndcg_at_10"} | any_at),
        ("recall-qrels.txt", {R @ k: f"recall_at_{k}" for k in SETTINGS.ks}),
    ):
        qrels = list(ir_measures.read_trec_qrels(str(tmp_path / "out" / name)))
        assert {qrel.query_id for qrel in qrels} == {q.query_id for q in QUESTIONS if q.kind is None}
        means = ir_measures.calc_aggregate(list(measures), qrels, run)
        assert {measure: round(value, 6) for measure, value in means.items()} == {
            measure: judged.value(ours) for measure, ours in measures.items()
        }


def test_the_table_has_a_row_a_question_and_a_column_a_measure(world, judged, tmp_path):
    export(tmp_path / "out", "--split", "dev")
    table = pd.read_csv(tmp_path / "out" / "verdicts.csv", dtype={"query_id": str})
    assert list(table.columns[:7]) == ["query_id", "query", "video_id", "video", "split", "label", "kind"]
    assert list(table.columns[7:]) == sorted({row["measure"] for row in judged.verdicts})
    assert table["query_id"].tolist() == sorted(question.query_id for question in QUESTIONS)
    assert set(table["split"]) == {"dev"}
    assert set(table.loc[table["video_id"] == "video-kiln", "video"]) == {TITLES["video-kiln"]}
    for measure in ("correct", "refusal", "mrr", "end_to_end"):
        assert table[measure].mean() == pytest.approx(judged.value(measure), abs=1e-6)
        assert table[measure].count() == judged.figures[measure]["n"]
    negatives = table[table["label"] == "negative"]
    assert negatives["mrr"].isna().all()
    assert set(negatives["kind"]) == {"near", "other"}


def test_the_same_bytes_every_time_and_only_an_export_is_replaced(world, tmp_path):
    out = tmp_path / "new" / "out"
    export(out)
    first = written(out)
    assert sorted(first) == sorted(FILES)
    (out / "run.txt").write_text("an older export")
    assert export(out).exit_code == 0
    assert written(out) == first
    assert [path.name for path in out.parent.iterdir()] == ["out"]


@pytest.mark.parametrize("other", ["notes.txt", ".git", "run.txt/"])
def test_a_folder_with_anything_else_in_it_is_left_alone(world, tmp_path, other):
    if other.endswith("/"):
        (tmp_path / other).mkdir()
    else:
        (tmp_path / other).write_text("mine")
    before = sorted(path.name for path in tmp_path.iterdir())
    done = export(tmp_path)
    assert isinstance(done.exception, UserError)
    assert other.strip("/") in str(done.exception)
    assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_other_wrong_input_is_one_line(world, tmp_path, judged):
    (tmp_path / "file").write_text("mine")
    assert "is a file" in str(export(tmp_path / "file").exception)
    below = export(tmp_path / "file" / "out").exception
    assert isinstance(below, UserError)
    assert "cannot be written" in str(below)
    assert "--split train" in str(export(tmp_path / "out", "--split", "train").exception)
    assert (tmp_path / "file").read_text() == "mine"
    for row in world.system.rankings:
        row["rank"] += 1  # the verdicts are of another ranking
    changed = export(tmp_path / "out").exception
    assert isinstance(changed, UserError)
    assert "other rules" in str(changed)
    assert not (tmp_path / "out").exists()
