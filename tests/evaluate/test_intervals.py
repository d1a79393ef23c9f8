import csv
import json
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.regression.linear_model import OLS
from statsmodels.stats.proportion import proportion_confint

from stages.evaluate.intervals import (
    MIN_ICC,
    Totals,
    anova_icc,
    clustered,
    design_effect,
    exchangeable_deff,
    linearised_deff,
    score_interval,
    wilson,
)

CASE = Path(__file__).parents[1] / "cases" / "46-wilson-at-the-ends"
EXPECT = json.loads((CASE / "expect.json").read_text(encoding="utf-8"))
ROWS = list(csv.DictReader((CASE / "rows.csv").read_text(encoding="utf-8").splitlines()))


@pytest.mark.parametrize("row", EXPECT["table"])
def test_case_46_table(row):
    assert wilson(row["k"], row["n"]) == pytest.approx((row["low"], row["high"]), abs=1e-9)


def test_case_46_is_tested_whole():
    seen = [(row["k"], row["n"]) for row in EXPECT["table"]] + [(0, 0), *map(tuple, EXPECT["errors"])]
    assert sorted((int(row["k"]), int(row["n"])) for row in ROWS) == sorted(seen)


def test_wilson_of_nothing_is_null():
    assert wilson(0, 0) == (None, None)


@pytest.mark.parametrize(("hits", "n"), [(5, 4), (-1, 4), (1.5, 4), (2.0, 4), (1, -1), (1, 4.0)])
def test_wilson_refuses_what_is_no_proportion(hits, n):
    with pytest.raises(ValueError, match="no proportion"):
        wilson(hits, n)


@given(st.integers(1, 500), st.floats(0, 1), st.sampled_from([0.8, 0.95, 0.99]))
def test_wilson_is_that_of_scipy_and_statsmodels(n, share, level):
    hits = round(share * n)
    low, high = wilson(hits, n, level)
    assert (low, high) == pytest.approx(proportion_confint(hits, n, 1 - level, "wilson"), abs=1e-9)
    assert (low, high) == pytest.approx(stats.binomtest(hits, n).proportion_ci(level, "wilson"), abs=1e-9)
    assert 0 <= low <= hits / n <= high <= 1
    assert low < high
    assert (low == 0) == (hits == 0)
    assert (high == 1) == (hits == n)


@given(st.integers(1, 300), st.floats(0, 1))
def test_the_formula_for_any_n_is_wilsons(n, share):
    hits = round(share * n)
    found = score_interval(hits / n, n, float(stats.norm.ppf(0.975)))
    assert found == pytest.approx(wilson(hits, n), abs=1e-9)


def test_clustered_by_hand():
    # Sizes 1 and 3: sum m^2 / n = 10 / 4. Means 1 and 1/3 about 1/2: MSB = (1/4 + 3/36) / 1 = 1/3;
    # MSW = (4/9 + 1/9 + 1/9) / 2 = 1/3. So ICC = 0, and the floor holds.
    found = clustered([1, 1, 0, 0], ["a", "b", "b", "b"])
    assert found.clusters == 2
    assert found.deff == pytest.approx(1 + 1.5 * 0.2)
    n, t, p = 4 / 1.3, stats.t.ppf(0.975, 1), 0.5
    half = t * math.sqrt(p * (1 - p) / n + t**2 / (4 * n**2)) / (1 + t**2 / n)
    assert (found.low, found.high) == pytest.approx((0.5 - half, 0.5 + half))


def test_deff_of_identical_questions_is_the_mean_size():
    # Within a video all are alike, so ICC = 1 and each video counts once: n / deff = 4.
    found = clustered([1, 1, 1, 0, 0, 0, 1, 1, 1, 0, 0, 0], list("aaabbbcccddd"))
    assert found.deff == pytest.approx(3)


def totals(*clusters):
    """Sizes, sums and sums of squares of clusters given by their values."""
    return Totals(
        sizes=np.array([len(values) for values in clusters], dtype=np.float64),
        sums=np.array([sum(values) for values in clusters], dtype=np.float64),
        squares=np.array([sum(value**2 for value in values) for values in clusters], dtype=np.float64),
    )


def test_anova_icc_by_hand():
    # Two videos of two: means 1/2 and 1 about 3/4. MSB = 2 (1/16 + 1/16) = 1/4, MSW = (1/4 + 1/4) / 2 = 1/4.
    assert anova_icc(totals([1, 0], [1, 1])) == 0
    # Fractions: means 1/4 and 3/4; MSB = 2 (1/16 + 1/16) = 1/4, MSW = 4 (1/16) / 2 = 1/8.
    assert anova_icc(totals([0, 0.5], [0.5, 1])) == pytest.approx(1 / 3)


@pytest.mark.parametrize("clusters", [([1], [0], [1]), ([1, 1], [1, 1]), ([0.3] * 3, [0.3] * 7)])
def test_icc_is_0_where_it_cannot_be_told(clusters):
    assert anova_icc(totals(*clusters)) == 0


def test_linearised_deff_by_hand():
    # p = 1/2; the sums miss m p by 1/2 and -1/2; the variance of four independent values would be 4 (1/4).
    assert linearised_deff(totals([1], [1, 0, 0])) == pytest.approx(0.5)
    # Videos of 4 and 2, p = 4/6: 4 - 8/3 and 0 - 4/3, so 2 (16/9) over 6 (2/9).
    assert linearised_deff(totals([1] * 4, [0] * 2)) == pytest.approx(8 / 3)
    assert linearised_deff(totals([1] * 4, [1] * 2)) == 1


def test_linearised_deff_is_that_of_a_regression_with_clustered_errors():
    rng = np.random.default_rng(3)
    clusters = [rng.integers(0, 2, size).astype(float) for size in (3, 9, 4, 12, 7)]
    values, index = np.concatenate(clusters), np.repeat(np.arange(5), [3, 9, 4, 12, 7])
    fit = OLS(values, np.ones(len(values))).fit(
        cov_type="cluster", cov_kwds={"groups": index, "use_correction": False}
    )
    p = values.mean()
    assert linearised_deff(totals(*clusters)) == pytest.approx(fit.bse[0] ** 2 / (p * (1 - p) / len(values)))


def test_the_larger_of_both_design_effects_holds():
    unequal = totals([1] * 4, [0] * 2)  # sum m^2 / n = 20 / 6, ICC = 1: so 10 / 3
    assert design_effect(unequal) == pytest.approx(10 / 3)
    # Ten small videos alike, two large ones apart, p = 1/2: 2 (25) over 40 (1/4).
    mixed = totals([1] * 10, [0] * 10, *[[1, 0]] * 10)
    assert linearised_deff(mixed) == pytest.approx(5)
    assert exchangeable_deff(mixed.sizes, anova_icc(mixed)) < 3
    assert design_effect(mixed) == pytest.approx(5)


def test_many_samples_at_once_are_each_as_alone():
    rng = np.random.default_rng(5)
    sizes = rng.integers(1, 9, (50, 6)).astype(float)
    sums = rng.binomial(sizes.astype(int), 0.6).astype(float)
    together = design_effect(Totals(sizes, sums, sums))
    alone = [design_effect(Totals(sizes[i], sums[i], sums[i])) for i in range(50)]
    assert together == pytest.approx(alone)


def test_one_question_a_video_needs_no_correction():
    assert clustered([1, 0, 1], ["a", "b", "c"]).deff == 1


@pytest.mark.parametrize(("values", "clusters"), [([], []), ([1, 0, 1], ["a", "a", "a"])])
def test_too_few_clusters_have_no_interval(values, clusters):
    found = clustered(values, clusters)
    assert found == (None, None, len(set(clusters)), None)


def test_all_hits_still_have_a_width():
    found = clustered([1.0] * 20, list("aabbccddee") * 2)
    assert found.high == 1.0
    assert 0 < found.low < 0.9
    assert clustered([0.0] * 20, list("aabbccddee") * 2).low == 0.0


@pytest.mark.parametrize("values", [[0.5, float("nan")], [0.5, 1.1], [-0.1, 0.5]])
def test_values_outside_the_unit_interval_are_refused(values):
    with pytest.raises(ValueError, match="in \\[0, 1\\]"):
        clustered(values, ["a", "b"])


def test_each_value_needs_its_cluster():
    with pytest.raises(ValueError, match="2 values but 1 clusters"):
        clustered([1, 0], ["a"])


@given(st.lists(st.tuples(st.sampled_from("abcdefgh"), st.integers(0, 1)), min_size=2, max_size=60))
def test_clustered_is_wider_than_wilson_and_order_does_not_matter(pairs):
    clusters, values = [name for name, _ in pairs], [float(value) for _, value in pairs]
    found = clustered(values, clusters)
    if found.low is None:
        return
    low, high = wilson(int(sum(values)), len(values))
    assert 0 <= found.low <= low + 1e-12
    assert high - 1e-12 <= found.high <= 1
    assert found.deff >= 1 - 1e-12
    back = clustered(values[::-1], clusters[::-1])
    assert (back.low, back.high) == pytest.approx((found.low, found.high))


def test_it_covers_where_wilson_does_not():
    rng = np.random.default_rng(7)
    truth, videos, size, icc, runs = 0.7, 15, 12, 0.3, 400
    spread = 1 / icc - 1  # a beta-binomial has ICC 1 / (a + b + 1)
    clusters = [f"v{i // size:02}" for i in range(videos * size)]
    covered = {"wilson": 0, "clustered": 0}
    for _ in range(runs):
        rates = rng.beta(truth * spread, (1 - truth) * spread, videos)
        values = rng.random(videos * size) < np.repeat(rates, size)
        low, high = wilson(int(values.sum()), len(values))
        found = clustered(values.astype(float), clusters)
        covered["wilson"] += low <= truth <= high
        covered["clustered"] += found.low <= truth <= found.high
    assert covered["wilson"] / runs < 0.75
    assert covered["clustered"] / runs > 0.92
    assert MIN_ICC == 0.2
