"""Chroma as the engine of dense search: it names candidates, the index's own matrix scores them.

A Chroma store is not reproducible (two builds of the same vectors differ, and opening one changes it), so it
is derived from the hashed index and lies outside DVC, in the user's cache or on a server, under the index's
digest.
"""

import shutil
import tempfile
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from chromadb import HttpClient, PersistentClient
from chromadb.config import Settings as ClientSettings
from chromadb.errors import ChromaError
from httpx import HTTPError

from stages.core.cache import cache_folder
from stages.core.errors import UserError
from stages.retrieve.index import Floats, Index, Rows

COLLECTION = "chunks"
HNSW = {"space": "cosine", "ef_search": 500, "ef_construction": 400, "max_neighbors": 32}
"""Set in code: Chroma's own default is squared Euclidean distance, which is no similarity."""
QUESTIONS_PER_CALL = 256


@dataclass(frozen=True, eq=False)
class Store:
    """An open Chroma store of an index."""

    collection: Any
    index: Index

    def candidates(self, questions: Floats, scope: str | None, count: int) -> list[Rows]:
        """Index rows near each question, in ascending order: `count`, or as many as the scope has.

        Args:
            questions: unit vectors, shape (n, dim).
            scope: a video, or None for the whole corpus.
            count: how many to ask for.
        """
        there = len(self.index.rows(scope))
        if not there or not len(questions):
            return [np.empty(0, dtype=np.int64) for _ in questions]
        row_of = self.index.row_of
        found: list[Rows] = []
        for i in range(0, len(questions), QUESTIONS_PER_CALL):
            result = self.collection.query(
                query_embeddings=questions[i : i + QUESTIONS_PER_CALL].astype(np.float32),
                n_results=min(count, there),
                where=None if scope is None else {"video_id": scope},
                include=[],
            )
            found += [np.array(sorted(row_of[chunk_id] for chunk_id in ids)) for ids in result["ids"]]
        return found


@contextmanager
def open_store(index: Index, server: str | None = None) -> Iterator[Store]:
    """The store of an index, built where there is none yet that is whole.

    Embedded, it is kept under the index's digest in the cache; where caches are by-passed, in a temporary
    folder. A server holds it as a collection with the digest in its name. So no store of another index ever
    answers.

    Args:
        index: what it is a store of.
        server: host:port of a Chroma server, or None for an embedded store.

    Raises: UserError when the server does not answer.
    """
    with on_server(index, server) if server else embedded(index) as store:
        yield store


@contextmanager
def on_server(index: Index, server: str) -> Iterator[Store]:
    """The collection of an index on a server."""
    host, _, port = server.rpartition(":")
    name = f"{COLLECTION}-{index.digest}"

    def failed(error: Exception) -> UserError:
        return UserError(
            f"retrieve.server: the Chroma server at {server} fails ({' '.join(str(error).split())}): "
            f"start it (`chroma run --host {host} --port {port}`), or set retrieve.server to null"
        )

    try:
        client = HttpClient(host, int(port), settings=quiet())
    except (ChromaError, HTTPError, ValueError) as error:  # Chroma's own way to say that nobody answers
        raise failed(error) from None
    try:
        if not is_whole(client, name, index):
            build(client, name, index)
        yield Store(client.get_collection(name, embedding_function=None), index)
    except (ChromaError, HTTPError) as error:
        raise failed(error) from None
    finally:
        client.close()


@contextmanager
def embedded(index: Index) -> Iterator[Store]:
    """The store of an index in a folder of its own."""
    cache = cache_folder()
    temporary = tempfile.mkdtemp(prefix="vidwise-chroma-") if cache is None else None
    folder = Path(temporary) / "store" if temporary else Path(str(cache)) / "chroma" / index.digest
    client = None
    try:
        if not folder_is_whole(folder, index):
            build_folder(folder, index)
        client = connect(folder)
        yield Store(client.get_collection(COLLECTION, embedding_function=None), index)
    finally:
        if client is not None:
            client.close()
        if temporary:
            shutil.rmtree(temporary, ignore_errors=True)


def quiet() -> ClientSettings:
    """Settings of a client that calls nobody; of each client its own, since Chroma writes into them."""
    return ClientSettings(anonymized_telemetry=False)


def connect(folder: Path) -> Any:
    """A client of the store in `folder`."""
    return PersistentClient(str(folder), settings=quiet())


def build_folder(folder: Path, index: Index) -> None:
    """Make the store under another name; only a whole one gets the name that it is looked for by."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.parent.mkdir(parents=True, exist_ok=True)
    unfinished = Path(tempfile.mkdtemp(prefix=".building-", dir=folder.parent))
    try:
        client = connect(unfinished)
        try:
            build(client, COLLECTION, index)
        finally:
            client.close()
        try:
            unfinished.rename(folder)
        except OSError:  # another process was faster; its store is as good, and may be open
            if not folder.is_dir():
                raise
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)


def build(client: Any, name: str, index: Index) -> None:
    """Make a collection; it gets its name when it is whole. One of that name that is not gives way."""
    unfinished = f"building-{uuid.uuid4().hex}"
    collection = client.create_collection(unfinished, embedding_function=None, configuration={"hnsw": HNSW})
    try:
        for rows in batches(len(index.chunk_ids), client.get_max_batch_size()):
            collection.add(
                ids=index.chunk_ids[rows],
                embeddings=np.asarray(index.vectors[rows], dtype=np.float32),
                metadatas=[{"video_id": video_id} for video_id in index.video_ids[rows]],
            )
        if is_whole(client, name, index):  # another process was faster
            client.delete_collection(unfinished)
            return
        if any(one.name == name for one in client.list_collections()):
            client.delete_collection(name)
        collection.modify(name=name)
    except BaseException:
        client.delete_collection(unfinished)
        raise


def folder_is_whole(folder: Path, index: Index) -> bool:
    """Whether there is a folder with a whole store."""
    if not folder.is_dir():
        return False
    client = connect(folder)
    try:
        return is_whole(client, COLLECTION, index)
    finally:
        client.close()


def is_whole(client: Any, name: str, index: Index) -> bool:
    """Whether there is a collection that holds every chunk, under cosine."""
    try:
        collection = client.get_collection(name, embedding_function=None)
        made = collection.configuration_json["hnsw"]
        return bool(
            collection.count() == len(index.chunk_ids) and all(made[key] == HNSW[key] for key in HNSW)
        )
    except (ChromaError, ValueError, KeyError, TypeError):
        return False


def batches(count: int, limit: int) -> Sequence[slice]:
    """Slices of at most `limit`.

    >>> batches(5, 2)
    [slice(0, 2, None), slice(2, 4, None), slice(4, 6, None)]
    """
    return [slice(i, i + limit) for i in range(0, count, limit)]
