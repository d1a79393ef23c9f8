import numpy as np
import pytest

from stages.evaluate.bootstrap import bootstrap_interval, resampled_counts

CLUSTERS = [f"v{i % 30:02}" for i in range(300)]


def share(hits):
    return lambda counts: counts @ hits / counts.sum(axis=-1)


def test_whole_videos_are_drawn():
    batches = list(resampled_counts(CLUSTERS, 250, np.random.default_rng(1)))
    assert [len(batch) for batch in batches] == [100, 100, 50]
    counts = np.concatenate(batches)
    assert (counts[:, :30] == counts[:, 30:60]).all()
    assert (counts.sum(axis=1) == 300).all()


def test_the_interval_is_that_of_the_spread_between_videos():
    hits = np.repeat([[1.0] * 15 + [0.0] * 15], 10, axis=0).ravel()  # half of the videos all right
    low, high = bootstrap_interval(share(hits), CLUSTERS, 2000, np.random.default_rng(1))
    spread = 1.96 * np.sqrt(0.25 / 30)
    assert (low, high) == pytest.approx((0.5 - spread, 0.5 + spread), abs=0.03)


def test_the_same_seed_gives_the_same_interval():
    hits = np.arange(300) % 2.0
    first, second = (
        bootstrap_interval(share(hits), CLUSTERS, 50, np.random.default_rng(3)) for _ in range(2)
    )
    assert first == second


def test_undefined_where_there_is_nothing_to_draw_from():
    rng = np.random.default_rng(1)
    assert bootstrap_interval(share(np.ones(3)), ["a"] * 3, 10, rng) == (None, None)
    assert bootstrap_interval(lambda counts: np.full(len(counts), np.nan), ["a", "b"], 10, rng) == (
        None,
        None,
    )
