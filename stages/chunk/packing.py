"""Units of text (sentences, words, characters) are packed into pieces that hold as many as fit."""

from collections.abc import Callable, Sequence

from stages.core.spans import Span

Fits = Callable[[int, int], bool]
"""Whether units[first:after] may be one piece; if they may, so may fewer of them."""
Following = Callable[[int, int], int]
"""At which unit the piece after units[first:after] starts: beyond `first`, at `after` or before it."""


def disjoint(first: int, after: int) -> int:
    """The next piece starts where this one ends."""
    return after


def repeating(overlap: int) -> Following:
    """The next piece repeats the last `overlap` units, but starts later than this one."""
    return lambda first, after: max(first + 1, after - overlap)


def stepping(step: int) -> Following:
    """The next piece starts `step` units after this one's start, but leaves nothing out."""
    return lambda first, after: min(first + step, after)


def pack(units: Sequence[Span], fits: Fits, following: Following = disjoint) -> list[Span]:
    """Pack consecutive units into spans, each holding as many as fit.

    Args:
        units: disjoint spans in the order of the text; each fits by itself.
        fits: see `Fits`.
        following: see `Following`. A piece that would add nothing to the one before it is left out, and the
            next starts a unit later.

    Returns: from the first character of a piece's first unit to the last of its last; every unit is in one.
    Raises: ValueError when a unit does not fit.

    >>> units = [(0, 3), (4, 7), (8, 11), (12, 15)]
    >>> pack(units, lambda first, after: after - first <= 3, repeating(1))
    [(0, 11), (8, 15)]
    """
    pieces: list[Span] = []
    first = reached = 0
    while reached < len(units):
        after = furthest(len(units), first, fits)
        if after <= reached:  # nothing that the last piece has not
            if first == reached:
                raise ValueError(f"unit {units[first]} does not fit")
            first += 1
            continue
        pieces.append((units[first][0], units[after - 1][1]))
        reached = after
        first = following(first, after)
    return pieces


def furthest(count: int, first: int, fits: Fits) -> int:
    """The largest `after` up to `count` such that units[first:after] fit; `first` if even one does not.

    Doubles, then bisects: `fits` is asked log(n) times.
    """
    good, step = first, 1
    while good < count and fits(first, min(good + step, count)):
        good = min(good + step, count)
        step *= 2
    bad = min(good + step, count + 1)
    while bad - good > 1:
        middle = (good + bad) // 2
        if fits(first, middle):
            good = middle
        else:
            bad = middle
    return good
