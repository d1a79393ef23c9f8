"""Between what luck and the best retriever get with B words: the floor and the ceiling of a budget."""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from stages.core.spans import Span
from stages.evaluate.documents import Document
from stages.evaluate.regions import Region, size

MAX_FLOOR = 0.5
MIN_CEILING = 0.8


def window_coverages(
    alternatives: Sequence[Region], budget_words: int, documents: Mapping[str, Document]
) -> npt.NDArray[np.float64]:
    """Coverage by each window of `budget_words` consecutive words in the videos that hold the gold.

    The floor is taken within the gold's own video also where the whole corpus is searched: that is the higher
    floor, so it never makes a budget look more informative than it is.
    Returns: one coverage a window, shape (windows,); a shorter video is one window; [0.] without gold.
    """
    found = []
    for video_id in sorted({video_id for gold in alternatives for video_id in gold}):
        windows = windows_of(documents[video_id], budget_words)
        shares = [
            covered(gold.get(video_id, ()), windows, documents[video_id]) / size(gold, documents)
            for gold in alternatives
        ]
        found.append(np.max(shares, axis=0))
    return np.concatenate(found) if found else np.zeros(1)


def windows_of(document: Document, budget_words: int) -> npt.NDArray[np.int64]:
    """The spans of all windows of consecutive words, shape (windows, 2)."""
    words = document.words
    if len(words) <= budget_words:
        return np.array([[0, len(document.text)]], dtype=np.int64)
    last = len(words) - budget_words
    return np.stack([words[: last + 1, 0], words[budget_words - 1 :, 1]], axis=1)


def covered(
    spans: Sequence[Span], windows: npt.NDArray[np.int64], document: Document
) -> npt.NDArray[np.int64]:
    """How many non-space characters of disjoint `spans` each window holds, shape (windows,)."""
    counts = np.zeros(len(windows), dtype=np.int64)
    for start, end in spans:
        left = np.clip(windows[:, 0], start, end)
        right = np.clip(windows[:, 1], start, end)
        counts += document.nonspace[right] - document.nonspace[left]
    return counts


def best_coverage(
    alternatives: Sequence[Region], budget_words: int, documents: Mapping[str, Document]
) -> float:
    """The most that `budget_words` words can cover: those of the gold with the most characters, word by word.

    >>> best_coverage([{"v": [(0, 15)]}], 1, {"v": Document("The kiln is hot")})
    0.3333333333333333
    """
    best = 0.0
    for gold in alternatives:
        sizes = np.concatenate([word_sizes(documents[video], spans) for video, spans in gold.items()])
        most = np.sort(sizes)[::-1][:budget_words].sum()
        best = max(best, float(most) / size(gold, documents))
    return best


def word_sizes(document: Document, spans: Sequence[Span]) -> npt.NDArray[np.int64]:
    """Characters of each word that lie in disjoint `spans`, for the words that have any."""
    sizes = np.zeros(len(document.words), dtype=np.int64)
    for start, end in spans:
        first, last = document.word_range(start, end)
        clipped = np.clip(document.words[first:last], start, end)
        sizes[first:last] += clipped[:, 1] - clipped[:, 0]
    return sizes[sizes > 0]


def why_uninformative(floor: float | None, ceiling: float | None) -> str | None:
    """Why a budget cannot tell retrievers apart on this dataset; None if it can."""
    if floor is None or ceiling is None:
        return "no answerable questions"
    if floor > MAX_FLOOR:
        return f"a random window reaches {floor:.2f}, above {MAX_FLOOR}"
    if ceiling < MIN_CEILING:
        return f"the best possible is {ceiling:.2f}, below {MIN_CEILING}"
    return None
