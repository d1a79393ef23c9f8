import numpy as np
import pytest

from tools.talks.mix import mix, origins
from tools.talks.speech import PEAK, SAMPLE_RATE, Speech, Word


def speech(seconds, first_s, last_s, value=0.25):
    """A sentence whose words go from first_s to last_s."""
    first, last = round(first_s * SAMPLE_RATE), round(last_s * SAMPLE_RATE)
    middle = (first + last) // 2
    samples = np.full(round(seconds * SAMPLE_RATE), value, dtype=np.float32)
    return Speech(samples, [Word("a", first, middle), Word("b", middle, last)])


def seconds(begins):
    return [round(begin / SAMPLE_RATE, 4) for begin in begins]


def test_sentences_follow_after_a_pause_longer_between_speakers():
    said = [speech(1.0, 0.1, 0.9)] * 3
    assert seconds(origins(said, ["Ann", "Ann", "Bo"], [0, 0, 0])) == [0.4, 1.7, 3.2]


def test_an_overlap_is_measured_from_last_word_to_first_word():
    said = [speech(2.0, 0.1, 1.8), speech(1.0, 0.2, 0.9), speech(1.0, 0.1, 0.9)]
    begins = origins(said, ["Ann", "Bo", "Ann"], [0, 0.5, 0])
    # Ann's last word ends at 0.4 + 1.8; Bo's first word is 0.5 before that, and stands 0.2 into the sentence.
    assert seconds(begins) == [0.4, 1.5, 3.0]


def test_what_is_spoken_within_a_longer_sentence_does_not_shorten_it():
    said = [speech(3.0, 0.0, 3.0), speech(0.5, 0.0, 0.5), speech(1.0, 0.0, 1.0)]
    assert seconds(origins(said, ["Ann", "Bo", "Ann"], [0, 2.0, 0])) == [0.4, 1.4, 3.9]


def test_no_sentence_starts_before_the_one_before_it():
    with pytest.raises(ValueError, match="sentence 2"):
        origins([speech(1.0, 0.1, 0.9), speech(1.0, 0.1, 0.9)], ["Ann", "Bo"], [0, 0.8])


def test_voices_are_added_sample_by_sample_and_clipped():
    total = mix([speech(1.0, 0, 1, 0.25), speech(1.0, 0, 1, 0.5)], [100, 1100])
    assert len(total) == 1100 + SAMPLE_RATE + round(0.4 * SAMPLE_RATE)
    assert list(total[[99, 100, 1099, 1100, SAMPLE_RATE + 100]]) == [0, 0.25, 0.25, 0.75, 0.5]
    assert not total[1100 + SAMPLE_RATE :].any()
    loud = mix([speech(1.0, 0, 1, 0.75)] * 2, [0, 0])
    assert loud.max() == np.float32(PEAK)
