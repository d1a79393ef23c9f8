import json
from pathlib import Path

import numpy as np
import pytest

from stages.retrieve import chroma
from stages.retrieve.chroma import connect, is_whole, open_store
from tests.retrieve.corpus import index, random_index

CASE = Path(__file__).parents[1] / "cases" / "40-distance-is-not-similarity"


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("VIDWISE_CACHE", str(tmp_path))
    return tmp_path


def test_candidates_stay_in_their_scope_and_are_no_more_than_there_are():
    corpus = random_index(60, videos=3)
    with open_store(corpus) as store:
        (rows,) = store.candidates(corpus.vectors[:1], "v1", 200)
        assert rows.tolist() == corpus.rows("v1").tolist()
        (rows,) = store.candidates(corpus.vectors[:1], None, 7)
        assert len(rows) == 7
        assert [len(rows) for rows in store.candidates(corpus.vectors[:2], "nobody", 5)] == [0, 0]


def test_case_36_an_empty_index():
    with open_store(index({}, {})) as store:
        assert [len(rows) for rows in store.candidates(np.ones((1, 2)), None, 10)] == [0]


def test_case_40_the_metric_is_cosine_and_an_old_store_with_another_is_built_anew(cache: Path):
    given = json.loads((CASE / "vectors.json").read_text())
    corpus = index({name: name for name in given}, given)
    folder = cache / "chroma" / corpus.digest
    folder.parent.mkdir()
    client = connect(folder)
    old = client.create_collection(chroma.COLLECTION, embedding_function=None)
    old.add(ids=corpus.chunk_ids, embeddings=corpus.vectors, metadatas=[{"video_id": "v"}] * len(given))
    client.close()
    assert not is_whole(folder, corpus)
    with open_store(corpus) as store:
        assert store.collection.configuration_json["hnsw"]["space"] == "cosine"
        assert store.collection.configuration_json["hnsw"]["ef_search"] == 500
        found = store.collection.query(query_embeddings=[given["query"]], n_results=5, include=["distances"])
    cosines = dict(zip(found["ids"][0], 1 - np.array(found["distances"][0]), strict=True))
    expect = json.loads((CASE / "expect.json").read_text())["cosine"]
    assert cosines == pytest.approx(expect | {"query": 1.0}, abs=1e-6)
    assert is_whole(folder, corpus)


def test_a_store_is_kept_and_one_that_is_not_whole_is_built_anew(
    cache: Path, monkeypatch: pytest.MonkeyPatch
):
    corpus = random_index(20, videos=2)
    with open_store(corpus):
        pass
    assert [path.name for path in (cache / "chroma").iterdir()] == [corpus.digest]
    monkeypatch.setattr(chroma, "build", lambda folder, index: pytest.fail("built again"))
    with open_store(corpus):
        pass
    monkeypatch.undo()
    monkeypatch.setenv("VIDWISE_CACHE", str(cache))
    client = connect(cache / "chroma" / corpus.digest)
    client.get_collection(chroma.COLLECTION, embedding_function=None).delete(ids=corpus.chunk_ids[:1])
    client.close()
    with open_store(corpus) as store:
        assert store.collection.count() == 20


def test_a_build_that_fails_half_way_leaves_no_store(cache: Path, monkeypatch: pytest.MonkeyPatch):
    corpus = random_index(20, videos=2)
    monkeypatch.setattr(chroma, "batches", lambda count, limit: [slice(0, 7), slice(0, 7), 1 / 0])
    with pytest.raises(ZeroDivisionError), open_store(corpus):
        pass
    assert list((cache / "chroma").iterdir()) == []


def test_batches_stay_below_the_stores_limit(monkeypatch: pytest.MonkeyPatch):
    corpus = random_index(20, videos=2)
    real = chroma.connect

    def limited(folder):
        client = real(folder)
        monkeypatch.setattr(client, "get_max_batch_size", lambda: 7)
        return client

    monkeypatch.setattr(chroma, "connect", limited)
    with open_store(corpus) as store:
        assert store.collection.count() == 20


def test_without_caches_the_store_is_temporary(monkeypatch: pytest.MonkeyPatch, tmp_path):
    monkeypatch.setenv("VIDWISE_CACHE", "off")
    monkeypatch.setattr(chroma.tempfile, "tempdir", str(tmp_path))
    with open_store(random_index(5, videos=1)) as store:
        assert store.collection.count() == 5
        assert list(tmp_path.iterdir())
    assert not list(tmp_path.iterdir())
