"""Units of text (sentences, words, characters) are packed into pieces that hold as many as fit."""

from collections.abc import Callable, Sequence

from stages.core.spans import Span

Fits = Callable[[Span], bool]


def pack(units: Sequence[Span], fits: Fits, overlap: int = 0) -> list[Span]:
    """Pack consecutive units into spans, each holding as many as fit; the next starts `overlap` units back.

    Args:
        units: disjoint spans in the order of the text; each fits by itself.
        fits: whether the text of a span may be one piece.
        overlap: units that a piece repeats from the one before it; fewer where it could not reach beyond that
            one otherwise.

    Returns: from the first character of a piece's first unit to the last of its last; every unit is in one.
    Raises: ValueError when a unit does not fit.

    >>> pack([(0, 3), (4, 7), (8, 11), (12, 15)], lambda span: span[1] - span[0] <= 11, overlap=1)
    [(0, 11), (8, 15)]
    """
    pieces: list[Span] = []
    first = reached = 0
    while reached < len(units):
        after = furthest(units, first, fits)
        if after <= reached:  # nothing that the last piece has not: repeat less
            if first == reached:
                raise ValueError(f"unit {units[first]} does not fit")
            first += 1
            continue
        pieces.append((units[first][0], units[after - 1][1]))
        reached = after
        first = max(first + 1, after - overlap)
    return pieces


def furthest(units: Sequence[Span], first: int, fits: Fits) -> int:
    """The largest `after` found such that units[first:after] fit as one piece; `first` if even one does not.

    Doubles, then bisects: tokens are counted log(n) times, also for a sentence of thousands of characters.
    """

    def fit(after: int) -> bool:
        return fits((units[first][0], units[after - 1][1]))

    good, step = first, 1
    while good < len(units) and fit(min(good + step, len(units))):
        good = min(good + step, len(units))
        step *= 2
    bad = min(good + step, len(units) + 1)
    while bad - good > 1:
        middle = (good + bad) // 2
        if fit(middle):
            good = middle
        else:
            bad = middle
    return good
