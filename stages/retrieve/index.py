"""data/index as retrieve reads it."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from stages.core.artifacts import read_json, read_table, shown
from stages.core.errors import UserError
from stages.core.records import INDEXED
from stages.retrieve.counted import Counted, read_counted
from stages.retrieve.lexicon import Lexicon, read_lexicon

Rows = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Vectors = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Index:
    """The corpus, one row a chunk, in the order of the chunk ids."""

    digest: str
    weights: str
    """Digest of the encoder's weights."""
    chunk_ids: list[str]
    video_ids: list[str]
    char_starts: list[int]
    char_ends: list[int]
    n_words: npt.NDArray[np.int32]
    """Of each chunk, as budgets count them."""
    vectors: Vectors
    """Unit vectors, shape (chunks, dim): on the disk, and read as they are used."""
    lexicon: Lexicon
    words: Counted
    ngrams: Counted

    @cached_property
    def _by_video(self) -> dict[str, Rows]:
        rows: dict[str, list[int]] = {}
        for row, video_id in enumerate(self.video_ids):
            rows.setdefault(video_id, []).append(row)
        return {video_id: np.array(found, dtype=np.int64) for video_id, found in rows.items()}

    @cached_property
    def row_of(self) -> dict[str, int]:
        """Row by chunk id."""
        return {chunk_id: row for row, chunk_id in enumerate(self.chunk_ids)}

    @cached_property
    def place(self) -> Rows:
        """Of each row, its number when all chunks stand in the order of the videos and of their texts."""
        _, video = np.unique(np.array(self.video_ids, dtype=np.str_), return_inverse=True)
        spans = np.array(self.char_ends), np.array(self.char_starts)
        order = np.lexsort((*spans, video))  # stable: equal spans by chunk id
        place = np.empty(len(order), dtype=np.int64)
        place[order] = np.arange(len(order))
        return place

    def rows(self, scope: str | None) -> Rows:
        """The rows of a video, or all; none for a video of which nothing is indexed."""
        if scope is None:
            return np.arange(len(self.chunk_ids), dtype=np.int64)
        return self._by_video.get(scope, np.empty(0, dtype=np.int64))


def read_index(folder: Path) -> Index:
    """Read data/index; UserError where its files do not belong together."""
    manifest = read_json(folder / "manifest.json")
    chunks = read_table(folder / "chunks.parquet", INDEXED)
    try:
        vectors = np.load(folder / "dense.npy", mmap_mode="r" if chunks.num_rows else None)
    except (OSError, ValueError) as error:
        raise UserError(f"{shown(folder)}/dense.npy cannot be read ({error}): run `dvc checkout`") from None
    words, ngrams = (
        read_counted(folder / f"{name}.npz", manifest["k1"], manifest["b"]) for name in ("words", "ngrams")
    )
    if vectors.shape != (chunks.num_rows, manifest["dim"]) or {words.chunks, ngrams.chunks} != {len(vectors)}:
        raise UserError(f"{shown(folder)} holds files of two runs: run `dvc repro -f index`")
    return Index(
        digest=manifest["digest"],
        weights=manifest["weights"],
        chunk_ids=chunks.column("chunk_id").to_pylist(),
        video_ids=chunks.column("video_id").to_pylist(),
        char_starts=chunks.column("char_start").to_pylist(),
        char_ends=chunks.column("char_end").to_pylist(),
        n_words=chunks.column("n_words").to_numpy(),
        vectors=vectors,
        lexicon=read_lexicon(folder / "bm25"),
        words=words,
        ngrams=ngrams,
    )


def unit(vectors: npt.NDArray[Any]) -> Floats:
    """Rows as float64 of length 1, so that a vector's cosine with itself is 1 to the last digits."""
    wide = vectors.astype(np.float64)
    lengths = np.sqrt(np.einsum("ij,ij->i", wide, wide))
    lengths[lengths == 0] = 1.0
    scaled: Floats = wide / lengths[:, None]
    return scaled
