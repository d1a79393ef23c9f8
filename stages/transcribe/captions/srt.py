"""SubRip, by the package `srt`, which reads the dirty files of the wild."""

import re

import srt

from stages.transcribe.captions.cues import cue_segment
from stages.transcribe.segments import Segment

TAG = re.compile(r"</?(?:i|b|u|s|font|c|span)(?:\s[^<>]*)?>|\{\\[^{}]*\}", re.IGNORECASE)
"""HTML's few tags and override codes; other angle brackets are text, and nothing is escaped in SubRip."""


def parse_srt(text: str) -> list[Segment]:
    """Read a file: one segment a cue. Raises ValueError saying what could not be read."""
    try:
        subtitles = list(srt.parse(text.lstrip("\n")))
    except (srt.SRTParseError, srt.TimestampParseError) as error:
        raise ValueError(f"is broken SubRip ({error}): mend it there") from None
    return [
        cue_segment(
            index,
            TAG.sub("", subtitle.content).strip(),
            subtitle.start.total_seconds(),
            subtitle.end.total_seconds(),
        )
        for index, subtitle in enumerate(subtitles)
    ]
