from hypothesis import given
from hypothesis import strategies as st

from stages.generate.quotable import MIN_QUOTE_CHARACTERS, quotable
from stages.models.sentences import sentence_spans

TEXT = st.text(st.sampled_from("ab 😀農.!?\n。\u00a0"), max_size=60)


@given(TEXT, st.integers(0, 60), st.integers(0, 60))
def test_quotes_lie_in_the_passage_and_are_long_enough(text, a, b):
    start, end = sorted((min(a, len(text)), min(b, len(text))))
    for first, last in quotable(text, sentence_spans(text, "en"), start, end):
        quote = text[first:last]
        assert start <= first < last <= end
        assert quote == quote.strip()
        assert sum(not character.isspace() for character in quote) >= MIN_QUOTE_CHARACTERS


@given(TEXT)
def test_the_whole_text_offers_every_sentence_but_the_shortest(text):
    sentences = sentence_spans(text, "en")
    assert quotable(text, sentences, 0, len(text)) == [
        (start, end)
        for start, end in sentences
        if len("".join(text[start:end].split())) >= MIN_QUOTE_CHARACTERS
    ]


def test_a_passage_that_only_touches_a_sentence_does_not_offer_it():
    text = "I dug. Then rain."
    assert quotable(text, [(0, 6), (7, 17)], 6, 17) == [(7, 17)]
    assert quotable(text, [(0, 6), (7, 17)], 0, 7) == [(0, 6)]
    assert quotable(text, [(0, 6), (7, 17)], 6, 7) == []
