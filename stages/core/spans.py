"""Half-open character spans [start, end) over one text: union, overlap, and share covered."""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

Span = tuple[int, int]


def merged(spans: Iterable[Span]) -> list[Span]:
    """Union of spans as sorted, disjoint, non-empty spans.

    >>> merged([(5, 9), (0, 3), (2, 4), (7, 7)])
    [(0, 4), (5, 9)]
    """
    union: list[Span] = []
    for start, end in sorted(span for span in spans if span[1] > span[0]):
        if union and start <= union[-1][1]:
            union[-1] = (union[-1][0], max(union[-1][1], end))
        else:
            union.append((start, end))
    return union


def overlap(first: Iterable[Span], second: Iterable[Span]) -> list[Span]:
    """Characters in both unions, as sorted, disjoint spans.

    >>> overlap([(0, 4), (6, 9)], [(3, 7)])
    [(3, 4), (6, 7)]
    """
    left, right = merged(first), merged(second)
    common: list[Span] = []
    i = j = 0
    while i < len(left) and j < len(right):
        start, end = max(left[i][0], right[j][0]), min(left[i][1], right[j][1])
        if start < end:
            common.append((start, end))
        if left[i][1] < right[j][1]:
            i += 1
        else:
            j += 1
    return common


def nonspace_prefix(text: str) -> npt.NDArray[np.int64]:
    """Prefix counts of non-space characters: result[i] = how many stand in text[:i]. Length len(text) + 1."""
    marks = np.fromiter((not character.isspace() for character in text), dtype=np.int64, count=len(text))
    return np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(marks)])


def count_nonspace(prefix: npt.NDArray[np.int64], spans: Iterable[Span]) -> int:
    """Non-space characters in the union of `spans`, by the text's `nonspace_prefix`.

    >>> count_nonspace(nonspace_prefix("ab cd"), [(0, 3), (1, 5)])
    4
    """
    return sum(int(prefix[end] - prefix[start]) for start, end in merged(spans))
