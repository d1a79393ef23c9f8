"""The peers' own environment, and cutting documents there."""

import json
import subprocess
from collections.abc import Mapping, Sequence
from typing import Any

from benchmarks.search import Piece
from stages.core.errors import UserError
from stages.core.paths import ROOT

PYTHON = ROOT / "benchmarks" / ".venv" / "bin" / "python"
SPLITTERS = ROOT / "benchmarks" / "peers" / "splitters.py"

Job = Mapping[str, Any]
"""splitter, size, overlap and window: see splitters.py."""


def cut(
    documents: Mapping[str, str], jobs: Sequence[Job]
) -> tuple[list[dict[str, list[Piece]]], list[float], dict[str, str]]:
    """Let the peers cut documents.

    Args:
        documents: text by video_id.
        jobs: what is to be done with each document.

    Returns: of each job its pieces by video_id, and the CPU seconds it took; and the libraries' versions.
    Raises: UserError where the environment is not there, or a peer fails.
    """
    if not PYTHON.is_file():
        raise UserError("benchmarks/.venv is missing: run `make bench`, which sets it up")
    done = subprocess.run(
        [str(PYTHON), str(SPLITTERS)],
        input=json.dumps({"documents": dict(documents), "jobs": [dict(job) for job in jobs]}),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        last = (done.stderr.strip() or "no message").splitlines()[-1]
        raise UserError(f"a peer failed to cut the documents: {last}")
    found = json.loads(done.stdout)
    pieces = [
        {video_id: [Piece(video_id, *span) for span in spans] for video_id, spans in result["pieces"].items()}
        for result in found["results"]
    ]
    return pieces, [result["cpu_s"] for result in found["results"]], found["versions"]
