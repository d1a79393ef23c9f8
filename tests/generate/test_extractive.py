from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stages.generate.extractive import Extractive
from stages.generate.generator import Passage, Question
from stages.generate.overlap import Rarity
from tests.generate.stand_ins import letters, transcript

TALK = transcript("talk", ["Kelp needs cold water. It grows a metre", "in a week. Bees sleep in winter. Ok."])
BOG = transcript("bog", ["Peat is old moss.", "Kelp needs cold water."])
TRANSCRIPTS = {"talk": TALK, "bog": BOG}
TEXT = TALK.text


def extractive(sentences=1):
    return Extractive(TRANSCRIPTS, letters, Rarity.of([TALK.text, BOG.text]), sentences, "en")


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
    bog = passage("bog", 0, len(BOG.text))
    for passages, video in [((WHOLE, bog), "talk"), ((bog, WHOLE), "bog")]:
        [generation] = extractive().generate([ask("What does kelp need? cold water", *passages)])
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
    again = Extractive(TRANSCRIPTS, shaky, Rarity.of([TALK.text, BOG.text]), 1, "en")
    assert again.generate([ask("kelp cold water", bog, WHOLE)]) == first


def test_no_questions():
    assert extractive().generate([]) == []
