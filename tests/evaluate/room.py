"""The evaluate room moved into a folder of a test's own."""

from pathlib import Path

import pytest

from stages.evaluate import __main__ as room
from stages.evaluate.settings import Settings

PLACES = {
    "TRANSCRIPTS": "transcripts",
    "GOLD": "gold",
    "CHUNKS": "chunks.parquet",
    "RANKINGS": "rankings.parquet",
    "ANSWERS": "answers.parquet",
    "GENERATIONS": "generations.jsonl",
    "VERDICTS": "verdicts",
    "METRICS": "metrics",
    "AUDITS": "metrics/audits",
}


def move_room(patch: pytest.MonkeyPatch, folder: Path, settings: Settings) -> None:
    """All that the room reads and writes lies in `folder`, and its settings are these."""
    for name, path in PLACES.items():
        patch.setattr(room, name, folder / path)
    patch.setattr(room, "load_settings", lambda section, kind: settings)
