import json

import numpy as np

from benchmarks import encoders
from stages.commands.documents.benchmark_targets import targets
from stages.commands.documents.benchmarks import encoding
from stages.core import artifacts, records

MADE = {"commit": "0123456789ab", "machine": "2 CPUs"}


def test_the_nearest_chunks_of_each_question_ties_by_place():
    chunks = [[1, 0], [0, 1], [1e-9, 1], [0.6, 0.8]]
    top = encoders.nearest(np.array([*chunks, [0, 1], [1, 0]], dtype=np.float32), len(chunks))
    assert top.tolist() == [[1, 2, 3, 0], [0, 3, 1, 2]]


def test_each_backend_is_held_against_plain(tmp_path, monkeypatch):
    chunk = dict.fromkeys(records.CHUNKS.names) | {"video_id": "v", "char_start": 0, "char_end": 1}
    chunks = [
        chunk | {"chunk_id": text, "text": text, "speakers": [], "n_tokens": 3} for text in ("b", "a", "a")
    ]
    artifacts.write_table(
        tmp_path / "chunks.parquet",
        [row | {"chunk_id": str(i)} for i, row in enumerate(chunks)],
        records.CHUNKS,
    )
    queries = [{"query_id": "q", "text": "x", "scope": None}]
    artifacts.write_table(tmp_path / "queries.parquet", queries, records.QUERIES)
    vectors = {"a": [1.0, 0.0], "b": [0.0, 1.0], "x": [0.8, 0.6]}
    swapped = vectors | {"x": [0.6, 0.8]}

    def alone(name, model, texts):
        made = swapped if name == "openvino" else vectors
        cost = {"tokens": 9, "tokens_per_s": 1.0, "tokens_per_cpu_s": 5.0 if name == "onnx" else 2.0}
        return cost, np.array([made[text] for text in texts], dtype=np.float32)

    monkeypatch.setattr(encoders, "in_own_process", alone)
    monkeypatch.setattr(encoders, "computes_in_bfloat16", lambda: False)
    monkeypatch.setattr(encoders, "fastest", lambda: "onnx")
    monkeypatch.setattr(encoders, "TOP", 2)
    found = encoders.measure_encoders(tmp_path, "m")
    assert found["texts"] == 3
    rows = {row["backend"]: row for row in found["rows"]}
    assert list(rows) == [encoders.PLAIN, encoders.PLAIN_ON_ONE, "torch", "onnx", "openvino"]
    assert (rows["onnx"]["ratio"], rows["onnx"]["agreement"], rows["onnx"]["same_order"]) == (2.5, 1.0, 1.0)
    assert (rows["openvino"]["agreement"], rows["openvino"]["same_order"]) == (1.0, 0.0)
    assert rows["openvino"]["least_cosine"] < 0.97
    shown = encoding(found | MADE)
    assert "| onnx | 5 | 2.50 |" in shown and "3 texts of the tutorials, 9 tokens" in shown
    [cost, agreement] = targets({"encoding": found})
    assert cost.met and agreement.met
    slower = json.loads(json.dumps(found))
    slower["rows"][3]["ratio"] = 1.9
    assert [target.met for target in targets({"encoding": slower})] == [False, True]
