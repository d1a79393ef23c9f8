import json
from collections import Counter
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stages.evaluate.flips import flips
from stages.evaluate.paired import independent, interval, paired_together

TUTORIALS = Path(__file__).parents[3] / "shared" / "datasets" / "tutorialvqa"
"""Beside the repository, where the public sets are."""

DIFFERENCES = st.lists(
    st.tuples(st.sampled_from([-1.0, -0.5, -1 / 3, 0.0, 0.1, 1.0]), st.sampled_from("abcdefghijkl")),
    min_size=1,
    max_size=60,
)


def paired(differences, clusters):
    """One run against another."""
    return paired_together(np.asarray(differences, dtype=float).reshape(-1, 1), clusters)[0]


def brute_force_p(sums):
    """Over all sign flips, without the shortcuts."""
    totals = [abs(sum(sign * each for sign, each in zip(signs, sums, strict=True)))
              for signs in product([1, -1], repeat=len(sums))]  # fmt: skip
    return np.mean([total >= abs(sum(sums)) - 1e-9 for total in totals])


def test_by_hand():
    # Six videos of two questions; five gain one question, one loses one: the sums are 1 1 1 1 1 -1.
    differences = [1, 0] * 5 + [-1, 0]
    found = paired(differences, [video for video in "abcdef" for _ in range(2)])
    assert found.value == pytest.approx(4 / 12)
    assert found.p == 14 / 64  # |sum| >= 4: all of one sign (2), or all but one of it (12)
    assert (found.n, found.clusters, found.up, found.down, found.flipped_clusters) == (12, 6, 5, 1, 6)


def test_the_interval_is_what_the_flips_do_not_reject():
    rng = np.random.default_rng(3)
    sizes = rng.integers(1, 9, 8).astype(float)
    sums = np.array([rng.integers(-size, size + 1) for size in sizes], dtype=float)
    low, high = interval(sums, sizes, flips(8), 0.05)
    for mean in np.linspace(-1, 1, 401):
        inside = low <= mean <= high
        assert inside == (brute_force_p(sums - mean * sizes) > 0.05), mean


@given(DIFFERENCES)
def test_p_is_that_of_all_flips(rows):
    values, videos = zip(*rows, strict=True)
    sums = [sum(v for v, c in rows if c == video) for video in sorted(set(videos))]
    assert paired(values, videos).p == pytest.approx(brute_force_p(sums))


@given(DIFFERENCES)
def test_swapped_runs_give_the_exact_mirror_image(rows):
    values, videos = zip(*rows, strict=True)
    there, back = paired(values, videos), paired([-value for value in values], videos)
    assert (back.value, back.p, back.up, back.down) == (-there.value, there.p, there.down, there.up)
    assert (back.low, back.high) == tuple(
        None if bound is None else -bound for bound in (there.high, there.low)
    )


@given(DIFFERENCES)
def test_the_value_lies_in_the_interval_and_p_agrees_with_it(rows):
    found = paired(*zip(*rows, strict=True))
    assert 0 < found.p <= 1
    if found.low is None:
        assert found.clusters < 6 and found.high is None
    else:
        assert -1 <= found.low <= found.value + 1e-12 and found.value - 1e-12 <= found.high <= 1
        if found.p > 0.05:
            assert found.low <= 1e-12 and found.high >= -1e-12


def test_under_six_videos_there_are_no_bounds():
    assert paired([1] * 5, list("abcde"))[:4] == (1.0, None, None, 2 / 32)
    assert paired([1] * 6, list("abcdef")).p == 2 / 64


def test_no_question_is_null_and_no_difference_is_no_zero_width():
    assert paired([], [])[:5] == (None, None, None, None, 0)
    found = paired([0.0] * 48, [f"{i % 8}" for i in range(48)])
    assert found.value == 0 and found.p == 1
    assert -0.06 < found.low < 0 < found.high < 0.06


@pytest.mark.parametrize("value", [1.5, -1.01, float("nan")])
def test_what_is_no_difference_of_shares_is_refused(value):
    with pytest.raises(ValueError, match="differences"):
        paired([value], ["a"])


def test_independent_questions_by_hand():
    # 5 up and 1 down of 18: shares 6/20 and 2/20, variance (0.4 - 0.04) / 20.
    low, high = independent(np.array([1.0] * 5 + [-1.0] + [0.0] * 12), 0.05)
    half = 1.959964 * (0.36 / 20) ** 0.5
    assert (low, high) == pytest.approx((0.2 - half, 0.2 + half), abs=1e-6)


def test_several_runs_are_corrected_and_equal_ones_cost_nothing():
    rng = np.random.default_rng(1)
    videos = np.repeat(np.arange(20), 10).astype(str)
    one = rng.choice([-1.0, 0.0, 1.0], (200, 1), p=[0.1, 0.7, 0.2])
    alone = paired(one.ravel(), videos)
    same = paired_together(np.hstack([one] * 4), videos)
    assert all(each[:4] == pytest.approx(alone[:4], abs=0.005) for each in same)
    others = rng.choice([-1.0, 0.0, 1.0], (200, 7), p=[0.15, 0.7, 0.15])
    corrected = paired_together(np.hstack([one, others]), videos)[0]
    assert corrected.low < alone.low and corrected.high > alone.high
    assert alone.p < corrected.p <= 8 * alone.p


def two_runs(rng, sizes, difference, discordant=0.2, icc=0.1):
    """Differences of two runs by a Dirichlet of rises, falls and neither for each video."""
    shares = np.array([discordant + difference, discordant - difference, 2 - 2 * discordant]) / 2
    by_video = rng.dirichlet(shares * (1 - icc) / icc, len(sizes))
    videos = np.repeat(np.arange(len(sizes)), sizes)
    draw = rng.random(len(videos))
    rises, falls = by_video[videos, 0], by_video[videos].T[:2].sum(axis=0)
    return np.where(draw < rises, 1.0, np.where(draw < falls, -1.0, 0.0)), videos.astype(str)


@pytest.mark.slow
@pytest.mark.parametrize("videos", [10, 23])
@pytest.mark.parametrize("difference", [0.0, 0.1])
def test_the_interval_holds_the_true_difference(videos, difference):
    """Of 400, 95 % would be 380; 366 is three standard errors less."""
    rng = np.random.default_rng(7)
    held = 0
    for _ in range(400):
        found = paired(*two_runs(rng, rng.integers(1, 21, videos), difference))
        held += found.low <= difference <= found.high
    assert held >= 366


@pytest.mark.slow
def test_the_intervals_of_several_runs_hold_together():
    rng = np.random.default_rng(8)
    held = 0
    for _ in range(200):
        sizes = rng.integers(1, 21, 20)
        columns = [two_runs(np.random.default_rng(rng.integers(2**32)), sizes, 0.1) for _ in range(5)]
        found = paired_together(np.column_stack([values for values, _ in columns]), columns[0][1])
        held += all(each.low <= 0.1 <= each.high for each in found)
    assert held >= 181  # 190 less three standard errors


def tutorial_sizes():
    if not TUTORIALS.is_dir():
        pytest.skip("TutorialVQA is not beside the repository")
    rows = [row for path in sorted(TUTORIALS.glob("*.json")) if path.stem != "videos"
            for row in json.loads(path.read_text())]  # fmt: skip
    return np.array(list(Counter(row["video_id"] for row in rows).values()))


@pytest.mark.slow
@pytest.mark.parametrize("sizes", [lambda: np.random.default_rng(2).integers(2, 21, 20), tutorial_sizes])
def test_a_run_split_against_itself_differs_in_5_percent(sizes):
    """Its questions are put in pairs within each video; one of each pair is A's, the other B's."""
    rng = np.random.default_rng(9)
    sizes = sizes() // 2 * 2
    rate = rng.beta(1.5, 1.5, len(sizes))
    run = [(rng.random(size) < p).astype(float) for size, p in zip(sizes, rate, strict=True)]
    videos = np.repeat(np.arange(len(sizes)), sizes // 2).astype(str)
    held = 0
    for _ in range(400):
        pairs = [rng.permutation(values).reshape(-1, 2) for values in run]
        found = paired(np.concatenate([pair[:, 0] - pair[:, 1] for pair in pairs]), videos)
        held += found.low <= 0 <= found.high
    assert 366 <= held <= 396
