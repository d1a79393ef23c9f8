"""How many of a question's words a sentence has, rare words counting more."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from stages.core.terms import terms


@dataclass(frozen=True)
class Rarity:
    """Inverse document frequency over the corpus's N passages, BM25's: log(1 + (N - df + .5) / (df + .5))."""

    passages: int
    frequency: Mapping[str, int]

    @classmethod
    def of(cls, passages: Iterable[str]) -> "Rarity":
        """Count each word once a passage."""
        texts = list(passages)
        return cls(len(texts), Counter(word for text in texts for word in dict.fromkeys(terms(text))))

    def weight(self, word: str) -> float:
        """Above 0, the larger the fewer passages have the word."""
        df = self.frequency.get(word, 0)
        return math.log(1 + (self.passages - df + 0.5) / (df + 0.5))

    def share(self, question: Iterable[str], sentence: Iterable[str]) -> float:
        """Share, by weight, of the question's different words that are in the sentence: 0 to 1.

        >>> rarity = Rarity.of(["the kelp", "the bog", "the bees"])
        >>> 0.85 < rarity.share(["the", "kelp"], ["kelp", "grows"]) < 0.9
        True
        """
        present = frozenset(sentence)
        weights = {word: self.weight(word) for word in question}
        total = math.fsum(weights.values())
        return math.fsum(w for word, w in weights.items() if word in present) / total if total else 0.0
