import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stages.models.audio import SAMPLE_RATE, Pcm
from stages.transcribe import parts as module
from stages.transcribe.parts import parts, quietest


def cut(pcm: Pcm, block: int) -> list[tuple[float, Pcm]]:
    return list(parts(pcm[i : i + block] for i in range(0, len(pcm), block)))


def test_a_short_recording_is_one_part() -> None:
    pcm = np.ones(5 * SAMPLE_RATE, dtype=np.int16)
    [(start_s, whole)] = cut(pcm, 1000)
    assert start_s == 0.0 and np.array_equal(whole, pcm)
    assert list(parts([])) == []
    assert list(parts([np.zeros(0, dtype=np.int16)])) == []


def test_the_cut_is_in_the_pause() -> None:
    pcm = np.full(400 * SAMPLE_RATE, 20_000, dtype=np.int16)
    pcm[270 * SAMPLE_RATE : 271 * SAMPLE_RATE] = 3
    assert 270.25 <= quietest(pcm) / SAMPLE_RATE <= 270.75
    found = cut(pcm, 12_345)
    assert [start_s for start_s, _ in found] == [0.0, quietest(pcm) / SAMPLE_RATE]


@given(
    seconds=st.integers(0, 40),
    block=st.integers(1, 30_000),
    other=st.integers(1, 30_000),
    seed=st.integers(0, 9),
)
def test_parts_joined_are_the_recording_whatever_the_blocks(
    seconds: int, block: int, other: int, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    pcm = rng.integers(-3000, 3000, seconds * 800 + seed, dtype=np.int16)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "SAMPLE_RATE", 100)
        patch.setattr(module, "LONGEST_S", 30)
        patch.setattr(module, "EARLIEST_S", 20)
        found, again = cut(pcm, block), cut(pcm, other)
    assert np.array_equal(np.concatenate([np.zeros(0, np.int16), *(part for _, part in found)]), pcm)
    ends = np.cumsum([len(part) for _, part in found]) / 100
    assert [start_s for start_s, _ in found] == [0.0, *ends[:-1]][: len(found)]
    assert all(20 <= len(part) / 100 <= 30 for _, part in found[:-1])
    assert all(len(part) / 100 <= 40 for _, part in found)
    assert [start_s for start_s, _ in again] == [start_s for start_s, _ in found]


def test_memory_does_not_grow_with_the_recording() -> None:
    peaks = []
    for minutes in (20, 60):
        tracemalloc.start()
        blocks = (np.zeros(30 * SAMPLE_RATE, dtype=np.int16) for _ in range(2 * minutes))
        assert sum(len(pcm) for _, pcm in parts(blocks)) == minutes * 60 * SAMPLE_RATE
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.05 * peaks[0]
