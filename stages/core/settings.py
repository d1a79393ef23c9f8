"""A room's section of resolved.yaml, checked against the frozen dataclass in the room's settings.py."""

import difflib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ConfigDict, TypeAdapter, ValidationError
from ruamel.yaml import YAML, YAMLError

from stages.core.artifacts import shown
from stages.core.errors import UserError
from stages.core.paths import RESOLVED

T = TypeVar("T")


def exact(kind: type[T]) -> type[T]:
    """Decorate a settings dataclass: keys that it does not know are errors, not ignored."""
    kind.__pydantic_config__ = ConfigDict(extra="forbid")  # type: ignore[attr-defined]
    return kind


def read_yaml(path: Path) -> Any:
    """Read YAML 1.2 with safe types only: `no` is text, 1e-3 a number, 10:30 text."""
    try:
        return YAML(typ="safe", pure=True).load(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UserError(
            f"{shown(path)} is missing: bring it back with `git checkout {shown(path)}`"
        ) from None
    except (YAMLError, UnicodeDecodeError) as error:
        line = " ".join(str(error).split())
        raise UserError(
            f"{shown(path)} is not YAML ({line}): mend it, or `git checkout {shown(path)}`"
        ) from None


def load_settings(section: str, kind: type[T]) -> T:
    """Read this room's section of resolved.yaml as `kind`, a frozen dataclass (or a union of them)."""
    resolved = read_yaml(RESOLVED)
    if not isinstance(resolved, dict) or section not in resolved:
        raise UserError(f"{shown(RESOLVED)} has no section `{section}`: run `dvc repro`")
    return check_settings(kind, resolved[section], shown(RESOLVED), section)


def check_settings(kind: type[T], values: Mapping[str, Any], file: str, section: str) -> T:
    """Build `kind` from `values`; an unknown, missing or mistyped key is one UserError naming key and file."""
    try:
        # As JSON: there strict mode builds dataclasses from mappings, and still takes no "5" or 5.0 for 5.
        return TypeAdapter(kind).validate_json(json.dumps(dict(values), default=str), strict=True)
    except ValidationError as error:
        raise UserError(
            "; ".join(f"{file}: {problem}" for problem in problems(error, section, values))
        ) from None


def problems(error: ValidationError, section: str, values: Mapping[str, Any]) -> list[str]:
    """What is wrong with each key, in a user's words."""
    found = error.errors(include_url=False)
    missing = [str(item["loc"][-1]) for item in found if item["type"] == "missing"]
    lines = []
    for item in found:
        key = ".".join([section, *(str(part) for part in item["loc"] if part in values or part in missing)])
        if item["type"] in ("unexpected_keyword_argument", "extra_forbidden"):
            close = difflib.get_close_matches(str(item["loc"][-1]), missing, n=1)
            lines.append(f"unknown key {key}" + (f": did you mean {close[0]}?" if close else ": remove it"))
        elif item["type"] == "missing":
            lines.append(f"missing key {key}: add it")
        else:
            lines.append(f"{key} = {item['input']!r}: {item['msg'][0].lower()}{item['msg'][1:]}")
    return lines
