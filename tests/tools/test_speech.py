import pytest

from tools.results.speech import median_abs, start_errors_s, word_error_rate


def words(*pairs):
    return [{"text": text, "start_s": start} for text, start in pairs]


def test_word_error_rate_counts_words_not_spelling():
    assert word_error_rate("Fourteen lines, not twelve.", "14 lines not 12") == 0
    assert word_error_rate("the blade grew pale", "the played grew") == pytest.approx(2 / 4)


def test_misheard_inserted_and_dropped_words_have_no_start_error():
    spoken = words(("The", 0.0), ("kelp", 0.5), ("lines", 1.0), ("hang", 1.5))
    heard = words(("uh", 0.0), ("the", 0.25), ("kept", 0.5), ("lines,", 1.125))
    assert start_errors_s(spoken, heard) == [0.25, 0.125]


def test_words_without_a_time_are_left_out():
    assert start_errors_s(words(("a", 0.0)), words(("a", None))) == []
    assert start_errors_s([], words(("a", 1.0))) == []


def test_median_abs():
    assert median_abs([-0.3, 0.1, 0.2]) == 0.2
    assert median_abs([]) is None
