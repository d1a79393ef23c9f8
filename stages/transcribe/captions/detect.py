"""Which format a file is in: its content tells first, then its name."""

import re
from pathlib import PurePath
from typing import Literal

from stages.transcribe.captions.cues import ARROW
from stages.transcribe.captions.plain_text import has_form

Format = Literal["empty", "webvtt", "json", "xml", "subrip", "text"]

JSON = re.compile(r"\s*(?:\{\s*(?:[\"}]|$)|\[\s*(?:[\[{\"\]]|$))")
XML = re.compile(r"\s*<(?:\?xml|!--|!DOCTYPE|(?:[\w.-]{1,40}:)?tt[\s>]|timedtext|transcript)", re.IGNORECASE)
TIMES = re.compile(rf"^[ \t]*\d[\d:.,]*(?:[ \t]*-->|{ARROW}\d[\d:.,]*[ \t]*$)", re.MULTILINE | re.ASCII)
"""Arrows but the right one also stand in texts: there the line must hold two times and nothing else."""
TEXT = (".txt", ".text")


def detect(text: str, name: str) -> Format:
    r"""Judge a text, and the name of its file. Raises ValueError if it is in no format that is read.

    >>> detect("WEBVTT\n", "a.srt"), detect("[00:05] Dana: Hi.", "a.vtt"), detect("Hello", "a.txt")
    ('webvtt', 'text', 'text')
    """
    if not text.strip():
        return "empty"
    if text.lstrip().startswith("WEBVTT"):
        return "webvtt"
    if JSON.match(text):
        return "json"
    if XML.match(text):
        return "xml"
    if TIMES.search(text):
        return "subrip"
    if PurePath(name).suffix.lower() in TEXT or has_form(text):
        return "text"
    raise ValueError(
        "holds no captions: expected WebVTT (first line WEBVTT), SubRip, TTML, JSON by Whisper or YouTube, "
        "or text with times; text without any must be named .txt"
    )
