import pytest
from hypothesis import given
from hypothesis import strategies as st

from stages.chunk.packing import furthest, pack

UNITS = st.lists(st.tuples(st.integers(1, 9), st.integers(0, 2)), max_size=30).map(
    lambda sizes: [
        (sum(sum(size) for size in sizes[:i]), sum(sum(size) for size in sizes[:i]) + length)
        for i, (length, _) in enumerate(sizes)
    ]
)


@given(UNITS, st.integers(9, 30), st.integers(0, 6))
def test_every_unit_is_in_a_piece_and_every_piece_fits_and_adds_something(units, limit, overlap):
    pieces = pack(units, lambda span: span[1] - span[0] <= limit, overlap)
    assert all(end - start <= limit for start, end in pieces)
    assert all(any(start <= a and b <= end for start, end in pieces) for a, b in units)
    assert sorted({start for start, _ in pieces}) == [start for start, _ in pieces]
    assert sorted({end for _, end in pieces}) == [end for _, end in pieces]
    assert len(pieces) <= len(units)


@given(UNITS, st.integers(9, 30))
def test_pieces_hold_as_many_as_fit(units, limit):
    def fits(span):
        return span[1] - span[0] <= limit

    for first in range(len(units)):
        after = furthest(units, first, fits)
        assert fits((units[first][0], units[after - 1][1]))
        assert after == len(units) or not fits((units[first][0], units[after][1]))


def test_overlap_gives_way_where_it_leaves_no_room():
    # The second unit and the third do not fit together: repeating the second would only repeat it.
    assert pack([(0, 2), (2, 5), (5, 10)], lambda span: span[1] - span[0] <= 7, overlap=1) == [
        (0, 5),
        (5, 10),
    ]


def test_a_unit_that_does_not_fit_is_refused():
    with pytest.raises(ValueError, match="does not fit"):
        pack([(0, 2), (3, 9)], lambda span: span[1] - span[0] <= 4, overlap=1)


def test_nothing_to_pack():
    assert pack([], lambda span: True) == []
