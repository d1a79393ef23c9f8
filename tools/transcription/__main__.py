"""Measure recognition and write docs/transcription.md.

Without an option recognition is compared on a share of the talks and on real speech.
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
from tools.transcription.parsing import measure_parsing
from tools.transcription.speakers import measure_speakers

MEASURED = METRICS / "transcription.json"
PAGE = ROOT / "docs" / "transcription.md"
PLACES = 4
EVERY = 3


def main() -> None:
    """Measure one part, keep the others as they were, and write the page."""
    parser = argparse.ArgumentParser(prog="python -m tools.transcription", description=__doc__)
    parser.add_argument(
        "--every", type=int, default=EVERY, help=f"the first of each so many talks by name ({EVERY}); 1: all"
    )
    parser.add_argument("--parse", action="store_true", help="captions of 2.5 and 5 MB instead")
    parser.add_argument("--long", action="store_true", help="three hours of joined talks instead (tiny-en)")
    parser.add_argument("--speakers", action="store_true", help="diarization error rates instead")
    asked = parser.parse_args()
    made: dict[str, Any] = {"commit": git("rev-parse", "--short=10", "HEAD").strip(), "machine": machine()}
    if asked.long:
        part = {"long": {**made, "row": measure_long("tiny-en")}}
    elif asked.speakers:
        part = {"speakers": {**made, "rows": measure_speakers()}}
    elif asked.parse:
        part = {"parsing": {**made, "rows": measure_parsing()}}
    else:
        part = {"speech": {**made, "every": asked.every, "rows": measure(recordings(asked.every))}}
    # Read only now: another part may have been measured meanwhile.
    found: dict[str, Any] = {**(read_json(MEASURED) if MEASURED.is_file() else {}), **part}
    write_json(MEASURED, found, places=PLACES)
    write_text(PAGE, page(found))


if __name__ == "__main__":
    main()
