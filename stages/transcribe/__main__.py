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
from stages.transcribe.captions.read import read_captions
from stages.transcribe.recordings import hear_all
from stages.transcribe.segments import Segment
from stages.transcribe.settings import SECTION, Settings
from stages.transcribe.transcript import mended, transcript_rows


def transcribe_all(
    videos: Sequence[Mapping[str, Any]], settings: Settings
) -> tuple[dict[str, list[Segment]], dict[str, str]]:
    """Segments of each video, from its captions where it has any; and why, for each file that failed."""
    segments: dict[str, list[Segment]] = {}
    failures: dict[str, str] = {}
    recordings = {}
    for video in videos:
        if video["captions"] is None:
            recordings[video["video_id"]] = (ROOT / video["media"], video["sha256"])
            continue
        try:
            segments[video["video_id"]] = read_captions(ROOT / video["captions"])
        except UserError as error:
            failures[video["captions"]] = str(error)
    heard, unheard = hear_all(recordings, settings)
    media = {video["video_id"]: video["media"] for video in videos}
    failures |= {media[video_id]: f"{media[video_id]} {reason}" for video_id, reason in unheard.items()}
    return segments | heard, failures


def main() -> None:
    """Transcribe what the manifest names and write the transcripts: all of them, or none."""
    settings = load_settings(SECTION, Settings)
    videos = read_rows(MANIFEST, MANIFEST_SCHEMA)
    found, failures = transcribe_all(videos, settings)
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
            segments, repairs = mended(found[name])
            rows = transcript_rows(segments)
            counts["segments"] += len(rows)
            counts["words"] += sum(len(row["words"]) for row in rows)
            if repairs:
                sys.stderr.write(
                    f"transcribe: {name}: segments that ended before they started, mended: {repairs}\n"
                )
            if not rows:
                sys.stderr.write(f"transcribe: {name}: no speech: its transcript is empty\n")
            write_table(folder / f"{name}.parquet", rows, TRANSCRIPT)
    sys.stdout.write(
        f"transcribe: {len(videos)} videos, {counts['segments']} segments, {counts['words']} words\n"
    )


if __name__ == "__main__":
    enter("transcribe", main)
