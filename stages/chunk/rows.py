"""The rows of data/chunks.parquet."""

from collections.abc import Sequence
from typing import Any

from stages.chunk.document import Document
from stages.core.spans import Span
from stages.core.transcripts import Transcript


def chunk_rows(document: Document, spans: Sequence[Span]) -> list[dict[str, Any]]:
    """One row of `records.CHUNKS` a span: exact text, the times and speakers of the words inside it."""
    transcript = document.transcript
    rows = []
    for char_start, char_end in spans:
        start_s, end_s = transcript.times(char_start, char_end)
        rows.append(
            {
                "chunk_id": f"{transcript.video_id}:{char_start}-{char_end}",
                "video_id": transcript.video_id,
                "char_start": char_start,
                "char_end": char_end,
                "start_s": start_s,
                "end_s": end_s,
                "speakers": speakers(transcript, char_start, char_end),
                "n_tokens": document.count_tokens(char_start, char_end),
                "text": transcript.text[char_start:char_end],
            }
        )
    return rows


def speakers(transcript: Transcript, char_start: int, char_end: int) -> list[str]:
    """Who speaks in the span, in order of first appearance; those unknown are left out."""
    said = (word["speaker"] for word in transcript.words_in(char_start, char_end))
    return list(dict.fromkeys(speaker for speaker in said if speaker is not None))
