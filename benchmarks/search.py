"""How the peers search: dense, and dense and BM25 fused by reciprocal rank, as their users put it together.

BM25 is as LlamaIndex's retriever sets it up (bm25s with its defaults, English stop words, Snowball stems),
the fusion as in LangChain's EnsembleRetriever and LlamaIndex's QueryFusionRetriever (Cormack, Clarke and
Büttcher, SIGIR 2009, with their constant 60).
"""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

import bm25s
import numpy as np
import numpy.typing as npt
from nltk.stem.snowball import SnowballStemmer

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

CANDIDATES = 100
"""Ranks of each retriever that the fusion reads, and that are delivered at most."""
FUSION = 60
SEARCHES = ("dense", "fused")


class Piece(NamedTuple):
    """One piece of a peer: what is embedded and searched, and what is delivered for it."""

    video_id: str
    char_start: int
    char_end: int
    shown_start: int
    shown_end: int


class Searched:
    """Pieces that are searched together, with their texts and unit vectors."""

    def __init__(
        self, pieces: Sequence[Piece], texts: Sequence[str], vectors: npt.NDArray[np.float32]
    ) -> None:
        self.pieces = pieces
        self.texts = texts
        self.vectors = vectors

    def search(self, name: str, query: str, vector: npt.NDArray[np.float32]) -> list[Piece]:
        """The first CANDIDATES pieces for a question by one of SEARCHES."""
        dense = best(self.vectors @ vector)
        if name == "dense":
            return [self.pieces[row] for row in dense]
        scores = self.bm25(query)
        lexical = best(scores)
        return [self.pieces[row] for row in fused([dense, lexical[scores[lexical] > 0]])]

    def bm25(self, query: str) -> Floats:
        """BM25 of each piece; 0 where no word of the question is in it."""
        known = [term for term in words([query])[0] if term in self._bm25.vocab_dict] if self._bm25 else []
        scores: Floats = self._bm25.get_scores(known) if known and self._bm25 else np.zeros(len(self.pieces))
        return scores

    @cached_property
    def _bm25(self) -> bm25s.BM25 | None:
        corpus = words(self.texts)
        if not any(corpus):
            return None
        index = bm25s.BM25()
        index.index(corpus, show_progress=False)
        return index


def words(texts: Sequence[str]) -> list[list[str]]:
    """Lower-cased words of two letters or more, without English stop words, stemmed.

    >>> words(["The cats are running", "a"])
    [['cat', 'run'], []]
    """
    found: list[list[str]] = bm25s.tokenize(
        list(texts), stopwords="en", stemmer=stems, return_ids=False, show_progress=False
    )
    return found


STEMMER = SnowballStemmer("english")


def stems(found: Sequence[str]) -> list[str]:
    """The stem of each word."""
    return [stem(word) for word in found]


@lru_cache(maxsize=1 << 17)
def stem(word: str) -> str:
    """The stem of a word, which comes again and again."""
    return str(STEMMER.stem(word))


def best(scores: npt.NDArray[np.floating]) -> Ints:
    """The rows with the CANDIDATES highest scores, best first; those of equal score in the order of the text.

    >>> best(np.array([0.1, 0.9, 0.1])).tolist()
    [1, 0, 2]
    """
    order: Ints = np.argsort(-scores, kind="stable")[:CANDIDATES]
    return order


def fused(orders: Sequence[Ints]) -> list[int]:
    """The rows by the sum over orders of 1 / (FUSION + rank), ranks from 1; a row in no order adds nothing.

    >>> fused([np.array([3, 8]), np.array([8, 5])])
    [8, 3, 5]
    """
    sums: dict[int, float] = {}
    for order in orders:
        for i, row in enumerate(order.tolist()):
            sums[row] = sums.get(row, 0.0) + 1 / (FUSION + i + 1)
    return sorted(sums, key=lambda row: (-sums[row], row))[:CANDIDATES]
