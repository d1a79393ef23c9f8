import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.overlap import MAX_BURST_WORDS, alternated, carried, drawn, mix, segment_of
from stages.core.transcripts import Transcript

TURNS = st.lists(
    st.tuples(st.sampled_from("ABC"), st.lists(st.text("xyz", min_size=1, max_size=4), max_size=9)),
    max_size=8,
)


def transcript(*turns):
    """Turns of (speaker, words)."""
    segments, start = [], 0
    for i, (speaker, said) in enumerate(turns):
        words = [{"text": word} for word in said]
        if words:
            segment, _ = segment_of(words, speaker, start, i)
        else:  # QMSum has turns in which nothing is said
            segment = {"speaker": speaker, "text": "", "char_start": start, "char_end": start, "words": []}
        segments.append(segment)
        start = segment["char_end"] + 1
    return Transcript("v", segments)


TWO = transcript(("A", "one two three four five".split()), ("B", "six seven eight".split()))


@pytest.mark.parametrize("labels", [True, False])
def test_a_pair_is_mixed_word_by_word(labels):
    mixed = mix(TWO, 1.0, labels, random.Random(3))
    new = Transcript("v", mixed.segments)
    assert sorted(new.text.split()) == sorted(TWO.text.split())
    assert new.text.split() != TWO.text.split()
    said = {word["text"]: word["speaker"] for word in new.words}
    expected = {word["text"]: word["speaker"] if labels else None for word in TWO.words}
    assert said == expected
    assert len(mixed.segments) == 1 or labels


def test_each_speakers_words_keep_their_order():
    bursts = alternated("abcdef", "uvwxyz", random.Random(0))
    assert "".join(words for turn, words in bursts if turn == 0) == "abcdef"
    assert "".join(words for turn, words in bursts if turn == 1) == "uvwxyz"
    assert [turn for turn, _ in bursts] == [i % 2 for i in range(len(bursts))]
    assert all(1 <= len(words) <= MAX_BURST_WORDS for _, words in bursts[:-1])


def test_gold_is_carried_to_the_words_that_it_was():
    start = TWO.text.index("six")
    mixed = mix(TWO, 1.0, True, random.Random(5))
    new = Transcript("v", mixed.segments)
    spans = carried([{"video_id": "v", "char_start": start, "char_end": len(TWO.text)}], TWO, mixed.moved)
    found = [new.text[span["char_start"] : span["char_end"]] for span in spans]
    assert " ".join(found).split() == ["six", "seven", "eight"]
    assert len(found) > 1


@given(TURNS, st.sampled_from([0.0, 0.3, 1.0]), st.booleans(), st.integers(0, 5))
def test_nothing_is_lost_and_offsets_are_exact(turns, share, labels, seed):
    old = transcript(*turns)
    mixed = mix(old, share, labels, random.Random(seed))
    new = Transcript("v", mixed.segments)
    assert sorted(word["text"] for word in new.words) == sorted(word["text"] for word in old.words)
    for segment in mixed.segments:
        assert new.text[segment["char_start"] : segment["char_end"]] == segment["text"]
    for word in new.words:
        assert new.text[word["char_start"] : word["char_end"]] == word["text"]
    for word in old.words:
        start, end = mixed.moved[word["char_start"]]
        assert new.text[start:end] == word["text"]


@given(TURNS, st.integers(0, 5))
def test_the_share_is_of_the_turns_that_can_be_mixed_and_none_twice(turns, seed):
    segments = [segment for segment in transcript(*turns).segments if segment["words"]]
    chosen = drawn(segments, 0.3, random.Random(seed))
    able = sum(one["speaker"] != two["speaker"] for one, two in pairwise(segments))
    assert len(chosen) <= round(0.3 * able)
    assert all(i + 1 not in chosen and segments[i]["speaker"] != segments[i + 1]["speaker"] for i in chosen)


def test_no_share_leaves_the_text_as_it_is():
    assert Transcript("v", mix(TWO, 0.0, True, random.Random(1)).segments).text == TWO.text
