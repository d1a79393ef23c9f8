import pytest
from hypothesis import given
from hypothesis import strategies as st

from stages.evaluate.support import lexical, supported

KILN = ["Never open the kiln while it is above 200 degrees.", "Ms Reed waits for fifteen minutes."]


@pytest.mark.parametrize(
    "claim",
    [
        "Never open the kiln above 200 degrees.",
        "never open the kiln",
        "Ask, and Reed waits 15 minutes.",
        "Reed waits fifteen minutes",
        "You should not open the kiln above 200 degrees",
    ],
)
def test_what_the_evidence_says(claim):
    assert lexical(claim, KILN)


@pytest.mark.parametrize(
    "claim",
    [
        "Open the kiln while it is above 200 degrees.",  # the negation is lost
        "Never open the kiln while it is above 300 degrees.",  # another number
        "Ms Wright waits for fifteen minutes.",  # another name
        "Ms Reed doesn't wait for fifteen minutes.",  # a negation more
        "Glaze the cups before lunch.",  # nothing of it
    ],
)
def test_what_it_does_not_say(claim):
    assert not lexical(claim, KILN)


def test_every_sentence_must_be_supported():
    assert supported("Never open the kiln. Reed waits fifteen minutes.", KILN, lexical)
    assert not supported("Never open the kiln. It costs 9 pounds.", KILN, lexical)
    assert not supported("Never open the kiln.", [], lexical)
    assert not supported("...", KILN, lexical)


WORDS = st.lists(
    st.sampled_from(["kiln", "Reed", "not", "15", "the", "opens", "2.5", "never"]), min_size=1, max_size=8
)


@given(WORDS)
def test_a_quote_supports_itself(words):
    text = " ".join(words) + "."
    assert supported(text, [text], lexical)


@given(WORDS, st.integers(100, 999))
def test_no_number_is_supported_that_is_not_cited(words, number):
    text = " ".join(words)
    assert not lexical(f"{text} {number}", [text])
