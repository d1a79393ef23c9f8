import gc
import json
import socket
import subprocess
import sys
import time
import warnings
from pathlib import Path

import numpy as np
import pytest
import srt
from chromadb.api.shared_system_client import SharedSystemClient

from stages.core.errors import UserError
from stages.retrieve import agreement, chroma
from stages.retrieve.chroma import connect, folder_is_whole, open_store
from stages.retrieve.engine import dense_rankings
from stages.retrieve.index import unit
from tests.retrieve.corpus import index, question, random_index

CASES = Path(__file__).parents[1] / "cases"
CASE = CASES / "40-distance-is-not-similarity"


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
    assert not folder_is_whole(folder, corpus)
    with open_store(corpus) as store:
        assert store.collection.configuration_json["hnsw"]["space"] == "cosine"
        assert store.collection.configuration_json["hnsw"]["ef_search"] == 500
        found = store.collection.query(query_embeddings=[given["query"]], n_results=5, include=["distances"])
    cosines = dict(zip(found["ids"][0], 1 - np.array(found["distances"][0]), strict=True))
    expect = json.loads((CASE / "expect.json").read_text())["cosine"]
    assert cosines == pytest.approx(expect | {"query": 1.0}, abs=1e-6)
    assert folder_is_whole(folder, corpus)


def test_a_store_is_kept_and_one_that_is_not_whole_is_built_anew(
    cache: Path, monkeypatch: pytest.MonkeyPatch
):
    corpus = random_index(20, videos=2)
    with open_store(corpus):
        pass
    assert [path.name for path in (cache / "chroma").iterdir()] == [corpus.digest]
    monkeypatch.setattr(chroma, "build", lambda client, name, index: pytest.fail("built again"))
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


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory):
    """host:port of a server of its own."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    chroma_run = Path(sys.executable).parent / "chroma"
    folder = tmp_path_factory.mktemp("server")
    command = [chroma_run, "run", "--path", folder, "--host", "127.0.0.1", "--port", port]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            for _ in range(300):
                with socket.socket() as asked:
                    if asked.connect_ex(("127.0.0.1", int(port))) == 0:
                        break
                time.sleep(0.1)
            yield f"127.0.0.1:{port}"
        finally:
            process.terminate()


@pytest.fixture
def chroma_leaks():
    """Chroma's client opens a second connection, kept in a cache of systems, that its close() forgets."""
    yield
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        SharedSystemClient.clear_system_cache()
        gc.collect()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_a_server_holds_each_index_under_its_digest_and_a_stale_one_never_answers(server, chroma_leaks):
    old = random_index(40, videos=2, seed=1, digest="0" * 64)
    new = random_index(60, videos=3, seed=2, digest="1" * 64)
    for corpus in (old, new, old):
        with open_store(corpus, server) as store:
            (rows,) = store.candidates(unit(corpus.vectors[7:8]), None, 5)
            assert 7 in rows
            (rows,) = store.candidates(unit(corpus.vectors[:1]), "v1", 200)
            assert rows.tolist() == corpus.rows("v1").tolist()
            assert store.collection.count() == len(corpus.chunk_ids)
    with open_store(new, server) as store:
        store.collection.delete(ids=new.chunk_ids[:1])
    with open_store(new, server) as store:
        assert store.collection.count() == 60


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_both_kinds_of_store_name_candidates_alike(server, chroma_leaks):
    corpus = random_index(300, videos=4, digest="2" * 64)
    asked = unit(corpus.vectors[:20])
    with open_store(corpus, server) as there, open_store(corpus) as here:
        pairs = zip(there.candidates(asked, None, 40), here.candidates(asked, None, 40), strict=True)
        common = [len(set(one.tolist()) & set(other.tolist())) / 40 for one, other in pairs]
    assert np.mean(common) > 0.95


@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_a_server_that_does_not_answer_is_one_line(chroma_leaks):
    with (
        pytest.raises(UserError, match=r"chroma run --host 127\.0\.0\.1 --port 1`") as raised,
        open_store(random_index(5, videos=1), "127.0.0.1:1"),
    ):
        pass
    assert "\n" not in str(raised.value)


def test_case_35_a_batch_that_fails_leaves_the_old_store_usable(cache: Path, monkeypatch):
    old = random_index(20, videos=2, digest="old")
    with open_store(old):
        pass
    monkeypatch.setattr(chroma, "batches", lambda count, limit: [slice(0, 7), slice(7, 14), 1 / 0])
    with pytest.raises(ZeroDivisionError), open_store(random_index(20, videos=2, digest="new")):
        pass
    monkeypatch.setattr(chroma, "build", lambda client, name, index: pytest.fail("built again"))
    with open_store(old) as store:
        assert store.collection.count() == 20


def test_case_37_what_hnsw_misses_is_found_by_exact_search_and_the_agreement_said(tmp_path, monkeypatch):
    """3,000 near-equal vectors and two rare ones, as the case's repro.py makes them."""
    random = np.random.default_rng(0)
    vectors = np.tile(random.normal(size=(1, 16)), (3000, 1)) + random.normal(size=(3000, 16)) * 1e-3
    vectors[-2:] = random.normal(size=(2, 16))
    ids = [f"{i:05d}" for i in range(3000)]
    corpus = index(
        dict.fromkeys(ids, "x"),
        dict(zip(ids, vectors.tolist(), strict=True)),
        {name: "rare" if i >= 2998 else "common" for i, name in enumerate(ids)},
    )
    expect = json.loads((CASES / "37-hnsw-misses-neighbours" / "expect.json").read_text())
    asked = [question("x", vectors[-1]), question("x", vectors[0], scope="rare")]
    monkeypatch.setattr(agreement, "ROOT", tmp_path)
    monkeypatch.setattr(agreement, "AGREEMENT_LOG", tmp_path / "log.jsonl")
    (tmp_path / ".dvc").mkdir()
    nearest, rare = dense_rankings("chroma", corpus, asked, depth=10)
    cosines = (unit(vectors) @ unit(vectors)[-1]).round(6)
    assert (
        nearest.rows.tolist()
        == np.lexsort((np.arange(3000), -cosines))[: expect["overlap_required"]].tolist()
    )
    assert sorted(corpus.chunk_ids[row] for row in rare.rows) == expect["rare"]
    assert json.loads((tmp_path / "log.jsonl").read_text())["agreement"] is not None


def test_case_34_equal_texts_in_one_video_and_in_two_are_chunks_of_their_own():
    folder = CASES / "34-duplicate-chunk-ids"
    expect = json.loads((folder / "expect.json").read_text())
    cues = [
        (video, cue)
        for video in ("a", "b")
        for cue in srt.parse((folder / f"{video}.srt").read_text(encoding="utf-8"))
    ]
    ids = {f"{video}:{cue.index}": (video, cue) for video, cue in cues}
    shared = "Thank you all."
    corpus = index(
        {name: cue.content for name, (_, cue) in ids.items()},
        {name: [1, 0] if cue.content == shared else [0, 1] for name, (_, cue) in ids.items()},
        {name: video for name, (video, _) in ids.items()},
    )
    for _ in range(2):
        with open_store(corpus) as store:
            assert store.collection.count() == expect["count"] == len(set(corpus.chunk_ids))
            (rows,) = store.candidates(unit(corpus.vectors[:1]), None, 4)
    found = [ids[corpus.chunk_ids[row]] for row in rows]
    assert sorted([video, cue.start.total_seconds()] for video, cue in found) == expect["hits_for_shared"]


def test_case_38_nothing_that_can_be_missing_goes_into_the_store():
    """Speakers and times stay in the chunks: a store holds a chunk's id, its vector and its video."""
    corpus = random_index(5, videos=2)
    with open_store(corpus) as store:
        held = store.collection.get(include=["metadatas", "documents"])
    assert held["ids"] == corpus.chunk_ids
    assert held["metadatas"] == [{"video_id": video_id} for video_id in corpus.video_ids]
    assert held["documents"] == [None] * 5
