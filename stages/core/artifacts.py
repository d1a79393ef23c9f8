"""Reading and writing artifacts: whole or not at all, checked against a schema, the same bytes each time."""

import json
import math
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from stages.core.errors import UserError
from stages.core.paths import ROOT

METRIC_PLACES = 6
HOW_TO_GET = "run `dvc repro`, or `dvc checkout` for the last good one"


@contextmanager
def renamed_into(path: Path) -> Iterator[Path]:
    """Yield a temporary name beside `path`; on success it takes that place, on failure nothing is left."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        yield temporary
        if temporary.is_dir() and path.is_dir():
            shutil.rmtree(path)
        temporary.replace(path)
    finally:
        if temporary.is_dir():
            shutil.rmtree(temporary)
        else:
            temporary.unlink(missing_ok=True)


def write_table(path: Path, rows: Sequence[Mapping[str, Any]] | pa.Table, schema: pa.Schema) -> None:
    """Write rows (dicts or a table) as Parquet under `schema`; nulls in a required column: ValueError."""
    table = (
        rows
        if isinstance(rows, pa.Table)
        else pa.Table.from_pylist([dict(row) for row in rows], schema=schema)
    )
    table = table.select(schema.names).cast(schema)
    for field in schema:
        if not field.nullable and table.column(field.name).null_count:
            raise ValueError(f"{path.name}: nulls in required column {field.name}")
    with renamed_into(path) as temporary:
        pq.write_table(table, temporary, compression="zstd")


def read_table(path: Path, schema: pa.Schema) -> pa.Table:
    """Read a Parquet artifact and check that it has the names and types of `schema`."""
    try:
        table = pq.read_table(path)
    except FileNotFoundError:
        raise UserError(f"{shown(path)} is missing: {HOW_TO_GET}") from None
    except (pa.ArrowInvalid, OSError) as error:
        raise UserError(f"{shown(path)} cannot be read ({error}): run `dvc checkout {shown(path)}`") from None
    if not table.schema.equals(schema, check_metadata=False):
        raise UserError(f"{shown(path)} has other columns than this version writes: run `dvc repro`")
    return table


def read_rows(path: Path, schema: pa.Schema) -> list[dict[str, Any]]:
    """`read_table` as a list of dicts."""
    rows: list[dict[str, Any]] = read_table(path, schema).to_pylist()
    return rows


def plain(value: Any, places: int | None = None) -> Any:
    """Turn numpy numbers into plain ones and NaN or infinity into None, rounding floats to `places` if given.

    >>> plain({"recall": float("nan"), "n": 3, "p": 1 / 3}, places=2)
    {'recall': None, 'n': 3, 'p': 0.33}
    """
    if isinstance(value, Mapping):
        return {str(key): plain(item, places) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item, places) for item in value]
    if hasattr(value, "tolist"):  # numpy scalars and arrays
        return plain(value.tolist(), places)
    if isinstance(value, float):
        if not math.isfinite(value):
            return None
        return round(value, places) if places is not None else value
    return value


def write_json(path: Path, value: Any, places: int | None = None) -> None:
    """Write sorted, indented, strict JSON (never NaN), floats rounded to `places` if given."""
    text = json.dumps(plain(value, places), sort_keys=True, indent=1, ensure_ascii=False, allow_nan=False)
    write_text(path, text + "\n")


def write_text(path: Path, text: str) -> None:
    """Write UTF-8 text, whole, by rename."""
    with renamed_into(path) as temporary:
        temporary.write_text(text, encoding="utf-8", newline="\n")


def read_json(path: Path) -> Any:
    """Read strict JSON; NaN, Infinity or malformed text is a UserError that names the file."""

    def refuse(constant: str) -> None:
        raise ValueError(f"{constant} is not JSON")

    try:
        return json.loads(path.read_text(encoding="utf-8"), parse_constant=refuse)
    except FileNotFoundError:
        raise UserError(f"{shown(path)} is missing: {HOW_TO_GET}") from None
    except (ValueError, UnicodeDecodeError) as error:
        raise UserError(f"{shown(path)} is not JSON ({error})") from None


def read_lines(path: Path) -> list[str]:
    """The lines of UTF-8 text, which a line feed ends and nothing else: JSON holds U+2028 as it is."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise UserError(f"{shown(path)} is missing: {HOW_TO_GET}") from None
    except UnicodeDecodeError as error:
        raise UserError(f"{shown(path)} is not UTF-8 ({error})") from None
    return text.removesuffix("\n").split("\n") if text else []


def shown(path: Path) -> str:
    """The path as a user would type it from the project's root."""
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else str(path)
