"""The door to all caption formats: which one a file is, its content tells first."""

import codecs
import re
from pathlib import Path

from stages.core.artifacts import shown
from stages.core.errors import UserError
from stages.transcribe.captions.srt import parse_srt
from stages.transcribe.captions.vtt import parse_vtt
from stages.transcribe.captions.whisper_json import parse_whisper_json
from stages.transcribe.segments import Segment

MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
ARROW = re.compile(r"^\s*\d[\d:.,]*\s*-->\s*\d", re.MULTILINE)


def read_captions(path: Path) -> list[Segment]:
    """Read WebVTT, SubRip or Whisper's JSON; a file without any content has no segments.

    Raises: UserError naming the file when it is none of these, is broken, or its encoding is unknown.
    """
    try:
        return parse(decoded(path.read_bytes()))
    except FileNotFoundError:
        raise UserError(f"{shown(path)} is missing: put it back, or run `dvc checkout`") from None
    except (ValueError, RecursionError, OverflowError) as error:
        raise UserError(f"{shown(path)} {' '.join(str(error).split())}") from None


def decoded(data: bytes) -> str:
    r"""Bytes as text, by their byte order mark or as UTF-8; line ends become line feeds.

    Nothing is guessed: other encodings raise ValueError.

    >>> decoded(b"\xff\xfea\x00\r\x00")
    'a\n'
    """
    mark, encoding = next(((mark, name) for mark, name in MARKS if data.startswith(mark)), (b"", "utf-8"))
    try:
        text = data.removeprefix(mark).decode(encoding)
    except UnicodeDecodeError as error:
        raise ValueError(f"is not {encoding.upper()} (byte {error.start}): save it as UTF-8") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def parse(text: str) -> list[Segment]:
    """Let the parser of the format that the text is in read it. Raises ValueError when there is none."""
    body = text.lstrip()
    if not body:
        return []
    if text.startswith("WEBVTT"):
        return parse_vtt(text)
    if body[0] in "{[":
        return parse_whisper_json(text)
    if ARROW.search(text):
        return parse_srt(text)
    raise ValueError("holds no captions: expected WebVTT (first line WEBVTT), SubRip, or Whisper's JSON")
