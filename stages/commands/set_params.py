"""`vidwise set`: show, change and clear what params.yaml chooses and overrides."""

import io
from typing import Annotated, Any

import typer


def set_params(
    changes: Annotated[
        list[str] | None,
        typer.Argument(help="as chunk=sentence or chunk.max_tokens=100"),
    ] = None,
    clear: Annotated[bool, typer.Option("--clear", help="Drop all overrides first.")] = False,
) -> None:
    """Show what params.yaml chooses and overrides, or change it; `dvc repro` then runs what it touches."""
    from stages.configure.compose import resolve
    from stages.core.artifacts import write_text
    from stages.core.paths import CONF, PARAMS
    from stages.core.settings import parse_yaml

    yaml, params = read_params()
    if clear:
        params["set"] = {}
    for change in changes or []:
        apply(params, change)
    if clear or changes:
        out = io.StringIO()
        yaml.dump(params, out)
        resolve(parse_yaml(out.getvalue()), CONF)  # refuses what would not run
        write_text(PARAMS, out.getvalue())
    for key, value in params.items():
        if key != "set":
            typer.echo(f"{key} = {value}")
    overrides = [
        f"set.{group}.{key} = {value}"
        for group, keys in (params.get("set") or {}).items()
        for key, value in keys.items()
    ]
    typer.echo("\n".join(overrides) if overrides else "set is empty: nothing is overridden")


def read_params() -> tuple[Any, Any]:
    """params.yaml with its comments, and the reader that writes it back."""
    from ruamel.yaml import YAML

    from stages.core.paths import PARAMS
    from stages.core.settings import read_yaml

    read_yaml(PARAMS)  # one clear line if it is missing or malformed
    yaml = YAML()
    return yaml, yaml.load(PARAMS.read_text(encoding="utf-8"))


def apply(params: Any, change: str) -> None:
    """Apply one `key=value` to params, in place."""
    from stages.configure.compose import GROUPS
    from stages.core.errors import UserError, hint

    key, equals, text = change.partition("=")
    group, dot, name = key.removeprefix("set.").partition(".")
    if not equals or (dot and not name):
        raise UserError(f"{change}: write it as chunk.max_tokens=100 or chunk=sentence")
    if group not in GROUPS:
        raise UserError(f"{change}: unknown group {group}{hint(group, GROUPS)}")
    value = scalar(text)
    if not dot:
        params[group] = value
        return
    overrides = params.setdefault("set", {})
    if overrides is None:
        overrides = params["set"] = {}
    place = overrides.setdefault(group, {})
    *parents, last = name.split(".")
    for parent in parents:
        place = place.setdefault(parent, {})
    place[last] = value


def scalar(text: str) -> Any:
    """A value as YAML 1.2 reads it: 100 is a number, no is text."""
    from stages.core.settings import parse_yaml

    return parse_yaml(text) if text.strip() else None
