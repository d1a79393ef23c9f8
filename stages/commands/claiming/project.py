"""What in the state of the project stands against any claim."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from stages.commands.claiming.figures import Obstacle
from stages.commands.claiming.revisions import is_shallow
from stages.commands.repository import dvc, git
from stages.core.paths import ROOT


def project_obstacles(root: Path = ROOT) -> list[Obstacle]:
    """Everything that is not committed, not up to date, not stored, or not as the lock files say."""
    found = []
    if is_shallow(root):
        found.append(Obstacle("this clone is shallow, so that looks are hidden", "git fetch --unshallow"))
    changed = git("status", "--porcelain", root=root).splitlines()
    if changed:
        found.append(Obstacle(f"git is not clean ({listed(line[3:] for line in changed)})", "git commit"))
    # Both exit with 0 however much has changed.
    stale = json.loads(dvc("status", "--json", root=root))
    if stale:
        found.append(
            Obstacle(
                f"the pipeline is not up to date ({listed(stale)})",
                "dvc repro, then git commit what it changed",
            )
        )
    unstored = json.loads(dvc("data", "status", "--json", root=root))
    if unstored:
        found.append(
            Obstacle(
                f"data is not as DVC stored it ({listed(names(unstored))})",
                "dvc checkout (or dvc pull) brings it back; what you changed in it, dvc add and git commit",
            )
        )
    return [*found, *engine_obstacles(root)]


def engine_obstacles(root: Path = ROOT) -> list[Obstacle]:
    """Installed packages must be those of the lock; rankings must be what exact search gives."""
    from stages.commands.doctor import lock
    from stages.core.artifacts import read_json
    from stages.core.settings import read_yaml
    from stages.retrieve.engine import is_approximate

    found = [Obstacle(line.partition(": ")[0], "make setup") for ok, line in lock() if not ok]
    manifest, resolved = root / "data" / "index" / "manifest.json", root / "resolved.yaml"
    if manifest.exists() and resolved.exists():
        vectors = read_json(manifest)["chunks"]
        if is_approximate(read_yaml(resolved)["retrieve"]["engine"], vectors):
            found.append(
                Obstacle(
                    f"rankings of {vectors} vectors are approximate",
                    "vidwise set retrieve.engine=exact, then dvc repro and git commit",
                )
            )
    return found


def names(status: Mapping[str, Any]) -> list[str]:
    """The files in `dvc data status --json`, whatever happened to them."""
    found = []
    for value in status.values():
        found += names(value) if isinstance(value, dict) else [str(name) for name in value]
    return sorted(set(found))


def listed(items: Any, most: int = 3) -> str:
    """The first few of them.

    >>> listed("abcde")
    'a, b, c and 2 more'
    """
    all_items = list(items)
    more = f" and {len(all_items) - most} more" if len(all_items) > most else ""
    return ", ".join(all_items[:most]) + more
