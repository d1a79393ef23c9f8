"""Markup inside of a cue's text, WebVTT's and SubRip's: tags go, voices and inline times are kept."""

import html
import re

from stages.transcribe.captions.cues import STAMP, Line, Part, in_seconds, split_lines

TAG = re.compile(
    r"<(/?)(v|c|i|b|u|s|lang|ruby|rt|font|span|em|strong|br)((?:[.\s/][^<>]*)?)>|"
    rf"<{STAMP}>",
    re.ASCII | re.IGNORECASE,
)
"""Any other "<" is text, although WebVTT would have it escaped: I <3 this, vector<int>."""

VOICE = re.compile(r"(?:\.\S+)?\s+(.*)", re.DOTALL)
LONG_REFERENCE = re.compile(r"&#0*\d{8,};?", re.ASCII)
"""No code point, and too long for int()."""


def spoken_lines(payload: str, *, entities: bool) -> tuple[Line, ...]:
    """Who says what in a cue, line by line; text outside of any voice has no speaker.

    Args:
        payload: the body of the cue, with line feeds.
        entities: whether character references are decoded, once, after the tags have gone (not in SubRip).

    >>> [(line.speaker, line.text) for line in spoken_lines("<v Ann>Q&amp;A</v> <v.b Bo>Yes.", entities=True)]
    [('Ann', 'Q&A'), ('Bo', 'Yes.')]
    """
    lines: list[Line] = []
    parts: list[Part] = []
    speaker: str | None = None
    stamp_s: float | None = None
    position = 0
    for tag in TAG.finditer(payload):
        text = plain(payload[position : tag.start()], entities)
        if text or stamp_s is not None:
            parts.append(Part(text, stamp_s))
            stamp_s = None
        position = tag.end()
        closing, name, rest, *stamp = tag.groups()
        if name is None:
            stamp_s = in_seconds(*stamp)
        elif name.lower() == "br":
            parts.append(Part("\n"))
        elif name.lower() == "v":
            lines += split_lines(speaker, parts)
            parts = []
            annotation = None if closing else VOICE.fullmatch(rest)
            speaker = plain(annotation[1], entities).strip() or None if annotation else None
    parts.append(Part(plain(payload[position:], entities), stamp_s))
    return (*lines, *split_lines(speaker, parts))


def plain(text: str, entities: bool) -> str:
    """The text with its character references decoded once, if they are to be."""
    return html.unescape(LONG_REFERENCE.sub("\ufffd", text)) if entities and "&" in text else text
