"""Choices and overrides become one section a group, checked before any work is done."""

import importlib
import importlib.metadata
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from hydra import compose, initialize_config_dir
from hydra.errors import HydraException
from omegaconf import OmegaConf
from omegaconf.errors import OmegaConfBaseException

from stages.configure.environment import environment_versions
from stages.core.artifacts import shown
from stages.core.errors import UserError, hint
from stages.core.paths import DATA
from stages.core.settings import check_settings

GROUPS = {
    "dataset": "ingest",
    "transcribe": "transcribe",
    "chunk": "chunk",
    "embed": "embed",
    "index": "index",
    "retrieve": "retrieve",
    "calibrate": "calibrate",
    "generate": "generate",
    "evaluate": "evaluate",
}
"""Config group -> the room whose settings.py checks it."""

RESERVED = ("captions", "transcripts", "gold", "embeddings", "index", "verdicts")
"""Folders of data/ that stages write."""


def resolve(params: Mapping[str, Any], conf: Path) -> dict[str, dict[str, Any]]:
    """Compose the chosen files of `conf` with the overrides under `set`.

    Returns: a section per group, every value resolved, with the versions of the engines that the group uses.
    Raises: UserError naming the key and the file for an unknown choice, group or key, or a wrong type.
    """
    choices = chosen(params, conf)
    overrides = params.get("set") or {}
    if not isinstance(overrides, dict):
        raise UserError(
            "params.yaml: set must hold sections such as {chunk: {max_tokens: 100}}; empty it: set: {}"
        )
    for group, values in overrides.items():
        if group not in GROUPS:
            raise UserError(f"params.yaml: unknown section set.{group}{hint(str(group), GROUPS)}")
        if not isinstance(values, dict):
            raise UserError(
                f"params.yaml: set.{group} must hold keys, such as set.{group}.<key>; got {values!r}"
            )
    merged = composed(choices, overrides, conf)
    return {
        group: checked(group, merged.get(group), choices[group], overrides.get(group, {}), conf)
        for group in GROUPS
    }


def chosen(params: Mapping[str, Any], conf: Path) -> dict[str, str]:
    """The choice of each group, known to be a file of conf/."""
    for key in params:
        if key not in (*GROUPS, "set"):
            raise UserError(f"params.yaml: unknown key {key}{hint(str(key), (*GROUPS, 'set'))}")
    choices = {}
    for group in GROUPS:
        there = sorted(path.stem for path in (conf / group).glob("*.yaml"))
        choice = params.get(group)
        if choice not in there:
            raise UserError(
                f"params.yaml: {group}: {choice!r} is no choice{hint(str(choice), there)}; "
                f"{shown(conf / group)}/ has {', '.join(there)}"
            )
        choices[group] = str(choice)
    return choices


def composed(choices: Mapping[str, str], overrides: Mapping[str, Any], conf: Path) -> dict[str, Any]:
    """Let Hydra compose the files, then lay the overrides on top and resolve every reference."""
    try:
        with initialize_config_dir(str(conf), version_base="1.3"):
            config = compose(overrides=[f"+{group}={choice}" for group, choice in choices.items()])
        OmegaConf.set_struct(config, False)
        config.merge_with(OmegaConf.create(dict(overrides)))
        plain: dict[str, Any] = OmegaConf.to_container(config, resolve=True, throw_on_missing=True)
    except (HydraException, OmegaConfBaseException) as error:
        raise UserError(f"{shown(conf)} does not compose: {' '.join(str(error).split())}") from None
    except Exception as error:  # the YAML reader's own errors; their class is Hydra's business
        raise UserError(f"{shown(conf)} does not read as YAML: {' '.join(str(error).split())}") from None
    return plain


def checked(
    group: str, values: Any, choice: str, overridden: Mapping[str, Any], conf: Path
) -> dict[str, Any]:
    """One group's section: checked by its room's dataclass, defaults filled in, engine versions stamped."""
    room = importlib.import_module(f"stages.{GROUPS[group]}.settings")
    file = conf / group / f"{choice}.yaml"
    if not isinstance(values, dict):
        raise UserError(f"{shown(file)} holds no keys: restore it with `git checkout {shown(file)}`")
    section = dict(values)
    if group == "dataset":
        section["name"] = choice
        check_dataset(choice)
    section["engines"] = engine_versions(engines_of(room.ENGINES, section.get("name")), section.values())
    if isinstance(python := section.get("python"), str):
        section["engines"] |= environment_versions(f"{shown(file)}: {group}.python", python)
    try:
        return asdict(check_settings(room.Settings, section, shown(file), group))
    except UserError as error:
        keys = ", ".join(f"set.{group}.{key}" for key in overridden)
        also = f" (params.yaml overrides {keys}; `vidwise set --clear` drops overrides)" if keys else ""
        raise UserError(f"{error}{also}; `git checkout {shown(file)}` restores the file") from None


def check_dataset(name: str) -> None:
    """The dataset's folder must be there, and must not be one that stages write."""
    if name in RESERVED:
        raise UserError(f"params.yaml: dataset: {name} is a folder that stages write: choose another name")
    if not (DATA / name).is_dir():
        raise UserError(
            f"dataset {name}: there is no folder {DATA / name}: bring it with "
            f"`vidwise dataset add {name} FOLDER` (queued and --temp runs see only what git or DVC tracks)"
        )


def engines_of(engines: tuple[str, ...] | Mapping[str, tuple[str, ...]], name: Any) -> tuple[str, ...]:
    """A room's engines, or those of one of its choices."""
    return engines.get(str(name), ()) if isinstance(engines, Mapping) else engines


def engine_versions(engines: tuple[str, ...], values: Any) -> dict[str, str]:
    """Versions of a group's engines, and of the packages whose weights its values name.

    A new version then changes the section, so that just the stages which use the engine run again.
    """
    names = set(engines)
    for value in values:
        if isinstance(value, Mapping):
            names |= set(engine_versions((), value.values()))
        if isinstance(value, str) and value.startswith("package:"):
            for part in value.removeprefix("package:").split("+"):
                names.add(distribution(part.split("/")[0]))
    return {name: importlib.metadata.version(name) for name in sorted(names)}


def distribution(module: str) -> str:
    """The installed distribution that carries an import name."""
    try:
        return importlib.metadata.metadata(module)["Name"]
    except importlib.metadata.PackageNotFoundError:
        carriers = importlib.metadata.packages_distributions().get(module)
    if not carriers:
        raise UserError(
            f"no package {module} is installed: mend the model's name, or add it to pyproject.toml"
        )
    return carriers[0]
