import dataclasses
import json

import pyarrow.parquet as pq
import pytest

from stages.core import records
from stages.core.artifacts import read_rows, write_json, write_table
from stages.core.paths import ROOT
from stages.core.settings import read_yaml
from stages.generate import __main__ as door
from tests.generate.fake_server import serving
from tests.generate.stand_ins import letters, transcript
from tests.generate.test_instructed import settings

TALK = transcript("talk", ["Kelp needs cold water. It grows a metre", "in a week. Bees sleep in winter."])
QUERIES = {"q1": "How much does it grow in a week?", "q2": "Who won the cup?", "q3": "Anything?"}


class StandIn:
    def __init__(self, model_name, batch_size, backend_name):
        assert (model_name, batch_size, backend_name) == ("stand-in", 2, "onnx")

    def encode(self, texts, label):
        return letters(texts)


@pytest.fixture
def world(tmp_path, monkeypatch):
    """A room whose artifacts lie in tmp_path. q1 has good features, q2 bad ones, q3 no passage."""
    for name, file in [
        ("ANSWERS", "answers.parquet"),
        ("CALIBRATION", "calibration.json"),
        ("CHUNKS", "chunks.parquet"),
        ("FEATURES", "features.parquet"),
        ("GENERATIONS", "generations.jsonl"),
        ("QUERIES", "queries.parquet"),
        ("RANKINGS", "rankings.parquet"),
        ("TRANSCRIPTS", "transcripts"),
    ]:
        monkeypatch.setattr(door, name, tmp_path / file)
    monkeypatch.setattr("stages.core.settings.RESOLVED", tmp_path / "resolved.yaml")
    monkeypatch.setattr(door, "Encoder", StandIn)
    settings = {"name": "extractive", "k": 5, "sentences": 1}
    settings |= {"encoder": "stand-in", "backend": "onnx", "batch_size": 2}
    write_json(tmp_path / "resolved.yaml", {"generate": settings | {"language": "en", "engines": {}}})
    model = {
        "features": ["dense_best"],
        "confidence": "highest",
        "fits": [{"coef": [9.0], "intercept": -4.5}],
    }
    write_json(tmp_path / "calibration.json", {"model": model, "threshold": 0.4, "dev": None, "reason": None})
    write_table(tmp_path / "transcripts" / "talk.parquet", list(TALK.segments), records.TRANSCRIPT)
    span = {"video_id": "talk", "char_start": 0, "char_end": len(TALK.text)}
    chunk = {
        "chunk_id": "c1",
        "text": TALK.text,
        "start_s": 0.0,
        "end_s": 9.0,
        "speakers": [],
        "n_tokens": 9,
    } | span
    write_table(tmp_path / "chunks.parquet", [chunk], records.CHUNKS)
    return tmp_path


def run(world, query_ids):
    """The answers of these queries alone."""
    span = {"video_id": "talk", "char_start": 0, "char_end": len(TALK.text)}
    rankings = [
        {"query_id": q, "rank": 1, "chunk_id": "c1", "score": 1.0, "dense": None, "bm25": None} | span
        for q in query_ids
        if q != "q3"
    ]
    features = [
        {"query_id": q, **dict.fromkeys(records.FEATURE_NAMES, 0.0), "dense_best": 0.1 if q == "q2" else 0.9}
        for q in query_ids
    ]
    queries = [{"query_id": q, "text": QUERIES[q], "scope": "talk"} for q in query_ids]
    write_table(world / "rankings.parquet", rankings, records.RANKINGS)
    write_table(world / "features.parquet", features, records.FEATURES)
    write_table(world / "queries.parquet", queries, records.QUERIES)
    door.main()
    return {row["query_id"]: row for row in read_rows(world / "answers.parquet", records.ANSWERS)}


def test_answered_refused_and_nothing_to_show(world):
    answers = run(world, ["q3", "q1", "q2"])
    assert list(answers) == ["q1", "q2", "q3"]
    assert [answers[q]["state"] for q in answers] == ["answered", "refused", "refused"]
    assert answers["q1"]["text"] == "It grows a metre\nin a week."
    assert answers["q1"]["citations"][0]["start_s"] == 2.0  # four words before it, half a second each
    assert answers["q1"]["citations"][0]["end_s"] == 5.5
    assert "below the threshold 0.4000" in answers["q2"]["reason"]
    assert answers["q3"]["reason"] == "nothing to show"
    lines = (world / "generations.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["query_id"] for line in lines] == ["q1", "q2", "q3"]
    assert json.loads(lines[0])["quotes"][0]["quote"] == answers["q1"]["text"]
    assert pq.read_schema(world / "answers.parquet").metadata[b"generator"] == b"extractive"


def test_the_same_bytes_again_and_the_same_answer_alone(world):
    batch = run(world, ["q1", "q2", "q3"])
    first = [(world / name).read_bytes() for name in ("answers.parquet", "generations.jsonl")]
    run(world, ["q1", "q2", "q3"])
    assert [(world / name).read_bytes() for name in ("answers.parquet", "generations.jsonl")] == first
    for query_id, row in batch.items():
        assert run(world, [query_id]) == {query_id: row}


def test_a_language_model_answers_refuses_and_fails(world, monkeypatch, capsys):
    """q1 is answered and q4 fails by the model, q5 it refuses; q2 and q3 are refused before it is asked."""
    monkeypatch.setenv("VIDWISE_CACHE", str(world / "cache"))
    monkeypatch.setitem(QUERIES, "q1", "Say good")
    monkeypatch.setitem(QUERIES, "q4", "Say schema")
    monkeypatch.setitem(QUERIES, "q5", "Say refuse")
    with serving() as server:
        chosen = dataclasses.asdict(settings(base_url=server.url, timeout_s=60.0))
        write_json(world / "resolved.yaml", {"generate": chosen})
        answers = run(world, ["q1", "q2", "q3", "q4", "q5"])
        assert set(server.asked) == {"good", "schema", "refuse"}
    states = {q: (row["state"], (row["reason"] or "").split(":")[0]) for q, row in answers.items()}
    assert states == {
        "q1": ("answered", ""),
        "q2": ("refused", "confidence 0.0266 is below the threshold 0.4000"),
        "q3": ("refused", "nothing to show"),
        "q4": ("failed", "wrong schema"),
        "q5": ("refused", "the model finds no answer in the passages"),
    }
    assert answers["q1"]["citations"][0]["level"] == "exact"
    assert answers["q1"]["citations"][0]["start_s"] == 2.0
    assert "1 of 5 questions failed (1 wrong schema)" in capsys.readouterr().err
    lines = [json.loads(line) for line in (world / "generations.jsonl").read_text().splitlines()]
    assert [line["asked"] for line in lines] == [True, False, False, True, True]
    assert lines[3]["reply"] == '{"answer": "kelp"}'
    assert pq.read_schema(world / "answers.parquet").metadata[b"generator"] == b"openai"


def test_no_label_is_among_what_it_depends_on():
    """What a stage may read stands in dvc.yaml; calibration.json holds a model and dev's figures only."""
    deps = read_yaml(ROOT / "dvc.yaml")["stages"]["generate"]["deps"]
    assert not [dep for dep in deps if "gold" in dep or "labels" in dep or "verdicts" in dep]
