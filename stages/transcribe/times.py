"""Times of pieces and characters: what is missing or out of order is placed between what is known."""

from bisect import bisect_right
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from stages.transcribe.segments import Piece

FloatArray = npt.NDArray[np.float64]


def filled(pieces: Sequence[Piece], start_s: float, end_s: float) -> tuple[list[Piece], int]:
    """Give every piece a time inside [start_s, end_s], so that starts never go back.

    Known times are clamped into the segment. Of those that contradict each other's order the fewest are given
    up. A run of pieces without time shares the gap between its neighbours in proportion to its characters.

    Returns: the pieces, and how many of them got an interpolated time.

    >>> filled([Piece("a", 0.0, 1.0), Piece("bb", None, None), Piece("c", 2.5, 3.0)], 0.0, 3.0)[0][1]
    Piece(text='bb', start_s=1.0, end_s=2.5, speaker=None)
    """
    known: dict[int, tuple[float, float]] = {}
    for i, piece in enumerate(pieces):
        if piece.timed is not None and piece.timed[0] <= piece.timed[1]:
            start, end = (min(max(time, start_s), end_s) for time in piece.timed)
            known[i] = (start, end)
    kept = [list(known)[i] for i in longest_rise([start for start, _ in known.values()])]
    result: list[Piece] = []
    for left, right in zip([-1, *kept], [*kept, len(pieces)], strict=True):
        run = pieces[left + 1 : right]
        gap_end = known[right][0] if right < len(pieces) else end_s
        gap_start = start_s
        if left >= 0:
            start, gap_start = known[left]
            if run:  # of neighbours that overlap the earlier one ends where the later one starts
                gap_start = min(gap_start, gap_end)
            result.append(pieces[left]._replace(start_s=start, end_s=gap_start))
        result += shared(run, gap_start, gap_end)
    return result, len(pieces) - len(kept)


def shared(pieces: Sequence[Piece], start_s: float, end_s: float) -> list[Piece]:
    """Share the time from start_s to end_s among the pieces, in proportion to their characters."""
    edges = np.cumsum([0, *(max(len(piece.text.strip()), 1) for piece in pieces)])
    times = (start_s + (end_s - start_s) * edges / max(int(edges[-1]), 1)).tolist()
    return [piece._replace(start_s=times[i], end_s=times[i + 1]) for i, piece in enumerate(pieces)]


def longest_rise(values: Sequence[float]) -> list[int]:
    """Indices of a longest non-decreasing subsequence (patience sorting).

    >>> longest_rise([1.0, 9.0, 2.0, 2.0, 3.0])
    [0, 2, 3, 4]
    """
    ends: list[float] = []  # smallest last value of a rise of each length
    last: list[int] = []  # where that value stands
    before: list[int] = []
    for i, value in enumerate(values):
        length = bisect_right(ends, value)
        before.append(last[length - 1] if length else -1)
        ends[length : length + 1] = [value]
        last[length : length + 1] = [i]
    rise = []
    i = last[-1] if last else -1
    while i >= 0:
        rise.append(i)
        i = before[i]
    return rise[::-1]


def joined_punctuation(pieces: Sequence[Piece]) -> list[Piece]:
    """Join pieces without a letter or digit to the word that they touch, which keeps its own time.

    A decoder's time for a full stop reaches to the next word: with it every sentence would end in the pause.

    >>> joined_punctuation([Piece(" ask", 0.0, 0.4), Piece(".", 0.4, 2.0)])
    [Piece(text=' ask.', start_s=0.0, end_s=0.4, speaker=None)]
    """
    joined: list[Piece] = []
    opening = ""
    for piece in pieces:
        bare = not any(character.isalnum() for character in piece.text)
        if bare and joined and not opening and touches(joined[-1].text, piece.text):
            joined[-1] = joined[-1]._replace(text=joined[-1].text + piece.text)
        elif bare:
            opening += piece.text
        elif opening and not touches(opening, piece.text):
            joined += [Piece(opening, None, None), piece]
            opening = ""
        else:
            joined.append(piece._replace(text=opening + piece.text))
            opening = ""
    return [*joined, Piece(opening, None, None)] if opening else joined


def touches(left: str, right: str) -> bool:
    """Whether no white space stands between two texts that follow each other."""
    return not (left[-1:].isspace() or right[:1].isspace())


def character_times(pieces: Sequence[Piece]) -> tuple[FloatArray, FloatArray]:
    """Start and end of every character in seconds, linear inside each piece; NaN where it has no time.

    Returns: two arrays of as many floats as the joined text has characters. White space at the edges of a
    piece has no time.

    >>> [times.tolist() for times in character_times([Piece("ab", 1.0, 2.0)])]
    [[1.0, 1.5], [1.5, 2.0]]
    """
    length = sum(len(piece.text) for piece in pieces)
    starts, ends = np.full(length, np.nan), np.full(length, np.nan)
    offset = 0
    for piece in pieces:
        spoken = len(piece.text.strip())
        if piece.timed is not None and spoken:
            first = offset + len(piece.text) - len(piece.text.lstrip())
            start, end = piece.timed
            edges = start + (end - start) * np.arange(spoken + 1) / spoken
            edges[-1] = end
            starts[first : first + spoken], ends[first : first + spoken] = edges[:-1], edges[1:]
        offset += len(piece.text)
    return starts, ends
