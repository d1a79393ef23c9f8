"""How much of the gold some windows of units hold within a budget of words: what `tune` looks at."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from stages.core.spans import merged
from stages.retrieve.index import Floats, Index
from stages.retrieve.peaks import Peak
from stages.retrieve.units import Units

Shares = Mapping[int, float]
"""Of an alternative of the gold, the share that lies in a chunk, by index row; 1 in all."""


def gold_shares(index: Index, alternative: Sequence[Mapping[str, Any]]) -> Shares:
    """Where an alternative of the gold lies; nowhere, if no chunk touches it.

    Args:
        index: the corpus.
        alternative: spans with video_id, char_start and char_end.
    """
    found: dict[int, float] = {}
    for video_id in sorted({span["video_id"] for span in alternative}):
        spans = merged((s["char_start"], s["char_end"]) for s in alternative if s["video_id"] == video_id)
        for row in index.rows(video_id).tolist():
            start, end = index.char_starts[row], index.char_ends[row]
            inside = sum(max(0, min(end, last) - max(start, first)) for first, last in spans)
            if inside:
                found[row] = float(inside)
    total = sum(found.values())
    return {row: inside / total for row, inside in found.items()}


def shares_of_units(index: Index, alternatives: Sequence[Any], units: Units) -> Floats:
    """The share of each alternative that each unit holds, shape (alternatives, units)."""
    rows = units.rows.tolist()
    shares = [gold_shares(index, alternative) for alternative in alternatives]
    return np.array([[one.get(row, 0.0) for row in rows] for one in shares]).reshape(len(shares), -1)


def mean_coverage(
    windows: Sequence[Peak], units: Units, shares: Floats, budgets_words: Sequence[int]
) -> float:
    """The mean over budgets of the largest share, over alternatives, within so many words, the last unit cut.

    This is evaluate's coverage but for two things that no choice hangs on: all characters count, spaces too,
    and a unit that is cut gives the same part of its gold as of its words.

    Args:
        windows: delivered, in order.
        units: what they are windows of.
        shares: `shares_of_units`.
        budgets_words: how many words.
    """
    order = [unit for one in windows for unit in range(one.first, one.after)]
    words = units.n_words[order].astype(np.float64)
    before = np.cumsum(words) - words
    budgets = np.array(budgets_words, dtype=np.float64)[:, None]
    taken = np.clip((budgets - before) / np.maximum(words, 1.0), 0.0, 1.0)
    return float((taken @ shares[:, order].T).max(axis=1, initial=0.0).mean())
