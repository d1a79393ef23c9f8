from hypothesis import given
from hypothesis import strategies as st

from stages.evaluate.regions import common, region, size, words_in
from tests.evaluate.world import DOCUMENTS, OTHER, TALK, at

SPANS = st.lists(
    st.tuples(st.sampled_from(["talk", "tram"]), st.integers(0, 57), st.integers(0, 57)).map(
        lambda span: (span[0], *sorted(span[1:]))
    ),
    max_size=6,
)


def characters(spans):
    texts = {"talk": TALK.text, "tram": OTHER.text}
    return {(v, i) for v, start, end in spans for i in range(start, end) if not texts[v][i].isspace()}


@given(SPANS, SPANS)
def test_regions_are_sets_of_characters(first, second):
    assert size(region(first), DOCUMENTS) == len(characters(first))
    both = common(region(first), region(second))
    assert size(both, DOCUMENTS) == len(characters(first) & characters(second))


def test_the_same_offsets_of_another_video_are_other_characters():
    assert common(region([("talk", 0, 9)]), region([("tram", 0, 9)])) == {}


def test_a_word_that_two_spans_touch_is_one_word():
    assert words_in(region([("talk", 0, 5), ("talk", 6, 9)]), DOCUMENTS) == 2  # The k | ln
    assert words_in(region([at("Wait 15 minutes, then"), at("The tram", "tram")]), DOCUMENTS) == 6
