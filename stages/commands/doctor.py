"""`vidwise doctor`: is everything here that a run needs, and what would a run do."""

import importlib.metadata
import json
import os
import re
import sys

import typer


def doctor() -> None:
    """Check interpreter, lock, weights, cache, network state and dataset, and say what `dvc repro` would run.

    Exits with 1 if something is wrong; each such line starts with `!!` and says what to do.
    """
    lines = [*interpreter(), *lock(), *configuration(), *cache(), *network(), *agreement(), *pipeline()]
    for ok, line in lines:
        typer.echo(f"{'ok' if ok else '!!'}  {line}")
    if not all(ok for ok, _ in lines):
        raise typer.Exit(1)


Line = tuple[bool, str]


def interpreter() -> list[Line]:
    """The interpreter must be the project's own, and first on PATH."""
    import shutil
    from pathlib import Path

    from stages.core.paths import ROOT

    version = ".".join(str(part) for part in sys.version_info[:3])
    first = shutil.which("python")
    same = first is not None and Path(first).parent.resolve() == Path(sys.executable).parent.resolve()
    lines = [(True, f"Python {version} at {sys.executable}")]
    if not same:
        lines.append((False, f"`python` is {first}: DVC would use it; export PATH={ROOT}/.venv/bin:$PATH"))
    return lines


def lock() -> list[Line]:
    """Installed versions must be those of requirements.lock."""
    from stages.core.paths import ROOT

    pins = re.findall(
        r"^([A-Za-z0-9._-]+)==([^\s;\\]+)[^\S\n]*(;?)", (ROOT / "requirements.lock").read_text(), re.M
    )
    wrong = []
    for name, version, marker in pins:
        try:
            installed = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            if not marker:
                wrong.append(f"{name} is missing")
            continue
        if installed != version:
            wrong.append(f"{name} is {installed}, not {version}")
    if wrong:
        return [
            (False, f"{len(wrong)} packages differ from requirements.lock ({wrong[0]}): run `make setup`")
        ]
    return [(True, f"{len(pins)} packages as requirements.lock pins them")]


def configuration() -> list[Line]:
    """params.yaml must resolve; the weights that it names must be found."""
    from stages.configure.compose import resolve
    from stages.core.errors import UserError
    from stages.core.paths import CONF, DATA, PARAMS
    from stages.core.settings import read_yaml
    from stages.models.weights import find_weights

    try:
        sections = resolve(read_yaml(PARAMS), CONF)
    except UserError as error:
        return [(False, str(error))]
    lines = []
    named = {section["model"] for section in sections.values() if "model" in section}
    for name in sorted(named):
        try:
            lines.append((True, f"weights {name}: {find_weights(name)}"))
        except UserError as error:
            lines.append((False, str(error)))
    dataset = sections["dataset"]["name"]
    files = sum(path.is_file() for path in (DATA / dataset).rglob("*"))
    lines.append((files > 0, f"dataset {dataset}: {files} files in data/{dataset}"))
    return [*lines, *tracked(dataset)]


def tracked(dataset: str) -> list[Line]:
    """Inputs that git and DVC do not know are not seen by queued runs."""
    from stages.commands.repository import untracked_inputs
    from stages.core.errors import UserError

    try:
        inputs = untracked_inputs(dataset)
    except UserError as error:
        return [(False, str(error))]
    if inputs:
        return [
            (False, f"untracked: {inputs[0]} and {len(inputs) - 1} more: git add them, or `dvc add` data")
        ]
    return [(True, "every input is tracked by git or DVC")]


def cache() -> list[Line]:
    """Where the per-user cache lies and how large it is."""
    from stages.commands.cache import sizes_mib
    from stages.core.cache import cache_folder

    folder = cache_folder()
    if folder is None:
        return [(True, "cache: off (VIDWISE_CACHE=off)")]
    parts = ", ".join(f"{name} {size:.0f} MiB" for name, size in sizes_mib().items())
    return [(True, f"cache {folder}: {parts or 'empty'}")]


def network() -> list[Line]:
    """Whether engines may call a model hub."""
    offline = os.environ.get("HF_HUB_OFFLINE") == "1"
    state = "offline (HF_HUB_OFFLINE=1)" if offline else "model hub allowed (HF_HUB_OFFLINE is not 1)"
    return [(True, f"network: {state}; telemetry off")]


def agreement() -> list[Line]:
    """How the approximate index agreed with exact search when retrieve last ran."""
    from stages.core.paths import AGREEMENT_LOG

    if not AGREEMENT_LOG.exists():
        return [(True, "Chroma against exact search: not measured yet")]
    last = json.loads(AGREEMENT_LOG.read_text(encoding="utf-8").splitlines()[-1])
    share = ", ".join(f"{key} {value}" for key, value in last.items())
    return [(True, f"Chroma against exact search, last run: {share}")]


def pipeline() -> list[Line]:
    """What `dvc repro` would run: the stages that changed and all downstream of them."""
    from stages.commands.repository import dvc
    from stages.core.errors import UserError

    try:
        run = set(json.loads(dvc("status", "--json")))
        edges = re.findall(r'"([^"]+)" -> "([^"]+)"', dvc("dag", "--dot"))
    except UserError as error:
        return [(False, str(error))]
    while below := {after for before, after in edges if before in run} - run:
        run |= below
    stages = sorted(run)
    return [(True, f"dvc repro would run: {', '.join(stages) if stages else 'nothing'}")]
