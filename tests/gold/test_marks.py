import pytest
from hypothesis import given
from hypothesis import strategies as st

from stages.gold.marks import Unplaced, at_quote, place
from tests.gold.transcript import mark, transcript

TALK = transcript("The kiln is hot.", "Wait until it cools.")  # word i is said from i to i + 0.8 s


def said(placed_mark, talk=TALK):
    start, end = place(placed_mark, talk)
    return talk.text[start:end]


def test_time_takes_the_words_whose_midpoint_lies_inside():
    assert said(mark("time", start_s=0.5, end_s=2.4)) == "kiln is"  # midpoints .4 | 1.4 2.4 | 3.4
    assert said(mark("time", start_s=0.4, end_s=0.4)) == "The"
    assert said(mark("time", start_s=3.0, end_s=99.0)) == "hot.\nWait until it cools."


def test_time_without_a_midpoint_takes_the_words_that_overlap():
    assert said(mark("time", start_s=1.0, end_s=1.1)) == "kiln"
    assert said(mark("time", start_s=1.7, end_s=2.1)) == "kiln is"
    assert said(mark("time", start_s=2.0, end_s=2.0)) == "is"  # a point, at the edge of a word


def test_time_of_a_segment_whose_words_have_none():
    talk = transcript("The kiln is hot.", "Wait.")
    for word in talk.segments[0]["words"]:
        word["start_s"] = None
    assert said(mark("time", start_s=0.0, end_s=4.0), talk) == "The kiln is hot."


def test_quote_folds_white_space_and_nothing_else():
    assert said(mark("quote", quote=" hot.  Wait\nuntil ")) == "hot.\nWait until"
    with pytest.raises(Unplaced, match="quote not found"):
        said(mark("quote", quote="the kiln"))


def test_quote_that_occurs_twice_needs_its_occurrence():
    text = "a (b) a (b) a"
    with pytest.raises(Unplaced, match="quote occurs 2 times"):
        at_quote(text, "(b) a", None)
    assert at_quote(text, "(b) a", 2) == (8, 13)
    with pytest.raises(Unplaced, match="quote occurs 2 times"):
        at_quote(text, "a (b) a", None)  # the two overlap


def test_chars_and_segments():
    assert said(mark("chars", char_start=4, char_end=8)) == "kiln"
    assert said(mark("segments", segment_first=0, segment_last=1)) == TALK.text
    gap = transcript("One.", "Three.", "Four.", segment_ids=["00000", "00002", "00003"])
    assert said(mark("segments", segment_first=1, segment_last=2), gap) == "Three."


def within(first, char_start, last, char_end):
    fields = {"segment_first": first, "char_start": char_start, "segment_last": last, "char_end": char_end}
    return mark("segment_chars", **fields)


def test_characters_of_segments():
    assert said(within(0, 4, 0, 8)) == "kiln"
    assert said(within(0, 12, 1, 4)) == "hot.\nWait"
    gap = transcript("One.", "Three.", segment_ids=["00000", "00002"])
    assert said(within(2, 0, 2, 5), gap) == "Three"


@pytest.mark.parametrize(
    ("lost", "reason"),
    [
        (mark("time", start_s=5.0, end_s=4.0), "no such interval"),
        (mark("time", start_s=float("nan"), end_s=4.0), "no such interval"),
        (mark("time", start_s=5.0), "no such interval"),
        (mark("time", start_s=60.0, end_s=70.0), "no words in the interval"),
        (mark("quote", quote=" "), "empty quote"),
        (mark("quote"), "empty quote"),
        (mark("quote", quote="kiln", occurrence=2), "no such occurrence"),
        (mark("quote", quote="kiln", occurrence=0), "no such occurrence"),
        (mark("chars", char_start=-1, char_end=4), "out of bounds"),
        (mark("chars", char_start=4, char_end=4), "out of bounds"),
        (mark("chars", char_start=0, char_end=len(TALK.text) + 1), "out of bounds"),
        (mark("chars", char_start=3, char_end=4), "blank span"),
        (mark("segments", segment_first=2, segment_last=3), "no such segments"),
        (mark("segments", segment_first=1, segment_last=0), "no such segments"),
        (within(0, 4, 2, 8), "no such segments"),
        (mark("segment_chars", char_start=0, char_end=1), "no such segments"),
        (mark("segment_chars", segment_first=0, segment_last=0), "no such characters"),
        (within(0, -1, 0, 8), "no such characters"),
        (within(0, len("The kiln is hot."), 1, 4), "no such characters"),
        (within(0, 0, 0, len("The kiln is hot.") + 1), "no such characters"),
        (within(1, 4, 0, 8), "no such characters"),
        (within(0, 8, 0, 4), "no such characters"),
        (within(0, 3, 0, 4), "blank span"),
        (mark("verse"), "unknown kind"),
    ],
)
def test_what_has_no_place_says_why(lost, reason):
    with pytest.raises(Unplaced, match=reason):
        place(lost, TALK)


def test_time_in_a_transcript_without_times():
    with pytest.raises(Unplaced, match="no times"):
        place(mark("time", start_s=0.0, end_s=1.0), transcript("The kiln.", timed=False))


@given(st.floats(0, 8), st.floats(0, 8))
def test_a_longer_interval_never_places_less(first, second):
    start_s, end_s = sorted((first, second))
    try:
        inner = place(mark("time", start_s=start_s, end_s=end_s), TALK)
    except Unplaced:
        return
    outer = place(mark("time", start_s=max(0.0, start_s - 1), end_s=end_s + 1), TALK)
    assert outer[0] <= inner[0] < inner[1] <= outer[1]
