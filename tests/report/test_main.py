import json

import pytest

from stages.core import records
from stages.core.artifacts import write_json, write_table
from stages.report import __main__ as door
from tests.report.world import EMPTY, RESOLVED, TALK, VIDEO, answer, gold, metrics


@pytest.fixture
def world(tmp_path, monkeypatch):
    for name, file in [
        ("ANSWERS", "answers.parquet"),
        ("CALIBRATION", "calibration.json"),
        ("GOLD", "gold"),
        ("MANIFEST", "manifest.parquet"),
        ("METRICS", "metrics"),
        ("QUERIES", "queries.parquet"),
        ("REPORT", "report"),
        ("RESOLVED", "resolved.yaml"),
        ("TRANSCRIPTS", "transcripts"),
        ("VERDICTS", "verdicts"),
    ]:
        monkeypatch.setattr(door, name, tmp_path / file)
    write_json(tmp_path / "resolved.yaml", RESOLVED)
    write_table(tmp_path / "manifest.parquet", [VIDEO], records.MANIFEST)
    write_table(tmp_path / "transcripts" / "v1.parquet", list(TALK.segments), records.TRANSCRIPT)
    queries = [{"query_id": "q1", "text": "Cold water?", "scope": "v1"}]
    write_table(tmp_path / "queries.parquet", queries, records.QUERIES)
    write_table(tmp_path / "answers.parquet", [answer("q1")], records.ANSWERS)
    write_json(tmp_path / "calibration.json", {"said": "nothing"})
    for split, rows, files in [("dev", [gold("q1")], metrics()), ("test", [], EMPTY)]:
        write_table(tmp_path / "gold" / f"{split}.parquet", rows, records.GOLD)
        verdicts = [{"query_id": row["query_id"], "measure": "end_to_end", "value": 1.0} for row in rows]
        write_table(tmp_path / "verdicts" / f"{split}.parquet", verdicts, records.VERDICTS)
        for name, figures in files.items():
            write_json(tmp_path / "metrics" / split / f"{name}.json", figures)
    return tmp_path / "report"


def test_the_room_writes_the_page_and_the_plots(world):
    door.main()
    html = (world / "index.html").read_bytes()
    assert b"Cold water?" in html
    assert b"0 of 1 came out wrong" in html
    points = json.loads((world / "plots" / "recall_at_k.json").read_text(encoding="utf-8"))
    assert points[0] == {"split": "dev", "k": 1, "value": 0.5, "low": 0.2, "high": 0.8}
    door.main()
    assert (world / "index.html").read_bytes() == html
