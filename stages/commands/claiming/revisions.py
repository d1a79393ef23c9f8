"""Files as git holds them at other revisions, read without checking anything out."""

import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path

from stages.commands.repository import call, git
from stages.core.errors import UserError
from stages.core.paths import ROOT

EVERYWHERE = ("--all",)
"""Every branch, tag and experiment (refs/exps), and HEAD."""


def contents(objects: Iterable[str], root: Path = ROOT) -> dict[str, bytes]:
    """The files that git names `<revision>:<path>` or by their hash; those not there are left out."""
    wanted = list(dict.fromkeys(objects))
    done = subprocess.run(
        ["git", "cat-file", "--batch"],
        cwd=root,
        input="".join(f"{name}\n" for name in wanted).encode(),
        capture_output=True,
        check=False,
    )
    if done.returncode:
        raise UserError(f"git cat-file failed ({done.returncode}): {done.stderr.decode().strip()}")
    found, rest = {}, done.stdout
    for name in wanted:
        header, _, rest = rest.partition(b"\n")
        if header.endswith(b" missing"):
            continue
        size_bytes = int(header.split()[-1])
        found[name], rest = rest[:size_bytes], rest[size_bytes + 1 :]
    return found


def content(revision: str, path: str, root: Path = ROOT) -> bytes | None:
    """One file at a revision; None if it is not there."""
    return contents([f"{revision}:{path}"], root).get(f"{revision}:{path}")


def versions(paths: Sequence[str], revisions: Sequence[str], root: Path = ROOT) -> list[tuple[str, bytes]]:
    """Every content that files ever had in the history of `revisions`: (path, content)."""
    listed = git("rev-list", "--full-history", "--objects", *revisions, "--", *paths, root=root)
    names = [line.split(" ", 1) for line in listed.splitlines() if " " in line]
    files = {blob: path for blob, path in names if path.startswith(tuple(paths)) and "." in path}
    return [(files[blob], text) for blob, text in contents(files, root).items()]


def commits_that_changed(path: str, revisions: Sequence[str], root: Path = ROOT) -> list[tuple[str, ...]]:
    """Those commits, newest first, each followed by its parents."""
    listed = git("log", "--full-history", "--format=%H %P", *revisions, "--", path, root=root)
    return [tuple(line.split()) for line in listed.splitlines()]


def is_ancestor(commit: str, revision: str, root: Path = ROOT) -> bool:
    """Whether a commit stands in the history of a revision."""
    return call("git", "merge-base", "--is-ancestor", commit, revision, root=root).returncode == 0


def is_shallow(root: Path = ROOT) -> bool:
    """Whether this clone has only the newest part of the history."""
    return git("rev-parse", "--is-shallow-repository", root=root).strip() == "true"
