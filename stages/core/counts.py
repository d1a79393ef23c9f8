"""How often each text has each of its terms, as a sparse matrix: what BM25 of any stretch of texts is of."""

from collections.abc import Callable, Sequence

import numpy as np
from scipy import sparse
from sklearn.feature_extraction import FeatureHasher

COLUMNS = 2**20
"""Terms are told apart by a hash of 20 bits, so that no vocabulary need be kept; MurmurHash3, as in
scikit-learn, the same on every machine."""


def counts(texts: Sequence[str], cut: Callable[[str], Sequence[str]]) -> sparse.csr_matrix:
    """Counts of the terms that `cut` makes of each text, uint16, shape (texts, COLUMNS).

    >>> counted = counts(["a cup of a", ""], str.split)
    >>> counted.shape, sorted(counted.data.tolist())
    ((2, 1048576), [1, 1, 2])
    """
    hasher = FeatureHasher(COLUMNS, input_type="string", alternate_sign=False, dtype=np.float32)
    if not texts:
        return sparse.csr_matrix((0, COLUMNS), dtype=np.uint16)
    counted: sparse.csr_matrix = hasher.transform(cut(text) for text in texts)
    counted.data = np.minimum(counted.data, np.iinfo(np.uint16).max)
    counted.sort_indices()
    return counted.astype(np.uint16)
