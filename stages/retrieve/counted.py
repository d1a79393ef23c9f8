"""Terms counted chunk by chunk, from which BM25 of any windows of chunks follows."""

import zipfile
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy import sparse

from stages.core.artifacts import shown
from stages.core.errors import UserError

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Counted:
    """`core.counts` of the whole corpus, and BM25's constants."""

    matrix: sparse.csr_matrix
    """Shape (chunks, columns)."""
    k1: float
    b: float

    @property
    def chunks(self) -> int:
        """How many chunks the corpus has."""
        return int(self.matrix.shape[0])

    @cached_property
    def held(self) -> npt.NDArray[np.int64]:
        """In how many chunks each term is, shape (columns,)."""
        return np.bincount(self.matrix.indices, minlength=self.matrix.shape[1])

    def idf(self, columns: npt.NDArray[np.int32]) -> Floats:
        """Lucene's idf over the whole corpus, log(1 + (n - df + .5) / (df + .5))."""
        held = self.held[columns]
        return np.log1p((self.chunks - held + 0.5) / (held + 0.5))


def read_counted(path: Path, k1: float, b: float) -> Counted:
    """Read what index saved (arrays, never pickled)."""
    try:
        return Counted(sparse.load_npz(path), k1, b)
    except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
        raise UserError(f"{shown(path)} cannot be read ({error}): run `dvc repro index`") from None
