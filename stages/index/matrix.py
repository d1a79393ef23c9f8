"""The dense side of the index: one row a chunk, in the order of the chunk ids."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from stages.core.errors import UserError


def matrix(embeddings: pa.Table, chunk_ids: Sequence[str], dim: int) -> npt.NDArray[np.float32]:
    """Vectors of `records.vectors("chunk_id", dim)` as float32, shape (len(chunk_ids), dim).

    Raises: UserError when the vectors are of other chunks.
    """
    if embeddings.column("chunk_id").to_pylist() != list(chunk_ids):
        raise UserError("data/embeddings is not of data/chunks.parquet: run `dvc repro -f embed`")
    flat = embeddings.column("vector").combine_chunks().flatten()
    return np.asarray(flat, dtype=np.float32).reshape(len(chunk_ids), dim)
