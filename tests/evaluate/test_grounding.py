import pytest
from hypothesis import given
from hypothesis import strategies as st

from stages.core.words import word_spans
from stages.evaluate.answers import Answer, Citation
from stages.evaluate.grounding import grounded, grounded_normalised, misattributed, shown_passages
from tests.evaluate.world import DOCUMENTS, LINES, TALK, answered, at, cite, ranked

WAIT = cite("Wait 15 minutes")
NEVER = cite("Never open it before it has cooled.")


def judged(answer):
    shown = shown_passages(answer, ranked(*LINES), 5)
    return grounded(answer, shown, DOCUMENTS), grounded_normalised(answer, shown, DOCUMENTS)


def test_honest_citations_are_grounded():
    assert judged(answered(WAIT, NEVER)) == (True, True)
    assert judged(answered(cite("glaze is mixed"))) == (True, True)


def test_a_break_between_two_segments_may_be_quoted_as_a_space():
    passage = ("talk", LINES[1][1], LINES[2][2])
    said = cite("cooled.\nWait 15", quote="cooled. Wait 15")
    assert grounded(answered(said, shown=[passage]), [passage], DOCUMENTS)
    for quote in ("cooled.Wait 15", "cooled.  Wait 15"):
        other = answered(cite("cooled.\nWait 15", quote=quote), shown=[passage])
        assert not grounded(other, [passage], DOCUMENTS)


CHEATS = {
    "cites nothing": answered(),
    "empty quote": answered(cite("Wait 15 minutes", quote="")),
    "blank quote": answered(cite("Wait 15 minutes", quote="   ")),
    "quote too short": answered(Citation("15", *at("15"))),
    "empty span": answered(Citation("Wait 15 minutes", "talk", 80, 80)),
    "true quote at a false span": answered(Citation("Wait 15 minutes", *at("Never open it b"))),
    "true quote, span too long": answered(Citation("Wait 15 minutes", *at("Wait 15 minutes,"))),
    "true quote of another video": answered(Citation("Wait 15 minutes", *at("Wait 15 minutes", "tram"))),
    "altered digit": answered(cite("Wait 15 minutes", quote="Wait 16 minutes")),
    "dropped negation": answered(cite("Never open it", quote="open it")),
    "unplaced": answered(Citation("Wait 15 minutes", None, None, None)),
    "half placed": answered(Citation("Wait 15 minutes", "talk", at("Wait 15")[1], None)),
    "negative start": answered(Citation(TALK.text[-5:], "talk", -5, len(TALK.text))),
    "past the end": answered(Citation("day before.", "talk", at("day before.")[1], len(TALK.text) + 9)),
    "one false among true": answered(WAIT, NEVER, cite("Never open it", quote="Always open it")),
    "passage not shown": answered(WAIT, shown=LINES[:2]),
    "shown passage that was not retrieved": answered(WAIT, shown=[at("Wait 15 minutes, then")]),
    "the whole transcript as shown": answered(WAIT, shown=[("talk", 0, len(TALK.text))]),
    "across two passages": answered(cite("cooled.\nWait 15")),
    "part of a number": answered(cite("5 minutes")),
    "part of a word": answered(cite("ever open it before")),
    "inverted span": answered(Citation("Wait 15 minutes", "talk", at("Wait 15")[1] + 15, at("Wait 15")[1])),
    "quote of characters without width": answered(cite("Wait 15 minutes", quote="\u200b\u200b\u200b")),
    "digits of another script": answered(cite("Wait 15 minutes", quote="Wait １５ minutes")),
    "digits raised": answered(cite("Wait 15 minutes", quote="Wait 1⁵ minutes")),
    "the same span of another video": answered(
        Citation("Wait 15 minutes", "tram", *at("Wait 15 minutes")[1:])
    ),
    "unknown video": answered(Citation("Wait 15 minutes", "gone", *at("Wait 15 minutes")[1:])),
    "no video": answered(Citation("Wait 15 minutes", None, *at("Wait 15 minutes")[1:])),
}


@pytest.mark.parametrize("answer", CHEATS.values(), ids=CHEATS)
def test_cheats_are_not_grounded(answer):
    assert judged(answer) == (False, False)


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("Never open it", "never  open it"),
        ("Never open it", " Never open it "),
        ("minutes, then", "MINUTES, then"),
    ],
)
def test_typography_is_forgiven_only_by_the_normalised_one(text, quote):
    assert judged(answered(cite(text, quote=quote))) == (False, True)


@given(st.text(min_size=1, max_size=30), st.integers(-5, 160), st.integers(-5, 160))
def test_nothing_but_the_transcript_is_grounded(quote, start, end):
    exact, normalised = judged(answered(Citation(quote, "talk", start, end)))
    if exact:
        assert 0 <= start < end <= len(TALK.text)
        assert quote == TALK.text[start:end]
        assert normalised


@given(st.sampled_from(LINES), st.data())
def test_words_of_a_shown_passage_are_grounded(line, data):
    _, first, last = line
    words = word_spans(TALK.text[first:last])
    i = data.draw(st.integers(0, len(words) - 3))
    j = data.draw(st.integers(i + 2, len(words) - 1))
    start, end = first + words[i][0], first + words[j][1]
    assert judged(answered(Citation(TALK.text[start:end], "talk", start, end))) == (True, True)


def test_shown_are_only_passages_of_the_ranking():
    answer = Answer("answered", shown=(LINES[0], LINES[3], ("talk", 0, 500)))
    assert shown_passages(answer, ranked(LINES[3], LINES[1]), 5) == (LINES[3],)


def test_more_passages_than_k_are_not_shown():
    answer = Answer("answered", shown=tuple(LINES))
    assert shown_passages(answer, ranked(*LINES), 2) == (LINES[0], LINES[1])
    repeated = ranked(LINES[0], LINES[0], LINES[1])
    assert shown_passages(answer, repeated, 2) == (LINES[0],)


@pytest.mark.parametrize(
    ("citation", "wrong_place"),
    [
        (WAIT, False),
        (Citation("wait  15 minutes", *at("Wait 15 minutes")), False),  # said there, but for typography
        (Citation("Wait 15 minutes", *at("Never open it b")), True),
        (Citation("WAIT 15 minutes", *at("Never open it b")), True),
        (Citation("The tram leaves", *at("Never open it b")), True),  # said in another video
        (Citation("Wait 15 minutes", "talk", 0, 999), True),
        (Citation("Wait 15 minutes", "gone", 0, 15), True),
        (Citation("Wait 16 minutes", *at("Wait 15 minutes")), False),  # said nowhere
        (Citation("5 minutes", *at("Wait 15")), False),
        (Citation("Wait 15 minutes", None, None, None), False),  # points nowhere
        (Citation("", *at("Wait 15")), False),
    ],
)
def test_misattributed(citation, wrong_place):
    assert misattributed(citation, DOCUMENTS) is wrong_place
