"""`vidwise parse`: what the pipeline makes of a caption file or transcript, and what of it is lost."""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.table import Table


def parse(
    file: Annotated[Path, typer.Argument(help="A caption file or transcript, of any format that is read.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, and nothing else.")] = False,
) -> None:
    """Show the transcript that the pipeline makes of a caption file, and what of the file is lost."""
    from stages.core.errors import UserError
    from stages.ingest.folder import MEDIA
    from stages.transcribe.parse import parse_file

    if file.suffix.lower() in MEDIA:
        raise UserError(f"{file} is a recording: `vidwise dataset add`, then `dvc repro` transcribes it")
    parsed = parse_file(file)
    for warning in parsed.report["warnings"]:
        typer.echo(f"warning: {file.name}: {warning}", err=True)
    if as_json:
        for text in json_lines(parsed.rows, parsed.report):
            sys.stdout.buffer.write(f"{text}\n".encode())
        return
    from rich.console import Console

    console = Console(highlight=False, markup=False, soft_wrap=True)
    for row in parsed.rows:
        said = f"{row['speaker']}: {row['text']}" if row["speaker"] else row["text"]
        console.print(f"{clock(row['start_s'])} - {clock(row['end_s'])}  {said}")
    console.print()
    console.print(report_table(parsed.report))


def json_lines(rows: Sequence[Mapping[str, Any]], report: Mapping[str, Any]) -> Iterator[str]:
    """The JSON document line by line, a segment each: a long recording has a million words."""
    yield '{"segments": ['
    for i, row in enumerate(rows):
        yield as_text(canonical(row)) + ("," if i + 1 < len(rows) else "")
    yield f'], "report": {as_text(report)}}}'


def as_text(value: Mapping[str, Any]) -> str:
    """Strict JSON, never NaN."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def canonical(row: Mapping[str, Any]) -> dict[str, Any]:
    """A segment as the JSON has it."""
    keys = ("start_s", "end_s", "speaker", "text")
    words = [{key: word[key] for key in ("text", "start_s", "end_s", "speaker")} for word in row["words"]]
    return {**{key: row[key] for key in keys}, "words": words}


def report_table(report: Mapping[str, Any]) -> "Table":
    """The loss report as a table of two columns."""
    from rich.table import Table
    from rich.text import Text

    table = Table("report", "", show_edge=False)
    for key, value in report.items():
        if isinstance(value, dict):
            value = ", ".join(f"{name} {shown(part)}" for name, part in value.items()) or "none"
        elif isinstance(value, list):
            value = "\n".join(value) or "none"
        table.add_row(key.replace("_", " "), Text(str(value)))
    return table


def shown(part: Any) -> str:
    """A count, or counts by reason in brackets."""
    if isinstance(part, dict):
        return f"({', '.join(f'{name} {count}' for name, count in part.items()) or 'none'})"
    return str(part)


def clock(time_s: float | None) -> str:
    """A time as hours, minutes and seconds.

    >>> clock(3723.25), clock(None)
    ('1:02:03.250', '-')
    """
    if time_s is None:
        return "-"
    ms = round(time_s * 1000)
    return f"{ms // 3_600_000}:{ms // 60_000 % 60:02d}:{ms // 1000 % 60:02d}.{ms % 1000:03d}"
