import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.power import TTestPower

from stages.evaluate.flips import flipped, flips, share_reaching
from stages.evaluate.intervals import clustered
from stages.evaluate.planning import Spread, fewest, half_width, power, spread


def names(videos, size):
    return [f"v{i:04}" for i in range(videos) for _ in range(size)]


def test_spread_by_hand():
    # Means 1/2 and 1 about 3/4: MSB = MSW = 1/4, so ICC = 0; variance 3/4 (1/4).
    assert spread([1, 0, 1, 1], list("aabb")) == Spread(0.75, 0.1875, 0.0, 4, 2)
    assert spread([1, 0], ["a", "a"]).icc == 0  # one video: it cannot be told
    assert spread([0.5, -0.5, 0.5, -0.5], list("abab")).icc == pytest.approx(1)


def test_half_width_is_the_interval_itself_where_the_icc_is_the_floor():
    values = [1, 0, 1, 1, 0, 1, 1, 1, 0, 1] * 4  # every video alike: ICC below 0
    found = clustered(values, names(8, 5))
    assert half_width(spread(values, names(8, 5)), 8, 5) == pytest.approx((found.high - found.low) / 2)


def test_one_question_a_video_needs_no_deff():
    found = Spread(0.6, 0.24, 0.4, 50, 50)
    n, t = 80, stats.t.ppf(0.975, 79)
    half = t * np.sqrt(0.24 / n + t**2 / (4 * n**2)) / (1 + t**2 / n)
    assert half_width(found, 80, 1) == pytest.approx(half)


def test_power_is_that_of_the_t_test():
    # One question a video: n = videos, no deff; statsmodels has the same test.
    found = Spread(0.0, 0.25, 0.3, 60, 60)
    expected = TTestPower().power(effect_size=0.15 / 0.5, nobs=60, alpha=0.025, alternative="larger")
    assert power(0.15, found, 60, 1) == pytest.approx(expected, abs=1e-9)
    assert power(-0.15, found, 60, 1) == pytest.approx(expected, abs=1e-9)
    # Alike within a video: more questions of it say nothing.
    same = found._replace(icc=1.0)
    assert power(0.15, same, 60, 20) == pytest.approx(power(0.15, same, 60, 1))
    assert power(0.9, Spread(0.0, 1e-6, 0.0, 9, 9), 50, 4) == 1


@given(
    st.floats(0.02, 0.98),
    st.floats(0, 1),
    st.integers(2, 60),
    st.integers(1, 40),
    st.sampled_from([0.9, 0.99]),
)
def test_more_videos_and_more_questions_never_hurt(mean, icc, videos, size, level):
    found = Spread(mean, mean * (1 - mean), icc, 100, 10)
    here = half_width(found, videos, size, level)
    assert half_width(found, videos + 1, size, level) < here
    assert half_width(found, videos, size + 1, level) <= here + 1e-12
    seen = power(0.1, found, videos, size, level)
    assert power(0.1, found, videos + 1, size, level) >= seen - 1e-9
    assert power(0.1, found, videos, size + 1, level) >= seen - 1e-9


@given(st.integers(2, 500), st.integers(2, 20))
def test_fewest_is_the_first_that_is_enough(threshold, least):
    assert fewest(lambda videos: videos >= threshold, least) == max(threshold, least)


def beta_binomial(rng, rate, icc, videos, size):
    strength = 1 / icc - 1
    rates = rng.beta(rate * strength, (1 - rate) * strength, videos)
    return (rng.random(videos * size) < np.repeat(rates, size)).astype(float)


@pytest.mark.parametrize(("rate", "icc", "size"), [(0.7, 0.3, 8), (0.9, 0.2, 3)])
def test_planned_videos_give_the_planned_width(rate, icc, size):
    rng = np.random.default_rng(21)
    found = Spread(rate, rate * (1 - rate), icc, 400, 40)
    videos = fewest(lambda videos: half_width(found, videos, size) <= 0.06, 10)
    halves = []
    for _ in range(120):
        interval = clustered(beta_binomial(rng, rate, icc, videos, size), names(videos, size))
        halves.append((interval.high - interval.low) / 2)
    # Above it is at most the price of an ICC that is estimated.
    assert 0.97 * 0.06 < np.mean(halves) < 1.08 * 0.06


@pytest.mark.parametrize(("difference", "icc", "size"), [(0.08, 0.2, 6), (0.15, 0.05, 2)])
def test_planned_videos_show_the_planned_difference(difference, icc, size):
    # Differences 0 or ±1: a video has its own surplus of gains over losses about the mean.
    rng = np.random.default_rng(22)
    changed = 0.3
    up = (changed + difference) / (2 * changed)
    found = Spread(difference, changed - difference**2, icc, 400, 40)
    videos = fewest(lambda videos: power(difference, found, videos, size) >= 0.8, 10)
    # ICC of the differences: changed^2 Var(2 u) / variance, u a video's share of gains among its changes.
    variance_up = icc * found.variance / (4 * changed**2)
    strength = up * (1 - up) / variance_up - 1
    signs = flips(videos, draws=999)
    seen = 0
    for _ in range(200):
        gains = np.repeat(rng.beta(up * strength, (1 - up) * strength, videos), size)
        ways = np.where(rng.random(videos * size) < gains, 1.0, -1.0)
        differences = np.where(rng.random(videos * size) < changed, ways, 0.0)
        statistics = flipped(differences.reshape(videos, size).sum(axis=1, keepdims=True), signs)[:, 0]
        seen += share_reaching(statistics, statistics[0]) <= 0.05
    assert 0.7 < seen / 200 < 0.9  # three standard errors of 200 draws are .085
