"""What the recogniser heard becomes segments; and what a user should know of it."""

from collections.abc import Sequence

from stages.models.asr import Chunk, Heard
from stages.transcribe.known import Entry
from stages.transcribe.phantoms import phantom
from stages.transcribe.segments import Piece, Segment
from stages.transcribe.sentences import sentence_segments
from stages.transcribe.settings import ATTENTION, DETECT, Settings
from stages.transcribe.times import filled, joined_punctuation
from stages.transcribe.words import pieces_of

Parts = Sequence[tuple[float, Heard]]
"""Raw results of a recording's parts, each with when it starts, in seconds from the first sample."""

CUT_SHORT_S = 1.0
CUT_SHORT_SHARE = 0.01
"""A recording with less sound than it says, by more than both, is cut short; less is rounding."""


def heard_segments(heard: Parts, sound_starts_s: float, settings: Settings) -> list[Segment]:
    """A recording's segments, one a sentence, in its own time; what nobody said is left out."""
    source = "decoder" if settings.alignment == ATTENTION else "aligned"
    chunks = [
        chunk_segment(chunk, sound_starts_s + start_s, source)
        for start_s, part in heard
        for chunk in part["chunks"]
        if phantom(chunk) is None
    ]
    return sentence_segments(chunks, language_of(heard) or "en")


def language_of(heard: Parts) -> str | None:
    """The language that was asked for or detected; None where nobody speaks."""
    return next((part["language"] for _, part in heard if part["language"] is not None), None)


def chunk_segment(chunk: Chunk, shift_s: float, source: str) -> Segment:
    """One stretch of speech with its words' times, mended where they are missing or out of order.

    Args:
        chunk: the raw result.
        shift_s: added to all its times.
        source: where the times come from; `interpolated` if one had to be mended.
    """
    start_s, end_s = chunk["start_s"] + shift_s, chunk["end_s"] + shift_s
    words = [
        (
            word["text"],
            None if word["start_s"] is None else word["start_s"] + shift_s,
            None if word["end_s"] is None else word["end_s"] + shift_s,
        )
        for word in chunk["words"]
    ]
    pieces = joined_punctuation(pieces_of(chunk["text"], words) or [])
    placed, interpolated = filled(pieces or [Piece(chunk["text"], None, None)], start_s, end_s)
    return Segment("", tuple(placed), start_s, end_s, None, "interpolated" if interpolated else source)


def notes_of(heard: Parts, entry: Entry, settings: Settings) -> list[str]:
    """Lines about a recording that a user should know: what was not heard, left out or chosen."""
    sound = entry["sound"]
    notes = []
    if sound["tracks"] > 1:
        notes.append(
            f"audio track {sound['track']} of {sound['tracks']} is heard (transcribe.audio_track chooses)"
        )
    missing_s = sound["duration_s"] - entry["heard_s"]
    if missing_s > max(CUT_SHORT_S, CUT_SHORT_SHARE * sound["duration_s"]):
        notes.append(
            f"warning: its sound ends after {entry['heard_s']:.1f} of {sound['duration_s']:.1f} s: is the "
            "file cut short?"
        )
    if entry["broken_packets"]:
        notes.append(f"warning: {entry['broken_packets']} packets of its sound did not decode")
    language = language_of(heard)
    if settings.language == DETECT:
        notes.append(f"language: {language or 'none, nobody speaks'} (detected)")
    elif language is not None and language != settings.language:
        notes.append(
            f"warning: {settings.model} hears English only, transcribe.language is {settings.language}: "
            "choose multilingual weights, such as transcribe: base"
        )
    shift_s = sound["starts_s"]
    for start_s, part in heard:
        for chunk in part["chunks"]:
            if (why := phantom(chunk)) is not None:
                notes.append(
                    f"left out as {why}: {chunk['start_s'] + start_s + shift_s:.1f} to "
                    f"{chunk['end_s'] + start_s + shift_s:.1f} s, {shortened(chunk['text'])}"
                )
    return notes


def shortened(text: str, most: int = 60) -> str:
    """The text's first characters in quotes, on one line."""
    line = " ".join(text.split())
    return f'"{line}"' if len(line) <= most else f'"{line[: most - 3]}..."'
