"""One dataset through the pipeline in a clean clone, cold, with its time and memory."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stages.commands.repository import environment, git
from stages.core.artifacts import read_json, write_text
from stages.core.errors import UserError
from stages.core.paths import DATA, ROOT


@dataclass(frozen=True)
class Run:
    """What one run left: metrics by split and file, and per stage its seconds and peak memory."""

    dataset: str
    seconds: float
    metrics: dict[str, dict[str, Any]]
    stages: list[dict[str, Any]]
    transcripts: Path


@contextmanager
def clean_clone() -> Iterator[Path]:
    """A clone of HEAD in a temporary folder, removed afterwards."""
    with tempfile.TemporaryDirectory(prefix="vidwise-results-") as folder:
        clone = Path(folder) / "vidwise"
        git("clone", "--quiet", "--no-hardlinks", str(ROOT), str(clone))
        yield clone


def run_dataset(name: str, clone: Path, cache: Path) -> Run:
    """Run `dvc repro` on a dataset in `clone`, with an empty engine cache; what it prints is shown."""
    if not (clone / "data" / name).is_dir():
        shutil.copytree(DATA / name, clone / "data" / name)
    conf = Path("conf") / "dataset" / f"{name}.yaml"
    shutil.copy(ROOT / conf, clone / conf)
    params = clone / "params.yaml"
    lines = params.read_text(encoding="utf-8").splitlines(keepends=True)
    write_text(
        params, "".join(f"dataset: {name}\n" if line.startswith("dataset:") else line for line in lines)
    )
    started = time.monotonic()
    variables = {**environment(), "VIDWISE_CACHE": str(cache)}
    done = subprocess.run([sys.executable, "-m", "dvc", "repro"], cwd=clone, env=variables, check=False)
    seconds = time.monotonic() - started
    if done.returncode:
        raise UserError(f"dataset {name}: dvc repro failed ({done.returncode}); its message stands above")
    log = (clone / ".dvc" / "tmp" / "vidwise-runs.jsonl").read_text(encoding="utf-8").splitlines()
    metrics = {
        split: {path.stem: read_json(path) for path in sorted((clone / "metrics" / split).glob("*.json"))}
        for split in ("dev", "test")
    }
    return Run(name, seconds, metrics, [json.loads(line) for line in log], clone / "data" / "transcripts")


def machine() -> str:
    """The processor and memory that the figures were seen on."""
    model = next(
        (
            line.partition(":")[2].strip()
            for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
            if line.startswith("model name")
        ),
        "unknown processor",
    )
    memory_gib = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return f"{os.cpu_count()} cores of {model}, {memory_gib:.0f} GiB, no GPU"
