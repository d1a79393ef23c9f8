from hypothesis import given
from hypothesis import strategies as st

from stages.core.folding import long_enough
from stages.generate.quotable import quotable
from stages.models.sentences import sentence_spans

TEXT = st.text(st.sampled_from("ab 😀農.!?\n。\u00a0"), max_size=60)


@given(TEXT, st.integers(0, 60), st.integers(0, 60))
def test_quotes_lie_in_the_passage_and_are_long_enough(text, a, b):
    start, end = sorted((min(a, len(text)), min(b, len(text))))
    for first, last in quotable(text, sentence_spans(text, "en"), start, end):
        quote = text[first:last]
        assert start <= first < last <= end
        assert quote == quote.strip()
        assert long_enough(quote)


@given(TEXT)
def test_the_whole_text_offers_every_sentence_but_the_shortest(text):
    sentences = sentence_spans(text, "en")
    assert quotable(text, sentences, 0, len(text)) == [
        (start, end) for start, end in sentences if long_enough(text[start:end])
    ]


def test_a_passage_that_only_touches_a_sentence_does_not_offer_it():
    text = "I dug. Then rain."
    assert quotable(text, [(0, 6), (7, 17)], 6, 17) == [(7, 17)]
    assert quotable(text, [(0, 6), (7, 17)], 0, 7) == [(0, 6)]
    assert quotable(text, [(0, 6), (7, 17)], 6, 7) == []
