"""Measure recognition and write docs/transcription.md.

`--long` measures three hours of sound instead, `--speakers` who speaks when.
"""

import argparse
from typing import Any

from stages.commands.repository import git
from stages.core.artifacts import read_json, write_json, write_text
from stages.core.paths import METRICS, ROOT
from tools.results.run import machine
from tools.transcription.long import measure_long
from tools.transcription.measure import measure, recordings
from tools.transcription.page import page
from tools.transcription.speakers import measure_speakers

MEASURED = METRICS / "transcription.json"
PAGE = ROOT / "docs" / "transcription.md"
PLACES = 4


def main() -> None:
    """Measure one part, keep the others as they were, and write the page."""
    parser = argparse.ArgumentParser(prog="python -m tools.transcription", description=__doc__)
    parser.add_argument("--long", action="store_true", help="three hours of joined talks (tiny.en)")
    parser.add_argument("--speakers", action="store_true", help="diarization error rates")
    asked = parser.parse_args()
    made: dict[str, Any] = {"commit": git("rev-parse", "--short=10", "HEAD").strip(), "machine": machine()}
    if asked.long:
        part = {"long": {**made, "row": measure_long("tiny.en")}}
    elif asked.speakers:
        part = {"speakers": {**made, "rows": measure_speakers()}}
    else:
        part = {"speech": {**made, "rows": measure(recordings())}}
    # Read only now: another part may have been measured meanwhile.
    found: dict[str, Any] = {**(read_json(MEASURED) if MEASURED.is_file() else {}), **part}
    write_json(MEASURED, found, places=PLACES)
    write_text(PAGE, page(found.get("speech"), found.get("speakers"), found.get("long")))


if __name__ == "__main__":
    main()
