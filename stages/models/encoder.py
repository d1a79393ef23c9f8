"""Sentence encoders: texts become unit vectors, and a text's vector depends on nothing but the text."""

import importlib.metadata
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from stages.core.cache import Cache, content_key
from stages.core.errors import UserError
from stages.core.progress import progress
from stages.models.encoder_backend import backend, fastest
from stages.models.folder import model_digest
from stages.models.tokens import TokenCounter

Vectors = npt.NDArray[np.float32]

T = TypeVar("T")

SAVE_EVERY = 512
"""Texts between two writes to the cache: what an interrupted run loses at most."""
SHOWN_CHARACTERS = 60


class Encoder:
    """A sentence-transformers model on the CPU, loaded only when some text is not in the cache.

    Matrix products differ in their last bits with the shape of the batch and the number of threads, and a
    question asked alone must get the vector that it gets among thousands. So the texts of a batch all have
    one token count (no padding), a batch has as many rows as its engine needs for a row not to depend on the
    others (a short one is filled up by repetition), and runs on one thread, several batches side by side.
    """

    def __init__(self, model_name: str, batch_size: int, backend_name: str) -> None:
        self.model_name = model_name
        self.backend_name = fastest() if backend_name == "auto" else backend_name
        self.tokens = TokenCounter(model_name)
        self._backend = backend(self.backend_name, self.tokens.folder)
        self._fewest, self._most = (min(rows, batch_size) for rows in self._backend.rows)

    @property
    def max_tokens(self) -> int:
        """The longest input that the model reads whole, special tokens included."""
        return self.tokens.max_tokens

    @property
    def digest(self) -> str:
        """What the weights are: a digest of the model's folder."""
        return model_digest(self.tokens.folder)

    @property
    def dim(self) -> int:
        """Components of a vector. Loads the model."""
        with self._backend.running():
            return len(self._embed(self.tokens.ids([""]))[0])

    def encode(self, texts: Sequence[str], label: str = "encode") -> Vectors:
        """Unit vectors of the texts, float32 (len(texts), dim), from the cache where they are there.

        Raises: UserError when a text is longer than the model reads; nothing is cut in silence.
        """
        if not texts:
            return np.empty((0, self.dim), dtype=np.float32)
        distinct = sorted(dict.fromkeys(texts))
        keys = dict(zip(distinct, self._keys(distinct), strict=True))
        cache = Cache("vectors")
        try:
            found = cache.get_many(keys.values())
            known = {text: as_vector(found[key]) for text, key in keys.items() if key in found}
            missing = [text for text in distinct if text not in known]
            with progress(label, len(missing), "texts") as advance:
                for encoded in self._encoded(missing):
                    cache.put_many({keys[text]: vector.tobytes() for text, vector in encoded.items()})
                    known.update(encoded)
                    advance(len(encoded))
        finally:
            cache.close()
        return np.stack([known[text] for text in texts])

    def _keys(self, texts: Sequence[str]) -> list[str]:
        versions = {
            engine: importlib.metadata.version(engine) for engine in (*self._backend.engines, "tokenizers")
        }
        made_by = {
            "model": self.model_name,
            "weights": self.digest,
            "backend": self.backend_name,
            "rows": self._fewest,
            "engines": versions,
        }
        return [content_key(text=text, **made_by) for text in texts]

    def _encoded(self, texts: Sequence[str]) -> Iterator[dict[str, Vectors]]:
        """Vectors of distinct texts, a portion at a time."""
        if not texts:
            return
        ids = dict(zip(texts, self.tokens.ids(texts), strict=True))
        for text, read in ids.items():
            if len(read) > self.max_tokens:
                raise UserError(
                    f"model {self.model_name} reads {self.max_tokens} tokens, but this text has {len(read)}: "
                    f"{text[:SHOWN_CHARACTERS]!r}...: shorten it, or choose a model that reads more"
                )
        counts = [len(read) for read in ids.values()]
        batches = list(equal_batches(texts, counts, self._most))
        per_save = max(1, SAVE_EVERY // self._most)
        pool = ThreadPoolExecutor(os.cpu_count())
        with self._backend.running():
            try:
                for i in range(0, len(batches), per_save):
                    portion = batches[i : i + per_save]
                    made = pool.map(self._embed, ([ids[text] for text in batch] for batch in portion))
                    yield {
                        text: vector
                        for batch, rows in zip(portion, made, strict=True)
                        for text, vector in zip(batch, rows, strict=True)
                    }
            finally:
                pool.shutdown(cancel_futures=True)  # an interrupt does not wait for what is queued

    def _embed(self, batch: Sequence[npt.NDArray[np.int64]]) -> Vectors:
        """Unit vectors of texts that all have the same number of tokens."""
        rows = filled(batch, max(len(batch), self._fewest))
        return unit(self._backend.embed(np.stack(rows)))[: len(batch)]


def as_vector(stored: bytes) -> Vectors:
    """A vector as the cache holds it."""
    return np.frombuffer(stored, dtype=np.float32)


def unit(rows: npt.NDArray[Any]) -> Vectors:
    """Rows scaled to length 1, computed in float64. Shape (n, dim) in and out."""
    wide = rows.astype(np.float64)
    lengths = np.sqrt(np.einsum("ij,ij->i", wide, wide))
    scaled: Vectors = (wide / lengths[:, None]).astype(np.float32)
    return scaled


def equal_batches(texts: Sequence[str], counts: Sequence[int], rows: int) -> Iterator[list[str]]:
    """Batches of at most `rows` texts that have the same token count, by (count, text).

    >>> list(equal_batches(["dd", "b", "c", "a"], [2, 1, 1, 1], rows=2))
    [['a', 'b'], ['c'], ['dd']]
    """
    ordered = sorted(zip(counts, texts, strict=True))
    for _, group in groupby(ordered, key=lambda item: item[0]):
        same = [text for _, text in group]
        for i in range(0, len(same), rows):
            yield same[i : i + rows]


def filled(batch: Sequence[T], rows: int) -> list[T]:
    """`batch` repeated until it has `rows` entries.

    >>> filled(["a", "b"], 5)
    ['a', 'b', 'a', 'b', 'a']
    """
    return [batch[i % len(batch)] for i in range(rows)]
