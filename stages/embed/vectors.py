"""Tables of vectors: sorted by id, one fixed-size list of float32 a row."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from stages.core.records import vectors as schema


def vector_table(key: str, ids: Sequence[str], vectors: npt.NDArray[np.float32]) -> pa.Table:
    """A table under `records.vectors(key, dim)`, sorted by id.

    Args:
        key: the id's column: chunk_id or query_id.
        ids: distinct ids.
        vectors: shape (len(ids), dim), in the order of the ids.
    """
    dim = vectors.shape[1]
    order = sorted(range(len(ids)), key=lambda i: ids[i])
    flat = pa.array(np.ascontiguousarray(vectors[order]).reshape(-1), type=pa.float32())
    columns = [
        pa.array([ids[i] for i in order], type=pa.string()),
        pa.FixedSizeListArray.from_arrays(flat, dim),
    ]
    return pa.Table.from_arrays(columns, names=schema(key, dim).names)
