"""calibrate: dev's features and gold become data/calibration.json."""

import sys
from collections.abc import Mapping
from typing import Any

from stages.calibrate.calibration import calibrate
from stages.calibrate.settings import SECTION, Settings
from stages.core.artifacts import read_rows, write_json
from stages.core.door import enter
from stages.core.paths import CALIBRATION, FEATURES, GOLD
from stages.core.records import FEATURES as FEATURES_SCHEMA
from stages.core.records import GOLD as GOLD_SCHEMA
from stages.core.settings import load_settings


def main() -> None:
    """Read dev, calibrate, say what is guaranteed, write."""
    settings = load_settings(SECTION, Settings)
    features = read_rows(FEATURES, FEATURES_SCHEMA)
    gold = read_rows(GOLD / "dev.parquet", GOLD_SCHEMA)
    calibration = calibrate(features, gold, settings)
    line = said(calibration)
    sys.stderr.write(f"calibrate: {line}\n")
    write_json(CALIBRATION, calibration | {"said": line})  # for the report


def said(calibration: Mapping[str, Any]) -> str:
    """What was declared and whether it is guaranteed, in a line."""
    if calibration["reason"]:
        return f"{calibration['reason']}: no question will be refused"
    control = calibration["control"]
    error, alpha = control["control"].replace("_", " "), control["alpha"]
    folds = f"{control['units']} folds of dev's videos"
    if control["guaranteed"]:
        return f"{error} rate of a new video at most {alpha:g} in expectation, by {folds}"
    return (
        f"no guarantee: {folds} can give one for alpha >= {control['least_alpha']:.3f}, not {alpha:g}; the "
        f"threshold keeps their own {error} rate at {alpha:g}"
    )


if __name__ == "__main__":
    enter("calibrate", main)
