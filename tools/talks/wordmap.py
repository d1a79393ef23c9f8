"""Finds which phonemes belong to which written word.

espeak-ng, which turns text into phonemes for piper, writes some words as one group ("of the" becomes
``ʌvðə``), so groups and words do not pair off by counting. They are paired here by the cheapest alignment
of the groups with the phonemes of each word spoken alone, and a shared group is cut where the two words
fit best.
"""

from collections.abc import Callable, Sequence
from functools import cache

MARKS = set("ˈˌːʲ.,;:!?\"'()-")
STRESS = set("ˈˌ")


def word_starts(phonemes: Sequence[str], words: Sequence[str], alone: Callable[[str], str]) -> list[int]:
    """Gives, for each written word, the index of its first phoneme.

    Args:
        phonemes: phonemes of the sentence; a space parts the groups.
        words: the sentence's words, split at white space.
        alone: the phonemes of one word spoken by itself.

    Returns:
        One index into ``phonemes`` a word, strictly rising.

    Raises:
        ValueError: if the groups cannot be paired with the words.

    >>> alone = {"of": "ʌv", "the": "ðə", "crop.": "kɹɑp"}
    >>> word_starts(list("ʌvðə kɹˈɑːp"), ["of", "the", "crop."], alone.__getitem__)
    [0, 2, 5]
    """
    groups, start = [], 0
    for group in "".join(phonemes).split(" "):
        groups.append((start, group))
        start += len(group) + 1
    spoken = tuple(_bare(alone(word)) for word in words)
    best: dict[tuple[int, int], tuple[float, list[int]]] = {(0, 0): (0.0, [])}
    for g in range(len(groups) + 1):
        for w in range(len(words) + 1):
            if (g, w) not in best:
                continue
            cost, starts = best[g, w]
            steps = [(1, 1), (1, 2), (1, 3), (2, 1), (3, 1)]
            for more_groups, more_words in steps:
                if g + more_groups > len(groups) or w + more_words > len(words):
                    continue
                raw = " ".join(group for _, group in groups[g : g + more_groups])
                step_cost, cuts = _cut(_bare(raw), spoken[w : w + more_words])
                total = cost + step_cost + 0.5 * (more_groups + more_words - 2)
                key = (g + more_groups, w + more_words)
                if key not in best or total < best[key][0]:
                    base = groups[g][0]
                    best[key] = (total, starts + [base + _raw_index(raw, cut) for cut in cuts])
    if (len(groups), len(words)) not in best:
        raise ValueError(f"cannot pair phonemes {''.join(phonemes)!r} with words {words}")
    return best[len(groups), len(words)][1]


def _bare(phonemes: str) -> str:
    """Phonemes without marks and spaces; a flapped t, heard only in running speech, counts as a t."""
    return "".join(p for p in phonemes if p not in MARKS and p != " ").replace("ɾ", "t")


def _raw_index(raw: str, bare_index: int) -> int:
    """Index in ``raw`` of the phoneme at ``bare_index`` once the marks are gone; its stress leads it."""
    kept = [i for i, p in enumerate(raw) if p not in MARKS and p != " "]
    if bare_index == 0:
        return 0
    index = kept[bare_index]
    while raw[index - 1] in STRESS:
        index -= 1
    return index


@cache
def _cut(group: str, spoken: tuple[str, ...]) -> tuple[float, tuple[int, ...]]:
    """Cheapest cut of one group into the given words: its cost and the start of each word in the group."""
    if len(spoken) == 1:
        return _distance(group, spoken[0]), (0,)
    options = []
    for at in range(1, len(group) - len(spoken) + 2):
        cost, cuts = _cut(group[at:], spoken[1:])
        options.append((_distance(group[:at], spoken[0]) + cost, (0, *(at + cut for cut in cuts))))
    return min(options, default=(float("inf"), ()))


@cache
def _distance(left: str, right: str) -> float:
    """Levenshtein distance."""
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        previous, row[0] = row[0], i
        for j, b in enumerate(right, 1):
            previous, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, previous + (a != b))
    return float(row[-1])
