from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stages.chunk.packing import disjoint, furthest, pack, repeating, stepping

UNITS = st.lists(st.tuples(st.integers(1, 9), st.integers(0, 2)), max_size=30).map(
    lambda sizes: [
        (sum(sum(size) for size in sizes[:i]), sum(sum(size) for size in sizes[:i]) + length)
        for i, (length, _) in enumerate(sizes)
    ]
)
FOLLOWING = st.one_of(st.just(disjoint), st.integers(0, 6).map(repeating), st.integers(1, 6).map(stepping))


def at_most(units, limit):
    """Pieces of at most `limit` characters."""
    return lambda first, after: units[after - 1][1] - units[first][0] <= limit


@given(UNITS, st.integers(9, 30), FOLLOWING)
def test_every_unit_is_in_a_piece_and_every_piece_fits_and_adds_something(units, limit, following):
    pieces = pack(units, at_most(units, limit), following)
    assert all(end - start <= limit for start, end in pieces)
    assert all(any(start <= a and b <= end for start, end in pieces) for a, b in units)
    assert all(a < c and b < d for (a, b), (c, d) in pairwise(pieces))
    assert len(pieces) <= len(units)


@given(UNITS, st.integers(9, 30))
def test_pieces_hold_as_many_as_fit(units, limit):
    fits = at_most(units, limit)
    for first in range(len(units)):
        after = furthest(len(units), first, fits)
        assert fits(first, after)
        assert after == len(units) or not fits(first, after + 1)


def test_overlap_gives_way_where_it_leaves_no_room():
    # The second unit and the third do not fit together: repeating the second would only repeat it.
    units = [(0, 2), (2, 5), (5, 10)]
    assert pack(units, at_most(units, 7), repeating(1)) == [(0, 5), (5, 10)]


def test_a_step_beyond_the_end_of_a_piece_leaves_nothing_out():
    units = [(0, 2), (2, 5), (5, 10)]
    assert pack(units, at_most(units, 5), stepping(1)) == [(0, 5), (5, 10)]
    assert pack(units, at_most(units, 5), stepping(9)) == [(0, 5), (5, 10)]


def test_a_unit_that_does_not_fit_is_refused():
    units = [(0, 2), (3, 9)]
    with pytest.raises(ValueError, match="does not fit"):
        pack(units, at_most(units, 4), repeating(1))


def test_nothing_to_pack():
    assert pack([], lambda first, after: True) == []
