"""JSON as Whisper, faster-whisper and whisperX write it: {"segments": [{"start", "end", "text", "words"}]}.

Every time may be missing, null or NaN. Segment i of the file keeps number i, so that gold by number finds it.
Also read: whisper.cpp's {"transcription": [{"offsets", "text", "tokens"}]}, times in milliseconds.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from stages.transcribe.captions.json_file import milliseconds, seconds
from stages.transcribe.captions.losses import Losses, nonspace
from stages.transcribe.captions.sounds import is_sound
from stages.transcribe.segments import Piece, Segment, segment_id
from stages.transcribe.times import filled, joined_punctuation
from stages.transcribe.words import Timed, pieces_of

SPECIAL = re.compile(r"\s*(?:\[_[A-Z]+_?\d*\]|<\|[^|]*\|>)\s*")
"""Tokens that whisper.cpp writes and nobody says: [_BEG_], [_TT_125], <|endoftext|>."""


def parse_whisper_json(document: Any, losses: Losses) -> list[Segment]:
    """Read a document: one segment each, but for empty ones and sounds. ValueError says what is wrong."""
    rows = document.get("segments") if isinstance(document, dict) else document
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise ValueError('is JSON without a list "segments", so not by Whisper: convert it, or take it away')
    duration_s = seconds(document.get("duration")) if isinstance(document, dict) else None
    return row_segments(rows, duration_s, losses)


def parse_whisper_cpp(document: Mapping[str, Any], losses: Losses) -> list[Segment]:
    """The same for whisper.cpp: its tokens are parts of words."""
    rows = document["transcription"]
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise ValueError('is by whisper.cpp, but "transcription" is no list of objects: write it anew')
    return row_segments([cpp_row(row) for row in rows], None, losses)


def cpp_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row of whisper.cpp with the keys and units of the others."""
    tokens = row.get("tokens") if isinstance(row.get("tokens"), list) else []
    words = [
        {"word": token["text"], **offsets(token)}
        for token in tokens or []
        if isinstance(token, dict)
        and isinstance(token.get("text"), str)
        and not SPECIAL.fullmatch(token["text"])
    ]
    return {"text": row.get("text"), "words": words, "speaker": row.get("speaker"), **offsets(row)}


def offsets(row: Mapping[str, Any]) -> dict[str, float | None]:
    """Start and end in seconds."""
    found = row.get("offsets")
    times = found if isinstance(found, dict) else {}
    return {"start": milliseconds(times.get("from")), "end": milliseconds(times.get("to"))}


def row_segments(
    rows: Sequence[Mapping[str, Any]], duration_s: float | None, losses: Losses
) -> list[Segment]:
    """A segment for each row that says something."""
    starts = [*(seconds(row.get("start")) for row in rows), duration_s]
    segments = []
    for i, row in enumerate(rows):
        found = segment(i, row, starts[i + 1])
        size = nonspace(found.text)
        losses.read(size)
        if not size:
            losses.drop("no_text", 0)
        elif is_sound(found.text):
            losses.drop("non_speech", size)
        else:
            losses.repaired += found.start_s is not None and seconds(row.get("end")) is None
            segments.append(found)
    return segments


def segment(index: int, row: Mapping[str, Any], next_start_s: float | None) -> Segment:
    """One row; an end that is missing is that of its last word, else `next_start_s`, else its start."""
    words = timed_words(row)
    text = row.get("text")
    if text is None and words:
        text = " ".join(word.strip() for word, _, _ in words)
    if not isinstance(text, str):
        raise ValueError(f"has no text in segment {index} (from 0): mend it there")
    starts = [start for _, start, _ in words if start is not None]
    ends = [end for _, _, end in words if end is not None]
    start_s = first_known(seconds(row.get("start")), min(starts, default=None))
    if start_s is None:
        return Segment(segment_id(index), (Piece(text, None, None),), None, None, speaker(row), "none")
    end_s = first_known(seconds(row.get("end")), max(ends, default=None), next_start_s)
    end_s = start_s if end_s is None else end_s
    pieces = joined_punctuation(with_speakers(pieces_of(text, words) or [], row))
    if not pieces or all(piece.timed is None for piece in pieces):
        return Segment(segment_id(index), (Piece(text, start_s, end_s),), start_s, end_s, speaker(row), "cue")
    placed, interpolated = filled(pieces, start_s, max(start_s, end_s))
    aligned = any("score" in word for word in word_rows(row))
    source = "interpolated" if interpolated else "aligned" if aligned else "decoder"
    return Segment(segment_id(index), tuple(placed), start_s, end_s, speaker(row), source)


def with_speakers(pieces: Sequence[Piece], row: Mapping[str, Any]) -> list[Piece]:
    """The pieces, a word each, with the speakers of words that are not the row's (whisperX's diarization)."""
    names = [speaker(word) for word in word_rows(row) if word["word"].strip()]
    if len(names) != len(pieces):
        return list(pieces)
    own = speaker(row)
    return [
        piece._replace(speaker=name if name != own else None)
        for piece, name in zip(pieces, names, strict=True)
    ]


def timed_words(row: Mapping[str, Any]) -> list[Timed]:
    """The row's words as (text, start, end)."""
    return [(word["word"], seconds(word.get("start")), seconds(word.get("end"))) for word in word_rows(row)]


def word_rows(row: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The row's words; what is not a list of words is none."""
    words = row.get("words")
    return [
        word
        for word in (words if isinstance(words, list) else [])
        if isinstance(word, dict) and isinstance(word.get("word"), str)
    ]


def speaker(row: Mapping[str, Any]) -> str | None:
    """The speaker's name or label, if there is one."""
    name = row.get("speaker")
    return name.strip() or None if isinstance(name, str) else None


def first_known(*times: float | None) -> float | None:
    """The first that is not None."""
    return next((time for time in times if time is not None), None)
