"""The pipeline in a clone of its own: nothing that happens to lie in this folder can help or harm it."""

import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from stages.commands.repository import environment, git
from stages.core.errors import UserError
from stages.core.paths import ROOT


@contextmanager
def fresh_clone(root: Path = ROOT) -> Iterator[Path]:
    """A clone of HEAD in a temporary folder, removed afterwards."""
    with tempfile.TemporaryDirectory(prefix="vidwise-") as folder:
        clone = Path(folder) / "vidwise"
        git("clone", "--quiet", "--no-hardlinks", str(root), str(clone), root=root)
        git("checkout", "--quiet", git("rev-parse", "HEAD", root=root).strip(), root=clone)
        yield clone


def bring_dataset(name: str, clone: Path, root: Path = ROOT) -> None:
    """Copy a dataset that git does not hold; DVC tells by its hash whether it is the one that it tracks."""
    if not (clone / "data" / name).is_dir():
        shutil.copytree(root / "data" / name, clone / "data" / name)


def repro(clone: Path, cache: str, *arguments: str, say: Callable[[str], None]) -> float:
    """Run `dvc repro` there, saying which stage runs; what stages write to stderr is seen as well.

    Args:
        clone: where.
        cache: VIDWISE_CACHE: a folder, or `off`.
        arguments: of `dvc repro`.
        say: takes a line of progress.

    Returns: the seconds it took.
    Raises: UserError if it fails.
    """
    stages = len(re.findall(r"^  \S+:$", (clone / "dvc.lock").read_text(encoding="utf-8"), re.MULTILINE))
    variables = {**environment(), "VIDWISE_CACHE": cache, "PYTHONPATH": str(clone)}
    started = time.monotonic()
    ran = 0
    with subprocess.Popen(
        [sys.executable, "-m", "dvc", "repro", *arguments],
        cwd=clone,
        env=variables,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        for line in process.stdout or ():
            running = re.match(r"Running stage '([^']+)'", line)
            if running:
                ran += 1
                say(f"{time.monotonic() - started:6.0f} s  stage {ran} of {stages}: {running[1]}")
    if process.returncode:
        raise UserError(
            f"dvc repro failed ({process.returncode}) in a fresh clone; its message stands above. What is "
            "missing there lies here without being in git or DVC"
        )
    return time.monotonic() - started
