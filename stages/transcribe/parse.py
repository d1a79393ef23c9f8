"""A caption file becomes the rows of its transcript, and a report of what of it is not in them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stages.transcribe.captions.losses import Losses, nonspace
from stages.transcribe.captions.read import read_captions
from stages.transcribe.segments import Segment
from stages.transcribe.transcript import DIRECTION_MARKS, mended, transcript_rows


@dataclass(frozen=True)
class Parsed:
    """Rows of records.TRANSCRIPT, and the loss report."""

    rows: list[dict[str, Any]]
    report: dict[str, Any]


def parse_file(path: Path) -> Parsed:
    """Read a caption file or transcript. Raises UserError in one line that names the file."""
    captions = read_captions(path)
    segments, backward = mended(captions.segments)
    rows = transcript_rows(segments)
    report = {"file": path.name, **loss_report(captions.losses, segments, backward, rows)}
    return Parsed(rows, report)


def loss_report(
    losses: Losses, segments: Sequence[Segment], backward: int, rows: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    """What was read, kept and lost.

    Cues: read = kept + merged_as_rolling + the sum of dropped. Characters (non-space ones of the cues, markup
    included): read = kept + the sum of not_carried_over; kept is counted in the rows.
    """
    for segment in segments:
        if not DIRECTION_MARKS.isdisjoint(segment.text):
            losses.lose("direction_marks", sum(character in DIRECTION_MARKS for character in segment.text))
    dropped = dict(sorted(losses.dropped.items()))
    return {
        "format": losses.format,
        "encoding": losses.encoding,
        "encoding_guessed": losses.encoding_guessed,
        "cues_read": losses.cues_read,
        "cues_kept": losses.cues_read - losses.merged_as_rolling - sum(dropped.values()),
        "merged_as_rolling": losses.merged_as_rolling,
        "dropped": dropped,
        "repaired": backward + losses.repaired,
        "reordered": out_of_order(rows),
        "overlaps": overlaps(rows),
        "segments": len(rows),
        "words": sum(len(row["words"]) for row in rows),
        "characters": {
            "read": losses.characters_read,
            "kept": sum(nonspace(row["text"]) for row in rows),
            "not_carried_over": dict(sorted(losses.not_carried.items())),
        },
        "skipped_blocks": dict(sorted(losses.skipped_blocks.items())),
        "warnings": list(losses.warnings),
    }


def out_of_order(rows: Sequence[Mapping[str, Any]]) -> int:
    """How many segments stand after one that follows them in the file."""
    count, latest = 0, ""
    for row in rows:
        count += row["segment_id"] < latest
        latest = max(latest, row["segment_id"])
    return count


def overlaps(rows: Sequence[Mapping[str, Any]]) -> int:
    """How many segments start while an earlier one is going on.

    >>> overlaps([{"start_s": 1.0, "end_s": 5.0}, {"start_s": 3.0, "end_s": 4.0}])
    1
    """
    count, until_s = 0, float("-inf")
    for row in rows:
        if row["start_s"] is not None:
            count += row["start_s"] < until_s
            until_s = max(until_s, row["end_s"] if row["end_s"] is not None else row["start_s"])
    return count


def loss_line(report: Mapping[str, Any]) -> str:
    """What was lost or mended of a file, in one line for the user; "" if nothing was.

    Markup, names that became speakers and lines shown again are no loss.
    """
    dropped = [f"{count} {reason.replace('_', ' ')}" for reason, count in report["dropped"].items()]
    said = [f"cues dropped: {', '.join(dropped)}"] if dropped else []
    if report["repaired"]:
        said.append(f"cues with a missing or backward end, mended: {report['repaired']}")
    return "; ".join([*said, *report["warnings"]])
