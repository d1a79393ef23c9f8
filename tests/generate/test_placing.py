import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stages.core.folding import same_folded
from stages.evaluate.answers import Answer
from stages.evaluate.answers import Citation as Judged
from stages.evaluate.documents import Document
from stages.evaluate.grounding import grounded, grounded_normalised
from stages.generate.generator import Passage
from stages.generate.placing import place
from tests.generate.stand_ins import transcript

CASE = Path(__file__).parents[1] / "cases" / "44-quote-folding"
SOURCE = (CASE / "source.txt").read_text(encoding="utf-8")
EXPECT = json.loads((CASE / "expect.json").read_text(encoding="utf-8"))

TALK = transcript("talk", ["Don’t open it. Wait 15 minutes,", "then open it. Wait 15 minutes, I said."])
BOG = transcript("bog", ["Peat is old moss. Then open it."])
TRANSCRIPTS = {"talk": TALK, "bog": BOG}
TEXT = TALK.text
FIRST = Passage("a", "talk", 0, TEXT.index("I said"))
SECOND = Passage("b", "bog", 0, len(BOG.text))


def placed(quote, number=1, passages=(FIRST, SECOND)):
    citation = place(quote, number, passages, TRANSCRIPTS)
    assert citation.quote == quote  # never mended
    if citation.video_id is None:
        return citation.level, None
    return citation.level, TRANSCRIPTS[citation.video_id].text[citation.char_start : citation.char_end]


@pytest.mark.parametrize(
    ("quote", "number", "found"),
    [
        ("Wait 15 minutes", 1, ("exact", "Wait 15 minutes")),
        ("15 minutes,\nthen open", 1, ("exact", "15 minutes,\nthen open")),
        ("15 minutes, then open", 1, ("exact", "15 minutes,\nthen open")),  # nobody says a line break
        ("Don't open it", 1, ("normalised", "Don’t open it")),
        ("wait 15  minutes", 1, ("normalised", "Wait 15 minutes")),
        ("old moss", 1, ("repaired", "old moss")),  # it stands in passage 2
        ("OLD MOSS", 1, ("repaired", "old moss")),
        ("Wait 15 minutes", 2, ("repaired", "Wait 15 minutes")),
        ("old moss", 9, ("repaired", "old moss")),
        ("old moss", 0, ("repaired", "old moss")),
        ("hen open it", 1, ("unplaced", None)),  # parts a word
        ("5 minutes", 1, ("unplaced", None)),
        ("Wait 50 minutes", 1, ("unplaced", None)),
        ("open it", 1, ("exact", "open it")),
        ("I said", 1, ("unplaced", None)),  # said, and not shown
        ("15", 1, ("unplaced", None)),
        ("", 1, ("unplaced", None)),
        ("Peat is new moss", 2, ("unplaced", None)),
    ],
)
def test_levels(quote, number, found):
    assert placed(quote, number) == found


def test_the_named_passage_comes_before_an_exact_match_elsewhere():
    assert placed("Then open it", 1) == ("normalised", "then open it")
    assert placed("Then open it", 2) == ("exact", "Then open it")


def test_the_first_of_several_places():
    citation = place("Wait 15 minutes", 1, [FIRST], TRANSCRIPTS)
    assert citation.char_start == TEXT.index("Wait")


def test_a_passage_that_cuts_a_word_offers_no_half_of_it():
    cut = Passage("c", "talk", TEXT.index("minutes") + 2, len(TEXT))
    assert placed("nutes, then open it", 1, [cut])[0] == "unplaced"
    assert placed("nutes,  then", 1, [cut])[0] == "unplaced"


@pytest.mark.parametrize("quote", EXPECT["pass"])
def test_case_44_typography_is_placed(quote):
    video = transcript("v", [SOURCE])
    citation = place(quote, 1, [Passage("p", "v", 0, len(SOURCE))], {"v": video})
    assert citation.level in ("exact", "normalised")
    assert same_folded(SOURCE[citation.char_start : citation.char_end], quote)


@pytest.mark.parametrize("quote", EXPECT["fail"])
def test_case_44_other_words_and_numbers_are_not(quote):
    video = transcript("v", [SOURCE])
    assert place(quote, 1, [Passage("p", "v", 0, len(SOURCE))], {"v": video}).level == "unplaced"


WORDS = st.lists(
    st.sampled_from(["wait", "15", "min’s", "un-", "“no”", "ﬁre", "1,5", "…", "農場"]), max_size=9
)
LINES = st.lists(WORDS.map(" ".join).filter(bool), min_size=1, max_size=4)


@given(LINES, st.data())
def test_what_is_placed_stands_in_a_passage_that_was_shown(lines, data):
    """And evaluate, which knows nothing of levels, says the same of it."""
    video = transcript("v", lines)
    text = video.text
    edges = st.integers(0, len(text))
    passages = [
        Passage(str(i), "v", *sorted(pair))
        for i, pair in enumerate(data.draw(st.lists(st.tuples(edges, edges), min_size=1)))
    ]
    start, end = sorted(data.draw(st.tuples(edges, edges)))
    changed = data.draw(st.sampled_from([str, str.upper, lambda t: t.replace("\n", " "), lambda t: t + "x"]))
    quote = changed(text[start:end])
    citation = place(quote, data.draw(st.integers(-1, 9)), passages, {"v": video})
    assert citation.quote == quote
    documents = {"v": Document(text)}
    shown = [(p.video_id, p.char_start, p.char_end) for p in passages]
    judged = Answer(
        "answered",
        "so",
        None,
        tuple(shown),
        (Judged(quote, citation.video_id, citation.char_start, citation.char_end),),
    )
    if citation.level == "unplaced":
        assert citation.char_start is citation.char_end is citation.video_id is None
        assert not grounded_normalised(judged, shown, documents)
        return
    assert any(p.char_start <= citation.char_start < citation.char_end <= p.char_end for p in passages)
    assert grounded_normalised(judged, shown, documents)
    if citation.level == "exact":
        assert grounded(judged, shown, documents)
    if citation.level == "normalised":
        assert not grounded(judged, shown, documents)
