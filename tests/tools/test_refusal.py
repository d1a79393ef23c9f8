import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from stages.calibrate.calibration import calibrate
from stages.calibrate.settings import Settings
from stages.commands.documents.refusal import refusal_block
from stages.core.artifacts import write_json, write_table
from stages.core.records import FEATURE_NAMES, FEATURES, GOLD
from stages.generate.confidence import Calibration
from tests.calibrate.test_calibration import dev
from tools.refusal.measure import measure
from tools.refusal.resplits import ALPHAS, resplits
from tools.refusal.scores import separation
from tools.refusal.world import World, read_world, together

SETTINGS = Settings(name="logistic", control="false_refusal", alpha=0.1, folds=100, engines={})


def world(**options):
    features, gold = dev(**options)
    return World(features, gold)


def calibrated(found):
    made = calibrate(found.rows, found.gold, SETTINGS)
    return Calibration(made["model"], made["threshold"])


def test_auroc_is_sklearns_and_the_best_feature_is_the_best_of_the_very_questions():
    test = world(n=400, videos=20, seed=3)
    model = calibrated(world(n=400, videos=20))
    found = separation(test, model)
    chosen = [kind in (None, "near") for kind in test.kinds]
    near = test.of(chosen)
    labels = [kind is None for kind in near.kinds]
    confidence = [model.confidence(row) for row in near.rows]
    assert found["near"]["auroc"] == pytest.approx(roc_auc_score(labels, confidence))
    assert set(found) == {"all", "near", "other"}
    one = found["all"]
    assert one["features"][one["best_feature"]] == max(one["features"].values())
    assert one["low"] < one["above_best"] < one["high"]
    assert one["low"] > 0  # seven features, each with noise of its own: the model must be better than any


def test_no_model_no_figures():
    assert separation(world(), Calibration(None, None)) == {}


def test_the_declared_rate_is_kept_over_re_splits():
    found = resplits(world(n=450, videos=30, seed=5), dev_videos=15, folds=100, count=12)
    for one in found:
        if one["alpha"] == 0.05:
            assert one["guaranteed"] == 0  # 15 videos give 1 / 16 at least
            assert one["rate"] is None
        else:
            assert one["guaranteed"] == 12
            assert one["rate"] <= one["alpha"]
            assert one["rate"] < one["uncorrected"]


def test_from_the_artifacts_to_the_page(tmp_path):
    first, second = dev(n=200, videos=12), dev(n=200, videos=12, seed=8)
    for name, (rows, gold) in {"dev": first, "test": second}.items():
        for row in (*rows, *gold):
            row |= {key: f"{name}-{row[key]}" for key in ("query_id", "video_id") if key in row}
        write_table(tmp_path / "gold" / f"{name}.parquet", gold, GOLD)
    write_table(tmp_path / "features.parquet", [*first[0], *second[0]], FEATURES)
    made = calibrate([*first[0], *second[0]], first[1], SETTINGS)
    write_json(tmp_path / "calibration.json", made)
    both = together(read_world(tmp_path, "dev"), read_world(tmp_path, "test"))
    assert both.x.shape == (400, len(FEATURE_NAMES))
    assert [row["query_id"] for row in both.rows] == [row["query_id"] for row in both.gold]
    found = measure(tmp_path, folds=12, count=3)
    assert 0 <= found["test"]["false_refusal"] <= 1
    root = tmp_path / "project"
    write_json(root / "metrics" / "refusal" / "made.json", found)
    page = refusal_block(root)
    assert "| made | false refusal ≤ 0.1 | yes | 12 |" in page
    assert page.count("| made | false answer |") == len(ALPHAS)


def test_a_dataset_that_cannot_refuse_is_on_the_page_with_its_reason(tmp_path):
    one = {
        "control": None,
        "reason": "dev has no negatives",
        "dev": None,
        "test": {"separation": {}, "false_refusal": None, "false_answer": None, "videos": 3},
        "resplits": [],
    }
    write_json(tmp_path / "metrics" / "refusal" / "none.json", one)
    assert "| none | nothing: dev has no negatives | – |" in refusal_block(tmp_path)


def test_random_generators_are_seeded():
    small = world(n=200, videos=12)
    assert resplits(small, 6, 100, count=3) == resplits(small, 6, 100, count=3)
    assert np.isfinite(small.x).all()
