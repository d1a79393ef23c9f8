"""The lexical side of the index: BM25 scores, and which chunks hold a term."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from bm25s import BM25

from stages.core.artifacts import shown
from stages.core.errors import UserError


@dataclass(frozen=True, eq=False)
class Lexicon:
    """A loaded bm25s index of the whole corpus."""

    bm25: BM25

    @property
    def chunks(self) -> int:
        """How many chunks the corpus has."""
        return int(self.bm25.scores["num_docs"])

    def scores(self, terms: Sequence[str]) -> npt.NDArray[np.float64]:
        """BM25 of every chunk for a question's terms; a term asked twice counts twice. Shape (chunks,)."""
        known = [self.bm25.vocab_dict[term] for term in terms if term in self.bm25.vocab_dict]
        if not known:
            return np.zeros(self.chunks, dtype=np.float64)
        scores: npt.NDArray[np.float64] = self.bm25.get_scores_from_ids(known)
        return scores


def read_lexicon(folder: Path) -> Lexicon:
    """Read what index saved (arrays and JSON, never pickled)."""
    try:
        return Lexicon(BM25.load(folder, allow_pickle=False, show_progress=False))
    except (OSError, ValueError, KeyError) as error:
        raise UserError(f"{shown(folder)} cannot be read ({error}): run `dvc checkout`") from None
