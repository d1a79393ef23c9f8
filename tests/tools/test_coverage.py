import numpy as np
import pytest

from stages.commands.documents.blocks import BLOCKS, block_problems
from stages.commands.documents.coverage import COVERAGE, coverage_block, read_cells
from stages.core.artifacts import read_json, write_json
from stages.core.paths import ROOT
from stages.evaluate.intervals import anova_icc
from tools.coverage.models import MODELS
from tools.coverage.simulate import ICCS, RATES, REPETITIONS, ROWS, Row, simulate
from tools.coverage.sizes import REAL, draw_sizes

SHARED = ROOT.parent / "shared" / "datasets" / "tutorialvqa"


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(("rate", "icc"), [(0.7, 0.0), (0.7, 0.3), (0.95, 0.2), (0.95, 0.5)])
def test_a_model_has_the_rate_and_the_icc_asked_for(model, rate, icc):
    rng = np.random.default_rng(11)
    totals = MODELS[model](draw_sizes("20000", 1, rng), rate, icc, rng)
    assert totals.sums.sum() / totals.sizes.sum() == pytest.approx(rate, abs=0.015)
    assert anova_icc(totals)[0] == pytest.approx(icc, abs=0.03)
    assert (totals.squares <= totals.sums).all()
    assert (totals.sums <= totals.sizes).all()


def test_the_models_are_not_one():
    rng = np.random.default_rng(11)
    seen = set()
    for model in MODELS.values():
        totals = model(np.full((1, 20_000), 8), 0.9, 0.3, rng)
        seen.add(round(float((totals.sums == totals.sizes).mean()), 2))  # videos without a fault
    assert len(seen) == len(MODELS)


def test_sizes_are_drawn_anew_and_real_ones_stay():
    sizes = draw_sizes("10", 500, np.random.default_rng(2))
    assert sizes.shape == (500, 10)
    assert (sizes.min(), sizes.max()) == (1, 20)
    assert len(np.unique(sizes, axis=0)) == 500
    real = draw_sizes("tutorialvqa, all", 3, np.random.default_rng(2))
    assert real.shape == (3, 38)
    assert (real[0] == real[2]).all()


@pytest.mark.skipif(not SHARED.is_dir(), reason="needs TutorialVQA, which is not in this repository")
def test_real_sizes_are_those_of_the_dataset():
    from collections import Counter

    from stages.core.settings import read_yaml
    from stages.ingest.split import splits_of
    from stages.ingest.tutorialvqa import read_tutorialvqa

    dataset = read_tutorialvqa(SHARED, "data/captions")
    counts = Counter(question.video_id for question in dataset.questions)
    dev_share = read_yaml(ROOT / "conf" / "dataset" / "tutorialvqa.yaml")["dev_share"]
    splits = splits_of(dataset.videos, dev_share)
    test = {name: count for name, count in counts.items() if splits[name] == "test"}
    assert [int(size) for size in REAL["tutorialvqa, all"].split()] == sorted(counts.values(), reverse=True)
    assert [int(size) for size in REAL["tutorialvqa, test"].split()] == sorted(test.values(), reverse=True)


def test_every_wanted_cell_is_simulated():
    assert {(row.dataset, row.icc) for row in ROWS} >= {
        (videos, icc) for videos in ("10", "20", "30", "50", "100") for icc in (0, 0.05, 0.1, 0.2, 0.3, 0.5)
    }
    assert set(RATES) == {0.5, 0.7, 0.8, 0.9, 0.95, 0.99}
    assert len(ROWS) == len(set(ROWS)) == 7 * len(MODELS) * len(ICCS)
    assert 0.5 / REPETITIONS**0.5 <= 0.005  # standard error, at its largest


@pytest.mark.parametrize("row", [Row("10", "beta-binomial", 0.3), Row("20", "half marks", 0.5)])
def test_what_is_stored_is_what_the_code_finds(row):
    stored = read_json(ROOT / COVERAGE)
    assert (stored["repetitions"], stored["rates"]) == (REPETITIONS, list(RATES))
    assert [Row(kept["dataset"], kept["model"], kept["icc"]) for kept in stored["rows"]] == ROWS
    found = simulate(row)
    kept = stored["rows"][ROWS.index(row)]
    assert kept.keys() == found.keys()
    for name in ("covered", "exchangeable_covered", "wilson_covered", "relative_width"):
        assert kept[name] == pytest.approx(found[name], abs=2e-4)


def test_few_datasets_already_tell_wilson_from_clustered():
    found = simulate(Row("tutorialvqa, test", "probit", 0.3), repetitions=300)
    assert min(found["covered"]) > 0.91
    assert max(found["wilson_covered"]) < 0.4
    assert max(found["relative_width"]) < 1.15
    independent = simulate(Row("30", "beta-binomial", 0.0), repetitions=300)
    assert min(independent["wilson_covered"]) > 0.91
    # More is covered than .95 here: the price of the floor.
    assert min(independent["covered"]) > 0.98


def test_what_is_wanted_holds_in_every_cell():
    for cell in read_cells(read_json(ROOT / COVERAGE)):
        assert cell.covered >= (0.93 if cell.icc <= 0.3 else 0.90), cell
        assert cell.relative_width <= 1.15, cell


def test_the_page_says_what_is_stored():
    assert BLOCKS["coverage"].document == "docs/intervals.md"
    assert [problem for problem in block_problems(ROOT) if problem.startswith("docs/intervals.md")] == []


def test_a_cell_that_falls_short_is_named(tmp_path):
    row = {
        "dataset": "10",
        "model": "probit",
        "icc": 0.3,
        "covered": [0.95, 0.92],
        "exchangeable_covered": [0.95, 0.91],
        "wilson_covered": [0.5, 0.6],
        "relative_width": [1.2, 1.0],
    }
    half = {**row, "model": "half marks", "covered": [0.99, 0.99], "relative_width": [1.0, 1.0]}
    write_json(tmp_path / COVERAGE, {"repetitions": 10, "rates": [0.5, 0.9], "rows": [row, half]})
    block = coverage_block(tmp_path)
    assert "| 10 | 0.3 | 0.920 | 0.9, probit | 0.990 | 0.910 | 0.500 | 1.20 |" in block
    assert "10 videos, ICC 0.3, rate 0.5, probit (coverage 0.950, relative width 1.20)" in block
    assert "10 videos, ICC 0.3, rate 0.9, probit (coverage 0.920, relative width 1.00)" in block
    assert "below 0.94: 1 of 2; without it 1. Its largest gain in one cell: 0.010" in block
    assert "half marks (coverage" not in block
