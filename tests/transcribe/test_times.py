import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stages.transcribe.segments import Piece
from stages.transcribe.times import character_times, filled, joined_punctuation, longest_rise, shared

TIMES = st.one_of(st.none(), st.floats(-5, 20, allow_nan=False))
PIECES = st.lists(st.builds(Piece, st.text("ab .,", min_size=1, max_size=5), TIMES, TIMES), max_size=12)


@given(PIECES)
def test_filled_pieces_have_ordered_times_inside_the_segment(pieces: list[Piece]) -> None:
    result, count = filled(pieces, 2.0, 12.0)
    assert [piece.text for piece in result] == [piece.text for piece in pieces]
    assert 0 <= count <= len(pieces)
    starts = [piece.start_s for piece in result]
    assert starts == sorted(starts)
    for piece in result:
        assert piece.timed is not None
        assert 2.0 <= piece.timed[0] <= piece.timed[1] <= 12.0


def test_known_times_stay_and_the_gap_is_shared_by_characters() -> None:
    pieces = [Piece("a", 1.0, 2.0), Piece(" bbb", None, None), Piece(" c", None, None), Piece("d", 4.0, 5.0)]
    result, count = filled(pieces, 0.0, 9.0)
    assert count == 2
    assert result == [
        Piece("a", 1.0, 2.0),
        Piece(" bbb", 2.0, 3.5),
        Piece(" c", 3.5, 4.0),
        Piece("d", 4.0, 5.0),
    ]


def test_one_time_out_of_order_is_given_up_not_its_neighbours() -> None:
    pieces = [Piece("a", 8.0, 8.5), Piece("b", 1.0, 2.0), Piece("c", 2.0, 3.0)]
    result, count = filled(pieces, 0.0, 9.0)
    assert count == 1
    assert result == [Piece("a", 0.0, 1.0), Piece("b", 1.0, 2.0), Piece("c", 2.0, 3.0)]


def test_what_stands_between_neighbours_that_overlap_ends_the_earlier_one() -> None:
    pieces = [Piece("a", 1.0, 4.3), Piece("b", 4.3, 1.2), Piece("c", 1.2, 3.0)]
    assert filled(pieces, 1.0, 3.5)[0] == [Piece("a", 1.0, 1.2), Piece("b", 1.2, 1.2), Piece("c", 1.2, 3.0)]
    assert filled([pieces[0], pieces[2]], 1.0, 3.5)[0] == [Piece("a", 1.0, 3.5), Piece("c", 1.2, 3.0)]


def test_nothing_known_is_shared_over_the_whole_segment() -> None:
    assert filled([Piece("aaa", None, None), Piece("b", 1.0, None)], 0.0, 4.0) == (
        [Piece("aaa", 0.0, 3.0), Piece("b", 3.0, 4.0)],
        2,
    )
    assert filled([], 0.0, 4.0) == ([], 0)
    assert shared([], 0.0, 4.0) == []


@given(st.lists(st.floats(0, 9, allow_nan=False), max_size=9))
def test_longest_rise_is_longest(values: list[float]) -> None:
    best = [1] * len(values)
    for i, value in enumerate(values):
        best[i] += max((best[j] for j in range(i) if values[j] <= value), default=0)
    rise = longest_rise(values)
    assert rise == sorted(set(rise))
    picked = [values[i] for i in rise]
    assert picked == sorted(picked)
    assert len(rise) == max(best, default=0)


@given(PIECES)
def test_joining_punctuation_keeps_the_text(pieces: list[Piece]) -> None:
    joined = joined_punctuation(pieces)
    assert "".join(piece.text for piece in joined) == "".join(piece.text for piece in pieces)


def test_punctuation_goes_with_the_word_that_it_touches() -> None:
    pieces = [
        Piece(' "', 0.0, 0.1),
        Piece("No", 0.1, 0.5),
        Piece(",", 0.5, 1.5),
        Piece(' "', 1.5, 1.6),
        Piece("yes", 1.6, 2.0),
    ]
    assert joined_punctuation(pieces) == [Piece(' "No,', 0.1, 0.5), Piece(' "yes', 1.6, 2.0)]
    assert joined_punctuation([Piece("a", 0.0, 1.0), Piece(" - ", 1.0, 2.0)]) == [
        Piece("a", 0.0, 1.0),
        Piece(" - ", None, None),
    ]


def test_character_times() -> None:
    starts, ends = character_times([Piece(" ab", 1.0, 2.0), Piece(" c", None, None), Piece("d ", 2.0, 2.5)])
    np.testing.assert_allclose(starts, [np.nan, 1.0, 1.5, np.nan, np.nan, 2.0, np.nan])
    np.testing.assert_allclose(ends, [np.nan, 1.5, 2.0, np.nan, np.nan, 2.5, np.nan])


@given(st.floats(0, 1e5), st.floats(0, 100), st.text("ab", min_size=1, max_size=40))
def test_character_times_reach_from_start_to_end(start: float, length: float, text: str) -> None:
    starts, ends = character_times([Piece(text, start, start + length)])
    assert starts[0] == start and ends[-1] == start + length
    assert starts[1:] == pytest.approx(ends[:-1])
