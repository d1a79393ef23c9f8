"""The file that a reader brings back: the page's JSON, or the CSV table, with a mark for every question."""

import csv
import io
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, cast

from stages.core.errors import UserError
from stages.evaluate.contamination import MARKS, Mark

COLUMNS = ("query_id", "video", "question", "mark")
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet would take for the start of a formula."""


def csv_text(rows: Iterable[tuple[str, str, str]]) -> str:
    """The table to mark: rows of (query_id, video's title, question), the mark left blank."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in rows:
        writer.writerow([f"'{cell}" if cell.startswith(FORMULA) else cell for cell in row] + [""])
    return out.getvalue()


def read_file(path: Path) -> dict[str, Mark]:
    """The marks by query_id.

    Raises: UserError naming the file and what is wrong: its form, a word that is no mark, a question twice,
        or questions without a mark.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise UserError(
            f"{path} is not there: it is what the page's button saves, or the marked CSV"
        ) from None
    except (UnicodeDecodeError, OSError) as error:
        raise UserError(f"{path} cannot be read as UTF-8 text ({error})") from None
    found = from_json(path, text) if text.lstrip().startswith("{") else from_csv(path, text)
    marks: dict[str, str] = {}
    for query_id, mark in found:
        if query_id in marks:
            raise UserError(f"{path}: question {query_id} is there twice: remove one")
        marks[query_id] = mark
    if not marks:
        raise UserError(f"{path} holds no questions: draw a sample with `vidwise audit`")
    unmarked = [query_id for query_id, mark in marks.items() if not mark]
    if unmarked:
        raise UserError(
            f"{path}: {len(unmarked)} of {len(marks)} questions have no mark (first {unmarked[0]}): "
            "mark them all; `cannot tell` is a mark"
        )
    for query_id, mark in marks.items():
        if mark not in MARKS:
            raise UserError(
                f"{path}: question {query_id}: {mark!r} is no mark: use one of {', '.join(MARKS)}"
            )
    return cast("dict[str, Mark]", marks)


def from_json(path: Path, text: str) -> list[tuple[str, str]]:
    """The pairs of {"marks": {query_id: mark or null}}."""

    def pairs(items: list[tuple[str, Any]]) -> Any:
        """An object as its pairs, so that a key that stands twice is seen."""
        return items

    try:
        whole = json.loads(text, object_pairs_hook=pairs)
    except (ValueError, RecursionError) as error:
        raise UserError(f"{path} is not JSON ({error})") from None
    marks = dict(whole).get("marks")
    if not isinstance(marks, list) or not all(isinstance(pair, tuple) for pair in marks):
        raise UserError(f'{path} has no "marks": save it with the page\'s button')
    return [(query_id, mark if isinstance(mark, str) else "") for query_id, mark in marks]


def from_csv(path: Path, text: str) -> list[tuple[str, str]]:
    """The columns query_id and mark of a table, divided by comma, semicolon or tab."""
    head = text.partition("\n")[0]
    delimiter = max(",;\t", key=head.count)
    rows = csv.DictReader(io.StringIO(text), delimiter=delimiter)
    try:
        if not {"query_id", "mark"} <= set(rows.fieldnames or ()):
            raise UserError(f"{path} is neither the page's JSON nor a CSV with columns {', '.join(COLUMNS)}")
        return [(row["query_id"].strip(), spoken(row)) for row in rows if row["query_id"]]
    except csv.Error as error:
        raise UserError(f"{path} is not CSV, at line {rows.line_num} ({error})") from None


def spoken(row: Mapping[str, str | None]) -> str:
    """A cell's mark, whatever its case and spaces."""
    return " ".join((row["mark"] or "").lower().split())
