"""How many of a question's words, or n-grams, a text has, rare ones counting more."""

import math
from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Rarity:
    """Inverse document frequency over the corpus's N passages, BM25's: log(1 + (N - df + .5) / (df + .5))."""

    passages: int
    frequency: Mapping[str, int]

    @classmethod
    def of(cls, passages: Sequence[str], cut: Callable[[str], Sequence[str]]) -> "Rarity":
        """Count each of the words that `cut` makes of a text once a passage."""
        return cls(len(passages), Counter(word for text in passages for word in dict.fromkeys(cut(text))))

    def weight(self, word: str) -> float:
        """Above 0, the larger the fewer passages have the word."""
        df = self.frequency.get(word, 0)
        return math.log(1 + (self.passages - df + 0.5) / (df + 0.5))

    def share(self, question: Iterable[str], text: Container[str]) -> float:
        """Share, by weight, of the question's different words that are in the text: 0 to 1.

        >>> rarity = Rarity.of(["the kelp", "the bog", "the bees"], str.split)
        >>> 0.85 < rarity.share(["the", "kelp"], ["kelp", "grows"]) < 0.9
        True
        """
        weights = {word: self.weight(word) for word in question}
        total = math.fsum(weights.values())
        return math.fsum(w for word, w in weights.items() if word in text) / total if total else 0.0
