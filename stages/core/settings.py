"""A room's section of resolved.yaml, checked against the frozen dataclass in the room's settings.py."""

import dataclasses
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar, get_args, get_type_hints

from pydantic import ConfigDict, TypeAdapter, ValidationError
from ruamel.yaml import YAML
from ruamel.yaml.constructor import SafeConstructor
from ruamel.yaml.error import YAMLError

from stages.core.artifacts import shown
from stages.core.errors import UserError, hint
from stages.core.paths import RESOLVED

if TYPE_CHECKING:
    from typing_extensions import TypeForm

T = TypeVar("T")

EncoderBackend = Literal["torch", "onnx", "openvino", "openvino-bf16", "auto"]
"""What runs an encoder (stages/models/encoder_backend.py), in the settings of the rooms that have one; auto:
the fastest that changes no ranking on the processor at hand."""


def exact(kind: type[T]) -> type[T]:
    """Decorate a settings dataclass: keys that it does not know are errors, not ignored."""
    kind.__pydantic_config__ = ConfigDict(extra="forbid")  # type: ignore[attr-defined]
    return kind


class TextDates(SafeConstructor):
    """YAML 1.2's core schema knows no dates: 2024-01-02 is text."""


TextDates.add_constructor("tag:yaml.org,2002:timestamp", SafeConstructor.construct_scalar)


def read_yaml(path: Path) -> Any:
    """Read YAML 1.2 with safe types only: `no`, 10:30 and 2024-01-02 are text, 1e-3 is a number."""
    try:
        return parse_yaml(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UserError(f"{shown(path)} is missing: run `git checkout {shown(path)}`") from None
    except (YAMLError, UnicodeDecodeError) as error:
        line = " ".join(str(error).split())
        raise UserError(f"{shown(path)} is not YAML ({line}): mend it") from None


def parse_yaml(text: str) -> Any:
    """`read_yaml` of a text."""
    yaml = YAML(typ="safe", pure=True)
    yaml.Constructor = TextDates
    return yaml.load(text)


def load_settings(section: str, kind: "TypeForm[T]") -> T:
    """Read this room's section of resolved.yaml as `kind`, a frozen dataclass (or a union of them)."""
    resolved = read_yaml(RESOLVED)
    if not isinstance(resolved, dict) or section not in resolved:
        raise UserError(f"{shown(RESOLVED)} has no section `{section}`: run `dvc repro`")
    return check_settings(kind, resolved[section], shown(RESOLVED), section)


def check_settings(kind: "TypeForm[T]", values: Any, file: str, section: str) -> T:
    """Build `kind` from `values`; unknown, missing or mistyped keys are one UserError naming key and file.

    Of a union of dataclasses it is the one whose field `name` may be what the key `name` says.
    """
    if not isinstance(values, Mapping):
        raise UserError(f"{file}: {section} = {values!r}: it must have keys")
    one = kind if dataclasses.is_dataclass(kind) else named(kind, values.get("name"), file, section)
    try:
        # As JSON: there strict mode builds dataclasses from mappings, yet takes no "5" or 5.0 for 5.
        as_json = json.dumps(dict(values))
        checked: T = TypeAdapter(one).validate_json(as_json, strict=True)
        return checked
    except ValidationError as error:
        known = [field.name for field in dataclasses.fields(one)]
        raise UserError(f"{file}: {'; '.join(problems(error, section, known))}") from None


def named(union: Any, name: Any, file: str, section: str) -> Any:
    """The dataclass of a union whose field `name` may be `name`."""
    kinds = {choice: kind for kind in get_args(union) for choice in get_args(get_type_hints(kind)["name"])}
    if not isinstance(name, str) or name not in kinds:
        raise UserError(
            f"{file}: {section}.name = {name!r} is none of {', '.join(kinds)}{hint(str(name), kinds)}"
        )
    return kinds[name]


def problems(error: ValidationError, section: str, known: list[str]) -> list[str]:
    """What is wrong with each key, in a user's words."""
    lines = []
    for item in error.errors(include_url=False):
        key = ".".join([section, *(str(part) for part in item["loc"])])
        if item["type"] in ("unexpected_keyword_argument", "extra_forbidden"):
            meant = hint(str(item["loc"][-1]), known if len(item["loc"]) == 1 else ())
            lines.append(f"unknown key {key}{meant or ': remove it'}")
        elif item["type"] == "missing":
            lines.append(f"missing key {key}: add it")
        else:
            lines.append(f"{key} = {item['input']!r}: {item['msg'][0].lower()}{item['msg'][1:]}")
    return lines
