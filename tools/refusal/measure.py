"""One dataset's refusal, measured from the artifacts of its pipeline."""

from pathlib import Path
from typing import Any

import numpy as np

from stages.calibrate.control import Control
from stages.core.artifacts import read_json
from stages.generate.confidence import Calibration
from tools.refusal.resplits import RESPLITS, errors_by_video, resplits
from tools.refusal.scores import separation
from tools.refusal.world import World, read_world, together


def measure(data: Path, folds: int, count: int = RESPLITS) -> dict[str, Any]:
    """What metrics/refusal/<dataset>.json holds.

    Args:
        data: a project's data folder, the pipeline run up to calibrate.
        folds: as conf/calibrate has it.
        count: of re-splits.
    """
    calibrated = read_json(data / "calibration.json")
    calibration = Calibration(calibrated["model"], calibrated["threshold"])
    dev, test = read_world(data, "dev"), read_world(data, "test")
    return {
        "control": calibrated["control"],
        "reason": calibrated["reason"],
        "dev": calibrated["dev"],
        "test": {
            "separation": separation(test, calibration),
            "false_refusal": rate("false_refusal", test, calibration),
            "false_answer": rate("false_answer", test, calibration),
            "videos": len(set(test.videos)),
        },
        "resplits": resplits(together(dev, test), len(set(dev.videos)), folds, count)
        if calibration.model
        else [],
    }


def rate(control: Control, world: World, calibration: Calibration) -> float | None:
    """The mean over videos of the share of their questions that fall to an error; None without any."""
    if calibration.model is None or calibration.threshold is None:
        return None
    confidence = np.array([calibration.confidence(row) for row in world.rows], dtype=np.float64)
    errors = errors_by_video(control, world, confidence)
    return float(np.mean(errors.rates(calibration.threshold))) if errors.units else None
