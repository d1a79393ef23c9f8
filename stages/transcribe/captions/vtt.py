"""WebVTT: https://www.w3.org/TR/webvtt1/. Read leniently where files in the wild are."""

import html
import re

from stages.transcribe.captions.cues import cue_segment, in_seconds
from stages.transcribe.segments import Segment

STAMP = r"(?:(\d+):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,9}))?"
TIMING = re.compile(rf"\s*{STAMP}\s*-->\s*{STAMP}(?:\s.*)?")
SKIPPED_BLOCK = re.compile(r"(NOTE|STYLE|REGION)(\s.*)?")
TAG = re.compile(r"<(/?)([A-Za-z]+)((?:[.\s][^>]*)?)>|<\d+:[\d:.]+>")
"""Tags and inline time stamps; another "<" is text, although the standard would have it escaped."""

VOICE = re.compile(r"(?:\.\S+)?\s+(.*)", re.DOTALL)


def parse_vtt(text: str) -> list[Segment]:
    """Read a file: one segment a cue, or one a voice where a cue holds several.

    Tags go first, then entities are decoded once. NOTE, STYLE and REGION blocks, cue ids and settings are no
    text.
    """
    segments: list[Segment] = []
    lines = text.split("\n")
    i = 0
    while i < len(lines):
        timing = TIMING.fullmatch(lines[i])
        if timing is None:
            # A block of another kind reaches to the next blank line; a cue's id is a line of its own.
            i = after_block(lines, i) if SKIPPED_BLOCK.fullmatch(lines[i]) else i + 1
            continue
        end = after_cue(lines, i + 1)
        fields = timing.groups()
        start_s, end_s = in_seconds(*fields[:4]), in_seconds(*fields[4:])
        for speaker, said in voices("\n".join(lines[i + 1 : end])):
            segments.append(cue_segment(len(segments), said, start_s, end_s, speaker))
        i = end
    return segments


def after_block(lines: list[str], i: int) -> int:
    """Index of the line after the block: a blank one or the end."""
    while i < len(lines) and lines[i].strip():
        i += 1
    return i


def after_cue(lines: list[str], i: int) -> int:
    """Index of the first line that is no more the cue's: blank, a timing, or the end."""
    while i < len(lines) and lines[i] and not TIMING.fullmatch(lines[i]):
        i += 1
    return i


def voices(payload: str) -> list[tuple[str | None, str]]:
    """Who says what in a cue: (speaker, text) in order; text outside of any voice has no speaker.

    >>> voices("<v Ann>Hi &amp; <i>welcome</i>.</v> <v.loud Bo>Yes.")
    [('Ann', 'Hi & welcome.'), ('Bo', 'Yes.')]
    """
    said: list[tuple[str | None, str]] = []
    speaker: str | None = None
    text = ""
    position = 0
    for tag in TAG.finditer(payload):
        text += payload[position : tag.start()]
        position = tag.end()
        closing, name, rest = tag.groups()
        if name == "v":
            said.append((speaker, text))
            annotation = VOICE.fullmatch(rest)
            speaker = None if closing or annotation is None else plain(annotation[1]) or None
            text = ""
    said.append((speaker, text + payload[position:]))
    return [(who, plain(words)) for who, words in said if plain(words)]


def plain(text: str) -> str:
    """Entities decoded once, trimmed; white space inside is folded later, for all formats alike."""
    return html.unescape(text).strip()
