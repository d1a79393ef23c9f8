import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from stages.models.audio import SAMPLE_RATE
from stages.models.pauses import loudness_db, without_pauses

TONE = np.sin(np.arange(SAMPLE_RATE, dtype=np.float32))
SILENCE = np.zeros(SAMPLE_RATE, dtype=np.float32)
SPEECH = np.concatenate([TONE, SILENCE, TONE, SILENCE])  # 0 to 1 s and 2 to 3 s


def test_loudness_of_full_scale_sine_and_silence() -> None:
    level = loudness_db(SPEECH)
    assert len(level) == 400
    assert abs(level[50] + 3.0) < 0.1  # a sine's mean power is one half
    assert level[150] == -100.0


def test_a_word_begins_where_it_is_heard_not_where_the_last_one_ended() -> None:
    assert without_pauses([(0.1, 1.0), (1.0, 2.6), (2.6, 4.0)], SPEECH) == [
        (0.1, 1.0),
        (1.99, 2.6),
        (2.6, 3.01),
    ]


def test_short_silences_and_quiet_words_stay() -> None:
    spans = [(1.9, 2.5), (1.2, 1.8), (3.5, 9.0)]
    assert without_pauses(spans, SPEECH) == spans


def test_loud_noise_leaves_the_times_alone() -> None:
    noise = 0.2 * np.random.default_rng(7).standard_normal(len(SPEECH)).astype(np.float32)
    assert without_pauses([(1.0, 2.6)], SPEECH + noise) == [(1.0, 2.6)]


@given(st.lists(st.tuples(st.floats(0, 5), st.floats(0, 2)), max_size=5), st.integers(0, 4 * SAMPLE_RATE))
def test_spans_only_shrink(pairs: list[tuple[float, float]], length: int) -> None:
    spans = [(start, start + more) for start, more in pairs]
    for (start, end), (new_start, new_end) in zip(spans, without_pauses(spans, SPEECH[:length]), strict=True):
        assert start <= new_start <= new_end <= end
