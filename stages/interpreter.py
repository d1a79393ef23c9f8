"""What must hold before any room opens: the locked packages are here, and no engine calls out.

Only the standard library: with the wrong interpreter nothing else can be imported. DVC runs whatever `python`
stands first on PATH, which is not always the one it was installed in.
"""

import os
import sys
from importlib.util import find_spec
from pathlib import Path

REQUIRED = ("pyarrow", "numpy", "pydantic", "ruamel", "dvc", "hydra", "chromadb", "whisperx")

OFFLINE = {
    "HF_HUB_OFFLINE": "1",
    "TRANSFORMERS_OFFLINE": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "ANONYMIZED_TELEMETRY": "False",
    "PYANNOTE_METRICS_ENABLED": "0",
    "DVC_NO_ANALYTICS": "1",
    "DO_NOT_TRACK": "1",
    "TOKENIZERS_PARALLELISM": "false",
}


def require_locked_packages() -> None:
    """Exit with one line and status 2 if this interpreter lacks a package that requirements.lock pins."""
    missing = [name for name in REQUIRED if find_spec(name) is None]
    if missing:
        root = Path(__file__).resolve().parents[1]
        sys.stderr.write(
            f"error: {sys.executable} lacks {', '.join(missing)}: run `make setup` in {root}, then put its "
            f".venv/bin first on PATH (export PATH={root}/.venv/bin:$PATH)\n"
        )
        raise SystemExit(2)


def stay_offline() -> None:
    """Turn hub access and telemetry off, unless the user has set the variable otherwise."""
    for name, value in OFFLINE.items():
        os.environ.setdefault(name, value)
