"""transcribe: recordings and captions become transcripts, one table a video."""

import sys
from collections.abc import Mapping, Sequence
from typing import Any

from stages.core.artifacts import read_rows, renamed_into, write_table
from stages.core.door import enter
from stages.core.errors import UserError
from stages.core.paths import MANIFEST, ROOT, TRANSCRIPTS
from stages.core.records import MANIFEST as MANIFEST_SCHEMA
from stages.core.records import TRANSCRIPT
from stages.core.settings import load_settings
from stages.transcribe.diarised import diarised
from stages.transcribe.parse import loss_line, parse_file
from stages.transcribe.recordings import Recording, hear_all
from stages.transcribe.settings import SECTION, Settings
from stages.transcribe.transcript import transcript_rows

Rows = list[dict[str, Any]]


def transcribe_all(
    videos: Sequence[Mapping[str, Any]], settings: Settings
) -> tuple[dict[str, Rows], dict[str, list[str]], dict[str, str]]:
    """Transcribe each video, from its captions where it has any.

    Returns: video_id -> rows; video_id -> what a user should know of it, such as what was lost or mended;
        file -> why it gave no transcript.
    """
    rows: dict[str, Rows] = {}
    notes: dict[str, list[str]] = {}
    failures: dict[str, str] = {}
    recordings = {}
    for video in videos:
        name = video["video_id"]
        if video["captions"] is None:
            recordings[name] = Recording(ROOT / video["media"], video["sha256"])
            continue
        try:
            parsed = parse_file(ROOT / video["captions"])
        except UserError as error:
            failures[video["captions"]] = str(error)
        else:
            rows[name] = parsed.rows
            notes[name] = [line for line in [loss_line(parsed.report)] if line]
    heard = diarised(hear_all(recordings, settings), recordings, settings)
    for name, segments in heard.segments.items():
        rows[name] = transcript_rows(segments)
    media = {video["video_id"]: video["media"] for video in videos}
    failures |= {media[name]: f"{media[name]} {reason}" for name, reason in heard.failures.items()}
    return rows, notes | heard.notes, failures


def main() -> None:
    """Transcribe what the manifest names and write the transcripts: all of them, or none."""
    settings = load_settings(SECTION, Settings)
    videos = read_rows(MANIFEST, MANIFEST_SCHEMA)
    found, notes, failures = transcribe_all(videos, settings)
    for video in videos:
        for note in notes.get(video["video_id"], []):
            sys.stderr.write(f"transcribe: {video['video_id']}: {note}\n")
    if failures:
        for line in failures.values():
            sys.stderr.write(f"transcribe: {line}\n")
        raise UserError(
            f"{len(failures)} of {len(videos)} files gave no transcript: mend or remove {', '.join(failures)}"
        )
    counts = {"segments": 0, "words": 0}
    with renamed_into(TRANSCRIPTS) as folder:
        folder.mkdir()
        for video in videos:
            name = video["video_id"]
            rows = found[name]
            counts["segments"] += len(rows)
            counts["words"] += sum(len(row["words"]) for row in rows)
            if not rows:
                sys.stderr.write(f"transcribe: {name}: no speech: its transcript is empty\n")
            write_table(folder / f"{name}.parquet", rows, TRANSCRIPT)
    sys.stdout.write(
        f"transcribe: {len(videos)} videos, {counts['segments']} segments, {counts['words']} words\n"
    )


if __name__ == "__main__":
    enter("transcribe", main)
