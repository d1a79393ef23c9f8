"""calibrate: dev's features and gold become data/calibration.json."""

import sys

from stages.calibrate.calibration import calibrate
from stages.calibrate.settings import SECTION, Settings
from stages.core.artifacts import read_rows, write_json
from stages.core.door import enter
from stages.core.paths import CALIBRATION, FEATURES, GOLD
from stages.core.records import FEATURES as FEATURES_SCHEMA
from stages.core.records import GOLD as GOLD_SCHEMA
from stages.core.settings import load_settings


def main() -> None:
    """Read dev, calibrate, write; say so if nothing will be refused."""
    settings = load_settings(SECTION, Settings)
    features = read_rows(FEATURES, FEATURES_SCHEMA)
    gold = read_rows(GOLD / "dev.parquet", GOLD_SCHEMA)
    calibration = calibrate(features, gold, settings)
    if calibration["reason"]:
        sys.stderr.write(f"calibrate: {calibration['reason']}: no question will be refused\n")
    write_json(CALIBRATION, calibration)


if __name__ == "__main__":
    enter("calibrate", main)
