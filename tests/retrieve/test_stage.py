"""index, tune and retrieve as they are run, from artifacts to artifacts."""

from dataclasses import replace

import numpy as np
import pytest

import stages.index.__main__ as index_room
import stages.retrieve.__main__ as retrieve_room
import stages.retrieve.tune as tune_room
from stages.core import artifacts, records
from stages.core.errors import UserError
from stages.embed.vectors import vector_table
from stages.index.settings import Settings as IndexSettings
from stages.retrieve.index import read_index
from tests.retrieve.test_ranking import NAMES, settings

DIM = 8
TEXTS = ["open the kiln", "close the kiln slowly", "mix the glaze", "農場の水は塩水です", "wait a day"]


@pytest.fixture
def data(tmp_path, monkeypatch: pytest.MonkeyPatch):
    """A folder of chunks, questions and embeddings that both rooms are pointed at."""
    random = np.random.default_rng(0)
    chunks = [
        {
            "chunk_id": f"v{i % 2}:{i}-{i + 1}",
            "video_id": f"v{i % 2}",
            "char_start": i,
            "char_end": i + 1,
            "start_s": None,
            "end_s": None,
            "speakers": [],
            "n_tokens": 5,
            "text": text,
        }
        for i, text in enumerate(TEXTS)
    ]
    queries = [
        {"query_id": f"q{i}", "text": text, "scope": scope}
        for i, (text, scope) in enumerate(
            [("the kiln", "v0"), ("塩水", None), ("?", "v1"), ("glaze", "gone")]
        )
    ]
    artifacts.write_table(tmp_path / "chunks.parquet", chunks, records.CHUNKS)
    write_questions(tmp_path, queries, random.normal(size=(len(queries), DIM)))
    table = vector_table(
        "chunk_id", [row["chunk_id"] for row in chunks], random.normal(size=(len(chunks), DIM)).astype("f4")
    )
    artifacts.write_table(tmp_path / "embeddings" / "chunks.parquet", table, records.vectors("chunk_id", DIM))
    manifest = {"model": "m", "weights": "w", "dim": DIM}
    artifacts.write_json(tmp_path / "embeddings" / "manifest.json", manifest)
    artifacts.write_table(tmp_path / "gold" / "dev.parquet", [], records.GOLD)
    monkeypatch.setenv("VIDWISE_CACHE", str(tmp_path / "cache"))
    for room in (index_room, tune_room, retrieve_room):
        for name in ("CHUNKS", "QUERIES", "RANKINGS", "FEATURES"):
            if hasattr(room, name):
                monkeypatch.setattr(room, name, tmp_path / f"{name.lower()}.parquet")
        monkeypatch.setattr(room, "EMBEDDINGS", tmp_path / "embeddings")
        monkeypatch.setattr(room, "INDEX", tmp_path / "index")
    monkeypatch.setattr(tune_room, "GOLD", tmp_path / "gold")
    for room in (tune_room, retrieve_room):
        monkeypatch.setattr(room, "TUNING", tmp_path / "tuning.json")
    monkeypatch.setattr("stages.retrieve.agreement.AGREEMENT_LOG", tmp_path / "log" / "agreement.jsonl")
    monkeypatch.setattr(index_room, "load_settings", lambda *_: IndexSettings(1.2, 0.75, {}))
    return tmp_path


def write_questions(folder, queries, vectors):
    artifacts.write_table(folder / "queries.parquet", queries, records.QUERIES)
    table = vector_table("query_id", [row["query_id"] for row in queries], vectors.astype("f4"))
    artifacts.write_table(folder / "embeddings" / "queries.parquet", table, records.vectors("query_id", DIM))


def retrieved(data, monkeypatch, name="fused", engine="exact"):
    chosen = settings(name, 50)
    for room in (tune_room, retrieve_room):
        monkeypatch.setattr(room, "load_settings", lambda *_: replace(chosen, engine=engine))
    tune_room.main()
    retrieve_room.main()
    return [(data / f"{table}.parquet").read_bytes() for table in ("rankings", "features")]


@pytest.mark.parametrize("name", NAMES)
def test_the_same_bytes_by_both_engines_and_every_time(data, monkeypatch, name):
    index_room.main()
    first = retrieved(data, monkeypatch, name, "exact")
    digest = read_index(data / "index").digest
    index_room.main()
    assert read_index(data / "index").digest == digest
    assert retrieved(data, monkeypatch, name, "chroma") == first
    assert retrieved(data, monkeypatch, name, "chroma") == first


def test_one_row_of_features_a_question_and_ranks_without_gaps(data, monkeypatch):
    index_room.main()
    retrieved(data, monkeypatch)
    features = artifacts.read_rows(data / "features.parquet", records.FEATURES)
    rankings = artifacts.read_table(data / "rankings.parquet", records.RANKINGS).to_pandas()
    assert [row["query_id"] for row in features] == ["q0", "q1", "q2", "q3"]
    assert rankings.groupby("query_id")["rank"].apply(list).to_dict() == {
        "q0": [1, 2, 3],
        "q1": [1, 2, 3, 4, 5],
        "q2": [1, 2],
    }
    best_words = rankings[rankings["bm25"] > 0].groupby("query_id")["chunk_id"].apply(list).to_dict()
    assert best_words["q1"] == ["v1:3-4"]


def test_a_question_alone_gets_the_rows_that_it_gets_in_the_batch(data, monkeypatch):
    index_room.main()
    retrieved(data, monkeypatch, engine="chroma")
    together = artifacts.read_table(data / "rankings.parquet", records.RANKINGS).to_pandas()
    queries = artifacts.read_rows(data / "queries.parquet", records.QUERIES)
    table = artifacts.read_table(data / "embeddings" / "queries.parquet", records.vectors("query_id", DIM))
    vectors = np.array(table.column("vector").to_pylist())
    for i, query in enumerate(queries):
        write_questions(data, [query], vectors[i : i + 1])
        retrieved(data, monkeypatch, engine="chroma")
        alone = artifacts.read_table(data / "rankings.parquet", records.RANKINGS).to_pandas()
        expected = together[together["query_id"] == query["query_id"]].reset_index(drop=True)
        assert alone.equals(expected)


def test_embeddings_of_other_questions_or_another_encoder_are_refused(data, monkeypatch):
    index_room.main()
    artifacts.write_table(data / "queries.parquet", [], records.QUERIES)
    with pytest.raises(UserError, match=r"not of data/queries\.parquet"):
        retrieved(data, monkeypatch)
    artifacts.write_json(data / "embeddings" / "manifest.json", {"model": "m", "weights": "x", "dim": DIM})
    with pytest.raises(UserError, match="two encoders"):
        retrieved(data, monkeypatch)


def test_an_index_of_two_runs_is_refused(data):
    index_room.main()
    np.save(data / "index" / "dense.npy", np.zeros((2, DIM), dtype=np.float32))
    with pytest.raises(UserError, match="files of two runs"):
        read_index(data / "index")
    (data / "index" / "dense.npy").write_bytes(b"no array")
    with pytest.raises(UserError, match=r"dense\.npy cannot be read"):
        read_index(data / "index")
