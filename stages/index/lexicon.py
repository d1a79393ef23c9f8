"""BM25 over the whole corpus: bm25s scores each (term, chunk) pair when the index is made."""

from collections.abc import Sequence

import numpy as np
from bm25s import BM25

from stages.core.terms import terms


def lexicon(texts: Sequence[str], k1: float, b: float) -> BM25:
    """BM25 with Lucene's idf, log(1 + (n - df + .5) / (df + .5)), of `texts` in the order given.

    All words are terms, stop words too and unstemmed: their idf weighs them down, and on TutorialVQA neither
    leaving them out nor stemming moved recall beyond its interval. The vocabulary is sorted: bm25s's own
    comes out of a set, in another order in each process.
    """
    documents = [terms(text) for text in texts]
    vocabulary = {term: i for i, term in enumerate(sorted({term for found in documents for term in found}))}
    bm25 = BM25(k1=k1, b=b, method="lucene", dtype="float64")
    if vocabulary:
        ids = [[vocabulary[term] for term in found] for found in documents]
        bm25.index((ids, vocabulary), create_empty_token=False, show_progress=False)
    else:  # bm25s takes no corpus without words
        bm25.vocab_dict = {}
        bm25.nonoccurrence_array = None
        bm25.scores = {
            "data": np.empty(0, dtype=np.float64),
            "indices": np.empty(0, dtype=np.int32),
            "indptr": np.zeros(1, dtype=np.int32),
            "num_docs": len(texts),
        }
    return bm25
