import json
import runpy

import pytest

from stages.core.artifacts import read_rows, write_table, write_text
from stages.core.errors import UserError
from stages.core.records import ANSWERS, CHUNKS, GOLD, RANKINGS, TRANSCRIPT, VERDICTS
from stages.evaluate import __main__ as room
from tests.evaluate.room import move_room
from tests.evaluate.world import CHUNKS as CHUNK_SPANS
from tests.evaluate.world import DOCUMENTS, LINES, SETTINGS, at

CANARY = "ZQX-CANARY-7731"
LINE = "Wait 15 minutes, then open the door."


def span(found):
    return dict(zip(("video_id", "char_start", "char_end"), found, strict=True))


def transcript(text):
    rows, start = [], 0
    for line in text.split("\n"):
        rows.append(
            {
                "segment_id": f"{len(rows):05}",
                "text": line,
                "char_start": start,
                "char_end": start + len(line),
            }
            | {"words": [], "time_source": "none"}
        )
        start += len(line) + 1
    return rows


def answer(query_id, state="answered", cited=()):
    said = {"text": "So it is said."} if state == "answered" else {}
    return {"query_id": query_id, "state": state, "confidence": 0.5, "shown": [span(s) for s in LINES]} | {
        "citations": [span(at(text)) | {"quote": text, "level": "exact"} for text in cited],
        **said,
    }


def gold(query_id, video_id, text=None):
    alternatives = [[span(at(text))]] if text else []
    label = {"label": "answerable"} if text else {"label": "negative", "negative_kind": "near"}
    return {
        "query_id": query_id,
        "video_id": video_id,
        "alternatives": alternatives,
        "reference_answer": CANARY,
    } | label


def write_generations(folder, answers, **more):
    """What was emitted: what the answers cite, and more quotes by query_id."""
    lines = [
        json.dumps(
            {"query_id": row["query_id"], "quotes": [*row["citations"], *more.get(row["query_id"], [])]}
        )
        for row in answers
    ]
    (folder / "generations.jsonl").write_text("".join(line + "\n" for line in lines), encoding="utf-8")


@pytest.fixture
def place(tmp_path, monkeypatch):
    """The room's inputs, in a folder of the test's own."""
    move_room(monkeypatch, tmp_path, SETTINGS)
    for video_id, document in DOCUMENTS.items():
        write_table(tmp_path / "transcripts" / f"{video_id}.parquet", transcript(document.text), TRANSCRIPT)
    chunks = [
        {"chunk_id": f"{video_id}-{i}", "speakers": [], "n_tokens": 9, "text": "x"} | span(found)
        for video_id, spans in CHUNK_SPANS.items()
        for i, found in enumerate(spans)
    ]
    write_table(tmp_path / "chunks.parquet", chunks, CHUNKS)
    rankings = [
        {"query_id": query_id, "rank": rank, "score": 1 / rank} | span(found)
        for query_id in ("a", "b", "c", "d", "x")
        for rank, found in enumerate(LINES, start=1)
    ]
    write_table(tmp_path / "rankings.parquet", rankings, RANKINGS)
    answers = [
        answer("a", cited=[LINE]),
        answer("b", "refused"),
        answer("c", cited=["The kiln"]),
        answer("x"),
    ]
    write_table(tmp_path / "answers.parquet", answers, ANSWERS.with_metadata({b"generator": b"extractive"}))
    write_generations(tmp_path, answers)
    dev = [gold("a", "talk", LINE), gold("b", "tram", "Never open it"), gold("c", "talk"), gold("d", "tram")]
    write_table(tmp_path / "gold" / "dev.parquet", dev, GOLD)
    write_table(tmp_path / "gold" / "test.parquet", [gold("x", "talk")], GOLD)
    return tmp_path


def written(folder):
    return {
        p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()
    }


def test_it_writes_the_split_and_only_the_split(place):
    before = written(place)
    room.main("dev")
    added = {name: content for name, content in written(place).items() if before.get(name) != content}
    assert sorted(added) == [
        "metrics/dev/abstention.json",
        "metrics/dev/citations.json",
        "metrics/dev/retrieval.json",
        "metrics/dev/summary.json",
        "verdicts/dev.parquet",
    ]
    assert not any(CANARY.encode() in content for content in added.values())
    summary = json.loads(added["metrics/dev/summary.json"])
    assert summary["correct"] == {"value": 0.5, "n": 2} | {k: summary["correct"][k] for k in ("low", "high")}
    assert (summary["refusal"]["value"], summary["refusal"]["n"]) == (0, 2)  # one answered, one without a row
    assert json.loads(added["metrics/dev/citations.json"])["grounded"]["by_construction"] is True
    rows = read_rows(place / "verdicts" / "dev.parquet", VERDICTS)
    assert {row["query_id"] for row in rows} == {"a", "b", "c", "d"}
    assert {"query_id": "a", "measure": "correct", "value": 1.0} in rows


def test_an_audit_stands_beside_the_refusals_and_changes_nothing_else(place):
    room.main("dev")
    before = written(place)
    near = json.loads(before["metrics/dev/abstention.json"])["contamination_by_kind"]["near"]
    assert (near["value"], near["n"]) == (None, 0)
    marks = [("a", "answered"), ("c", "not answered"), ("d", "answered"), ("elsewhere", "malformed")]
    lines = [json.dumps({"query_id": query_id, "mark": mark}) for query_id, mark in marks]
    write_text(place / "metrics" / "audits" / "mini.jsonl", "\n".join(lines) + "\n")
    room.main("dev")
    changed = {name for name, content in written(place).items() if before.get(name) != content}
    assert changed == {"metrics/audits/mini.jsonl", "metrics/dev/abstention.json"}
    abstention = json.loads((place / "metrics" / "dev" / "abstention.json").read_text())
    near = abstention["contamination_by_kind"]["near"]
    assert (near["hits"], near["n"], near["clusters"]) == (1, 2, 2)
    assert near["n"] == abstention["refusal_by_kind"]["near"]["n"]
    assert abstention["decoys_recognised"]["value"] == 1


def test_the_same_input_gives_the_same_bytes_in_any_order_of_rows(place):
    room.main("dev")
    first = written(place)
    for name, schema in (("rankings", RANKINGS), ("chunks", CHUNKS)):
        path = place / f"{name}.parquet"
        write_table(path, read_rows(path, schema)[::-1], schema)
    room.main("dev")
    assert {k: v for k, v in written(place).items() if k.startswith(("metrics", "verdicts"))} == {
        k: v for k, v in first.items() if k.startswith(("metrics", "verdicts"))
    }


def test_metrics_are_strict_json_of_six_places(place):
    room.main("test")

    def refuse(constant):
        raise AssertionError(constant)

    def places(text):
        assert len(text.partition(".")[2].partition("e")[0]) <= 6, text
        return float(text)

    for path in (place / "metrics" / "test").iterdir():
        json.loads(path.read_text(), parse_constant=refuse, parse_float=places)


def test_a_citation_that_was_emitted_and_dropped_counts(place):
    room.main("dev")
    before = json.loads((place / "metrics" / "dev" / "citations.json").read_text())
    answers = read_rows(place / "answers.parquet", ANSWERS)
    write_generations(place, answers, a=[{"quote": "It is made of gold."}])
    room.main("dev")
    after = json.loads((place / "metrics" / "dev" / "citations.json").read_text())
    assert [(found["grounded"]["hits"], found["citations"]) for found in (before, after)] == [(2, 2), (1, 3)]
    (place / "generations.jsonl").unlink()
    with pytest.raises(UserError, match=r"generations\.jsonl is missing"):
        room.main("dev")


@pytest.mark.parametrize("words", [[], ["train"], ["dev", "test"], ["--help"]])
def test_other_words_are_one_line(words, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", [room.__file__, *words])
    with pytest.raises(SystemExit) as exit_:
        runpy.run_path(room.__file__, run_name="__main__")
    assert exit_.value.code == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "dev or test" in error
