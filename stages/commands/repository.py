"""Calling git and DVC, in the project's root, with the interpreter that runs us."""

import os
import subprocess
import sys
from pathlib import Path

from stages.core.errors import UserError
from stages.core.paths import ROOT


def environment() -> dict[str, str]:
    """The environment for DVC: our own interpreter first on PATH, since DVC runs whatever is first."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    return {**os.environ, "PATH": path}


def call(*command: str, root: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run a command and return its result with output as text, whatever its exit code."""
    return subprocess.run(command, cwd=root, env=environment(), capture_output=True, text=True, check=False)


def dvc(*arguments: str, root: Path = ROOT) -> str:
    """Run DVC and return its output; a failure is a UserError with DVC's last line."""
    return checked(sys.executable, "-m", "dvc", *arguments, root=root)


def git(*arguments: str, root: Path = ROOT) -> str:
    """Run git and return its output; a failure is a UserError with git's last line."""
    return checked("git", *arguments, root=root)


def checked(*command: str, root: Path) -> str:
    """Run a command that must succeed."""
    done = call(*command, root=root)
    if done.returncode:
        name = " ".join(command[2:] if command[0] == sys.executable else command)
        last = (done.stderr.strip() or done.stdout.strip() or "no message").splitlines()[-1]
        raise UserError(f"{name} failed ({done.returncode}): {last}")
    return done.stdout


def untracked_inputs(dataset: str) -> list[str]:
    """Files that the pipeline would read here but that a queued run, a clone or a commit would not see."""
    places = ["conf", "stages", "params.yaml", "dvc.yaml"]
    if not git("ls-files", "--", f"data/{dataset}.dvc").strip():
        places.append(f"data/{dataset}")
    listed = git("ls-files", "--others", "--exclude-standard", "--", *places)
    inputs = listed.splitlines()
    if f"data/{dataset}" in places and not git("ls-files", "--", f"data/{dataset}").strip():
        inputs.append(f"data/{dataset}")
    return inputs
