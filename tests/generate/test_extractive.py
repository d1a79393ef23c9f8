from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stages.core.terms import ngrams, terms
from stages.generate.extractive import Extractive
from stages.generate.generator import Passage, Question
from stages.generate.overlap import Rarity
from tests.generate.stand_ins import letters, transcript

TALK = transcript("talk", ["Kelp needs cold water. It grows a metre", "in a week. Bees sleep in winter. Ok."])
BOG = transcript("bog", ["Peat is old moss.", "Kelp needs cold water."])
TRANSCRIPTS = {"talk": TALK, "bog": BOG}
TEXT = TALK.text
RARITIES = [Rarity.of([TALK.text, BOG.text], cut) for cut in (terms, ngrams)]


def extractive(sentences=1, encode=letters):
    return Extractive(TRANSCRIPTS, encode, *RARITIES, sentences, "en")


def passage(video_id, start, end):
    return Passage(f"{video_id}-{start}", video_id, start, end)


WHOLE = passage("talk", 0, len(TEXT))


def ask(text, *passages):
    return Question("q", text, passages)


def test_the_nearest_sentence_is_quoted_where_it_stands():
    [generation] = extractive().generate([ask("How much does it grow in a week?", WHOLE)])
    [citation] = generation.citations
    assert citation.quote == "It grows a metre\nin a week." == TEXT[citation.char_start : citation.char_end]
    assert (citation.video_id, citation.level) == ("talk", "exact")
    assert generation.text == citation.quote
    assert generation.failure is None


def test_several_sentences_stand_in_document_order():
    """The second is the nearer one."""
    [generation] = extractive(2).generate([ask("Bees sleep in winter? Kelp cold water?", WHOLE)])
    assert [c.quote for c in generation.citations] == ["Kelp needs cold water.", "Bees sleep in winter."]
    assert generation.text == "Kelp needs cold water. Bees sleep in winter."


def test_only_what_is_shown_can_be_quoted():
    end = TEXT.index("Ok")
    [generation] = extractive().generate([ask("Do bees sleep in winter?", passage("talk", 0, end))])
    assert generation.citations[0].char_end <= end


def test_a_sentence_is_clipped_to_the_passage():
    start = TEXT.index("metre")
    [generation] = extractive().generate([ask("metre week", passage("talk", start, start + 15))])
    assert generation.citations[0].quote == "metre\nin a week"


def test_equal_sentences_the_better_passage_wins():
    twins = {name: transcript(name, ["Kelp needs cold water. Bees sleep."]) for name in ("talk", "bog")}
    one = Extractive(twins, letters, *RARITIES, 1, "en")
    talk, bog = passage("talk", 0, 22), passage("bog", 0, 22)
    for passages, video in [((talk, bog), "talk"), ((bog, talk), "bog")]:
        [generation] = one.generate([ask("What does kelp need? cold water", *passages)])
        assert generation.citations[0].quote == "Kelp needs cold water."
        assert generation.citations[0].video_id == video


def test_passages_that_overlap_do_not_give_the_same_words_twice():
    cut = passage("talk", 0, 15)  # clips the first sentence
    [generation] = extractive(9).generate([ask("Kelp needs cold", cut, WHOLE)])
    spans = sorted((c.char_start, c.char_end) for c in generation.citations)
    assert all(a[1] <= b[0] for a, b in pairwise(spans))


@pytest.mark.parametrize(
    "passages", [(), (passage("talk", TEXT.index("Ok"), TEXT.index("Ok") + 2),), (passage("talk", 4, 4),)]
)
def test_nothing_long_enough_to_quote_is_a_failure(passages):
    [generation] = extractive().generate([ask("Is it ok?", *passages)])
    assert generation.citations == ()
    assert generation.text == ""
    assert "no sentence" in generation.failure


@given(st.lists(st.sampled_from(["kelp?", "bees winter", "old moss", "week", ""]), min_size=1, max_size=6))
def test_alone_as_in_the_batch(texts):
    questions = [ask(text, passage("bog", 0, len(BOG.text)), WHOLE) for text in texts]
    batch = extractive(2).generate(questions)
    assert batch == [extractive(2).generate([question])[0] for question in questions]


def test_last_bits_of_the_vectors_do_not_decide():
    """An encoder whose vectors differ by 1e-7 from batch to batch."""

    def shaky(texts):
        noise = np.random.default_rng(len(texts)).normal(0, 1e-8, (len(texts), 26))
        return (letters(texts) + noise).astype(np.float32)

    bog = passage("bog", 0, len(BOG.text))
    first = extractive().generate([ask("kelp cold water", bog, WHOLE)])
    assert extractive(encode=shaky).generate([ask("kelp cold water", bog, WHOLE)]) == first


def test_no_questions():
    assert extractive().generate([]) == []


def test_what_stands_around_decides_between_equal_sentences():
    """The same words twice: the second stands where the question's other words are said."""
    filler = "And so it went on for a good long while. " * 20
    said = "Press the long green button."
    text = f"{said} {filler}We come to the exposure of the photograph. {said} {filler}"
    talk = {"talk": transcript("talk", [text])}
    both = (passage("talk", 0, len(said)), passage("talk", text.rindex(said), text.rindex(said) + len(said)))
    rarities = [Rarity.of([text], cut) for cut in (terms, ngrams)]
    for passages in (both, both[::-1]):
        asked = ask("Which button is for exposure of a photograph?", *passages)
        [generation] = Extractive(talk, letters, *rarities, 1, "en").generate([asked])
        assert generation.citations[0].char_start == text.rindex(said)


def test_a_sentence_of_few_words_is_quoted_only_where_there_is_no_other():
    talk = {"talk": transcript("talk", ["Exposure mode. You will find it in the upper bar."])}
    rarities = [Rarity.of([talk["talk"].text], cut) for cut in (terms, ngrams)]
    one = Extractive(talk, letters, *rarities, 1, "en")
    whole, alone = passage("talk", 0, 49), passage("talk", 0, 14)
    assert one.generate([ask("Exposure mode?", whole)])[0].text == "You will find it in the upper bar."
    assert one.generate([ask("Exposure mode?", alone)])[0].text == "Exposure mode."


def test_the_kind_that_is_asked_for_is_preferred():
    """Letter for letter nearly the same, with a number and without."""
    talk = {"talk": transcript("talk", ["Bake it for some while here. Bake it for 15 whiles here."])}
    rarities = [Rarity.of([talk["talk"].text], cut) for cut in (terms, ngrams)]
    one = Extractive(talk, letters, *rarities, 1, "en")
    whole = passage("talk", 0, len(talk["talk"].text))
    [how, what] = one.generate([ask("How long do I bake it?", whole), ask("What do I do with some?", whole)])
    assert "15" in how.text
    assert "15" not in what.text
