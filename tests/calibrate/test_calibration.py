import json
from dataclasses import replace

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from stages.calibrate import __main__ as door
from stages.calibrate.calibration import calibrate, significant
from stages.calibrate.folds import held_out
from stages.calibrate.settings import Settings
from stages.core.artifacts import write_json, write_table
from stages.core.errors import UserError
from stages.core.records import FEATURE_NAMES, FEATURES, GOLD

SETTINGS = Settings(name="logistic", control="false_refusal", alpha=0.2, folds=100, engines={})


def dev(n=60, videos=6, seed=1):
    """Answerable questions have better features than "other", and "near" lies between."""
    rng = np.random.default_rng(seed)
    kinds = [[None, None, "near", "other"][i % 4] for i in range(n)]
    shift = {None: 1.5, "near": 0.5, "other": -1.0}
    features = [
        {"query_id": f"q{i:03}"}
        | dict(zip(FEATURE_NAMES, rng.normal(shift[kind], 3, len(FEATURE_NAMES)), strict=True))
        for i, kind in enumerate(kinds)
    ]
    gold = [
        {
            "query_id": f"q{i:03}",
            "video_id": f"v{rng.integers(videos)}",
            "label": "negative" if kind else "answerable",
            "negative_kind": kind,
            "alternatives": [],
            "reference_answer": None,
        }
        for i, kind in enumerate(kinds)
    ]
    return features, gold


def test_it_keeps_the_bound_and_tells_kinds_apart():
    calibration = calibrate(*dev(), SETTINGS)
    figures = calibration["dev"]
    assert calibration["reason"] is None
    assert figures["n"] == 60
    assert figures["videos"] == len(calibration["model"]["fits"]) == 6
    assert figures["false_refusal"]["n"] == 30
    assert calibration["control"]["guaranteed"]
    assert (
        0 < calibration["control"]["rate"] <= (0.2 * 7 - 1) / 6
    )  # so that six and a rate of 1 average to .2
    assert figures["refusal"]["other"]["n"] == 15
    assert figures["refusal"]["other"]["value"] > figures["refusal"]["near"]["value"]
    assert 0.5 < figures["auroc"] < 1


def test_auroc_gives_each_kind_the_same_weight():
    """As the mean of the AUROC against each kind alone."""
    features, gold = dev()
    calibration = calibrate(features, gold, SETTINGS)
    x = np.array([[row[name] for name in FEATURE_NAMES] for row in features])
    kinds = [row["negative_kind"] for row in gold]
    p = held_out(x, kinds, [row["video_id"] for row in gold], 100).probabilities
    each = [
        roc_auc_score(
            [k is None for k in kinds if k in (None, kind)],
            [value for value, k in zip(p, kinds, strict=True) if k in (None, kind)],
        )
        for kind in ("near", "other")
    ]
    assert calibration["dev"]["auroc"] == pytest.approx(np.mean(each), abs=1e-9)


def test_the_order_of_rows_does_not_matter():
    features, gold = dev()
    assert calibrate(features[::-1], gold[::-1], SETTINGS) == calibrate(features, gold, SETTINGS)


def test_questions_of_no_video_are_clusters_of_their_own():
    features, gold = dev()
    gold = [row | {"video_id": None if row["label"] == "negative" else row["video_id"]} for row in gold]
    assert calibrate(features, gold, SETTINGS)["dev"]["videos"] == 6 + 30


@pytest.mark.parametrize(
    ("keep", "reason"),
    [
        (lambda row: row["label"] == "answerable", "no negatives"),
        (lambda row: row["label"] == "negative", "no answerable"),
        (lambda row: row["video_id"] == "v1", "one video only"),
        (lambda row: (row["video_id"] == "v1") == (row["label"] == "negative"), "too few videos"),
        (lambda row: False, "no negatives"),
    ],
)
def test_where_dev_cannot_say_nothing_is_refused(keep, reason):
    features, gold = dev()
    calibration = calibrate(features, [row for row in gold if keep(row)], SETTINGS)
    assert reason in calibration["reason"]
    assert (
        calibration["model"]
        is calibration["threshold"]
        is calibration["dev"]
        is calibration["control"]
        is None
    )


def test_a_dev_question_without_features_is_named():
    features, gold = dev()
    with pytest.raises(UserError, match="q000"):
        calibrate(features[1:], gold, SETTINGS)


@pytest.mark.parametrize(
    ("value", "rounded"), [(1 / 3, 0.333333333333), (-1e-20 / 3, -3.33333333333e-21), (0, 0)]
)
def test_significant(value, rounded):
    assert significant(value) == rounded


def test_the_room_reads_writes_and_says_why(tmp_path, monkeypatch, capsys):
    features, gold = dev()
    resolved = tmp_path / "resolved.yaml"
    write_json(
        resolved,
        {
            "calibrate": {
                "name": "logistic",
                "control": "false_refusal",
                "alpha": 0.2,
                "folds": 100,
                "engines": {},
            }
        },
    )
    monkeypatch.setattr("stages.core.settings.RESOLVED", resolved)
    for name, path in [
        ("FEATURES", "features.parquet"),
        ("GOLD", "gold"),
        ("CALIBRATION", "calibration.json"),
    ]:
        monkeypatch.setattr(door, name, tmp_path / path)
    write_table(tmp_path / "features.parquet", features, FEATURES)
    write_table(tmp_path / "gold" / "dev.parquet", gold, GOLD)
    door.main()
    first = (tmp_path / "calibration.json").read_bytes()
    door.main()
    assert (tmp_path / "calibration.json").read_bytes() == first
    assert set(json.loads(first)) == {"model", "threshold", "control", "dev", "reason", "said"}
    assert (
        "false refusal rate of a new video at most 0.2 in expectation, by 6 folds of dev's videos"
        in capsys.readouterr().err
    )
    write_table(tmp_path / "gold" / "dev.parquet", [], GOLD)
    door.main()
    assert "no question will be refused" in capsys.readouterr().err


def test_few_videos_give_no_guarantee_and_it_says_so():
    calibration = calibrate(*dev(videos=3), SETTINGS)
    assert not calibration["control"]["guaranteed"]
    assert calibration["control"]["rate"] <= 0.2
    assert "no guarantee: 3 folds of dev's videos can give one for alpha >= 0.250, not 0.2" in door.said(
        calibration
    )


@pytest.mark.parametrize(("control", "taken"), [("false_refusal", "highest"), ("false_answer", "lowest")])
def test_the_confidence_makes_the_controlled_error_least_likely(control, taken):
    calibration = calibrate(*dev(), replace(SETTINGS, control=control))
    assert calibration["model"]["confidence"] == taken
    assert calibration["control"]["control"] == control
