"""Labels become gold rows; what could not be placed is counted, and stays in the table as a miss."""

from collections.abc import Mapping, Sequence
from typing import Any

from stages.core.errors import UserError
from stages.core.transcripts import Transcript
from stages.gold.marks import Unplaced, place

SPLITS = ("dev", "test")
LABELS = ("answerable", "negative")


def gold_row(
    label: Mapping[str, Any], transcripts: Mapping[str, Transcript]
) -> tuple[dict[str, Any], list[str]]:
    """Place one question's gold.

    Args:
        label: a row of `records.LABELS`.
        transcripts: by video_id.

    Returns: a row of `records.GOLD`, and the reason for each alternative that was dropped. An answerable
        question may be left with no alternative: nothing can cover it, so it counts as a miss everywhere.
    Raises: UserError if the split or the label is none that is known.
    """
    if label["split"] not in SPLITS or label["label"] not in LABELS:
        raise UserError(
            f"data/labels.parquet: question {label['query_id']} has split {label['split']!r} and label "
            f"{label['label']!r}, not one of {'/'.join(SPLITS)} and {'/'.join(LABELS)}: mend the dataset"
        )
    alternatives, reasons = [], []
    if label["label"] == "answerable" and not label["gold"]:
        reasons.append("no gold given")
    for marks in label["gold"]:
        try:
            alternatives.append(placed(label, marks, transcripts))
        except Unplaced as reason:
            reasons.append(str(reason))
    kept = ("query_id", "video_id", "label", "negative_kind", "reference_answer")
    return {name: label[name] for name in kept} | {"alternatives": alternatives}, reasons


def placed(
    label: Mapping[str, Any], marks: Sequence[Mapping[str, Any]], transcripts: Mapping[str, Transcript]
) -> list[dict[str, Any]]:
    """The spans of one alternative, one a mark; Unplaced if any mark has no place."""
    if label["label"] == "negative":
        raise Unplaced("a negative has no gold")
    if not marks:
        raise Unplaced("empty alternative")
    if label["video_id"] not in transcripts:
        raise Unplaced("no transcript")
    spans = [place(mark, transcripts[label["video_id"]]) for mark in marks]
    return [{"video_id": label["video_id"], "char_start": start, "char_end": end} for start, end in spans]


def place_all(
    labels: Sequence[Mapping[str, Any]], transcripts: Mapping[str, Transcript]
) -> tuple[dict[str, list[dict[str, Any]]], dict[str, Any]]:
    """Place every question.

    Returns: gold rows by split, sorted by query_id; and by split how many questions are answerable, how many
        of those are left with no gold, and for each reason the questions that lost an alternative to it.
    """
    rows: dict[str, list[dict[str, Any]]] = {split: [] for split in SPLITS}
    dropped: dict[str, dict[str, list[str]]] = {split: {} for split in SPLITS}
    for label in sorted(labels, key=lambda label: str(label["query_id"])):
        row, reasons = gold_row(label, transcripts)
        rows[label["split"]].append(row)
        for reason in dict.fromkeys(reasons):
            dropped[label["split"]].setdefault(reason, []).append(label["query_id"])
    unplaced = {split: summary(rows[split], dropped[split]) for split in SPLITS}
    return rows, unplaced


def summary(rows: Sequence[Mapping[str, Any]], dropped: Mapping[str, list[str]]) -> dict[str, Any]:
    """What became of one split's questions."""
    answerable = [row for row in rows if row["label"] == "answerable"]
    return {
        "questions": len(rows),
        "answerable": len(answerable),
        "without_gold": sum(not row["alternatives"] for row in answerable),
        "reasons": {reason: {"count": len(lost), "query_ids": lost} for reason, lost in dropped.items()},
    }
