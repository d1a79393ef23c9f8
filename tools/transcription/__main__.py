"""Measure recognition and write docs/transcription.md; `--long` measures three hours of sound instead."""

import argparse
from typing import Any

from stages.commands.repository import git
from stages.core.artifacts import read_json, write_json, write_text
from stages.core.paths import METRICS, ROOT
from tools.results.run import machine
from tools.transcription.long import measure_long
from tools.transcription.measure import measure, recordings
from tools.transcription.page import page

MEASURED = METRICS / "transcription.json"
PAGE = ROOT / "docs" / "transcription.md"
PLACES = 4


def main() -> None:
    """Measure one part, keep the other as it was, and write both."""
    parser = argparse.ArgumentParser(prog="python -m tools.transcription", description=__doc__)
    parser.add_argument("--long", action="store_true", help="three hours of joined talks (tiny.en)")
    long = parser.parse_args().long
    found: dict[str, Any] = read_json(MEASURED) if MEASURED.is_file() else {}
    part: dict[str, Any] = {"commit": git("rev-parse", "--short=10", "HEAD").strip(), "machine": machine()}
    if long:
        found["long"] = {**part, "row": measure_long("tiny.en")}
    else:
        found["speech"] = {**part, "rows": measure(recordings())}
    write_json(MEASURED, found, places=PLACES)
    write_text(PAGE, page(found.get("speech"), found.get("long")))


if __name__ == "__main__":
    main()
