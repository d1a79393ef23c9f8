import numpy as np
import pytest

import stages.embed.__main__ as room
from stages.core import artifacts, records
from stages.embed.settings import Settings


class LengthEncoder:
    """Stands in for the encoder: a text's vector is made of its length."""

    digest = "weights"
    max_tokens = 16

    def __init__(self, model_name: str, batch_size: int, backend_name: str) -> None:
        self.backend_name = backend_name

    def encode(self, texts, label):
        rows = [[len(text), 1.0] for text in texts]
        return np.array(rows or np.empty((0, 2)), dtype=np.float32)


@pytest.fixture
def folder(tmp_path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(room, "Encoder", LengthEncoder)
    monkeypatch.setattr(room, "load_settings", lambda *_: Settings("package:m/model", "onnx", 8, {}))
    for name in ("CHUNKS", "QUERIES"):
        monkeypatch.setattr(room, name, tmp_path / f"{name.lower()}.parquet")
    monkeypatch.setattr(room, "EMBEDDINGS", tmp_path / "embeddings")
    return tmp_path


def chunk(chunk_id: str, text: str):
    return dict.fromkeys(records.CHUNKS.names) | {
        "chunk_id": chunk_id,
        "video_id": "v",
        "char_start": 0,
        "char_end": len(text),
        "speakers": [],
        "n_tokens": 3,
        "text": text,
    }


def test_each_id_gets_its_own_texts_vector(folder):
    artifacts.write_table(folder / "chunks.parquet", [chunk("b", "xx"), chunk("a", "xxx")], records.CHUNKS)
    queries = [{"query_id": "q", "text": "x", "scope": None}]
    artifacts.write_table(folder / "queries.parquet", queries, records.QUERIES)
    room.main()
    chunks = artifacts.read_rows(folder / "embeddings" / "chunks.parquet", records.vectors("chunk_id", 2))
    assert [(row["chunk_id"], row["vector"][0]) for row in chunks] == [("a", 3.0), ("b", 2.0)]
    asked = artifacts.read_rows(folder / "embeddings" / "queries.parquet", records.vectors("query_id", 2))
    assert asked == [{"query_id": "q", "vector": [1.0, 1.0]}]
    assert artifacts.read_json(folder / "embeddings" / "manifest.json") == {
        "model": "package:m/model",
        "weights": "weights",
        "backend": "onnx",
        "max_tokens": 16,
        "dim": 2,
        "chunks": 2,
        "queries": 1,
    }


def test_nothing_to_embed(folder):
    artifacts.write_table(folder / "chunks.parquet", [], records.CHUNKS)
    artifacts.write_table(folder / "queries.parquet", [], records.QUERIES)
    room.main()
    table = artifacts.read_table(folder / "embeddings" / "chunks.parquet", records.vectors("chunk_id", 2))
    assert table.num_rows == 0
