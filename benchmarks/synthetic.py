"""Unit vectors that lie as those of transcripts do, as many as are asked for."""

from pathlib import Path

import numpy as np
import numpy.typing as npt

DIM = 384
"""Of all-MiniLM-L6-v2."""
CHUNKS_PER_VIDEO = 500
VIDEO = 0.5
"""How far the chunks of one video agree: with each other they have a cosine of VIDEO**2 on average, which is
what sentences of one talk have, against almost 0 for those of two."""
NEAR = 0.7
"""The cosine of a question with the chunk it is made from: that of a good answer."""
BLOCK = 50_000

Vectors = npt.NDArray[np.float32]


def write_vectors(path: Path, count: int, seed: int) -> None:
    """Write `count` vectors as float32, a block at a time: a million of them take 1.5 GB."""
    rng = np.random.default_rng(seed)
    out = np.lib.format.open_memmap(path, mode="w+", dtype=np.float32, shape=(count, DIM))
    for start in range(0, count, BLOCK):
        rows = unit_rows(rng, min(BLOCK, count - start))
        for first in range(0, len(rows), CHUNKS_PER_VIDEO):
            video = slice(first, first + CHUNKS_PER_VIDEO)
            rows[video] = towards(unit_rows(rng, 1), rows[video], VIDEO)
        out[start : start + len(rows)] = rows
    out.flush()


def questions_near(vectors: Vectors, count: int, seed: int) -> Vectors:
    """Questions that have a cosine of about NEAR with a chunk each, shape (count, DIM)."""
    rng = np.random.default_rng(seed)
    rows = np.sort(rng.choice(len(vectors), size=count, replace=False))
    return towards(np.asarray(vectors[rows]), unit_rows(rng, count), NEAR)


def unit_rows(rng: np.random.Generator, count: int) -> Vectors:
    """Directions drawn evenly, shape (count, DIM)."""
    return normalised(rng.standard_normal((count, DIM), dtype=np.float32))


def towards(target: Vectors, rows: Vectors, cosine: float) -> Vectors:
    """Unit rows moved so that each has about this cosine with its target."""
    return normalised(cosine * target + np.sqrt(1 - cosine**2, dtype=np.float32) * rows)


def normalised(rows: Vectors) -> Vectors:
    """Rows of length 1."""
    scaled: Vectors = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return scaled
