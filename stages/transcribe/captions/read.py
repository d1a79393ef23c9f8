"""The door to all caption formats: a file becomes segments, and an account of what of it was lost."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from stages.core.artifacts import shown
from stages.core.errors import UserError
from stages.transcribe.captions.cues import Cue
from stages.transcribe.captions.decode import Decoded, decode
from stages.transcribe.captions.detect import detect
from stages.transcribe.captions.json_file import read_json_text
from stages.transcribe.captions.losses import Losses
from stages.transcribe.captions.plain_text import parse_plain_text
from stages.transcribe.captions.rolling import merged
from stages.transcribe.captions.speakers import named
from stages.transcribe.captions.srt import parse_srt
from stages.transcribe.captions.ttml import parse_ttml
from stages.transcribe.captions.turns import cue_segments
from stages.transcribe.captions.vtt import parse_vtt
from stages.transcribe.captions.whisper_json import parse_whisper_cpp, parse_whisper_json
from stages.transcribe.captions.xml_file import local_name, read_xml
from stages.transcribe.captions.youtube import parse_json3, parse_srv
from stages.transcribe.segments import Segment


@dataclass(frozen=True)
class Captions:
    """A file's segments, and what of it is not in them."""

    segments: list[Segment]
    losses: Losses


def read_captions(path: Path) -> Captions:
    """Read a caption file or transcript of any known format; one without any content has no segments.

    Raises: UserError naming the file when it is in no such format, is broken, or its encoding is unknown.
    """
    try:
        return parse(decode(path.read_bytes()), path.name)
    except FileNotFoundError:
        raise UserError(f"{shown(path)} is missing: put it back, or run `dvc checkout`") from None
    except OSError as error:
        raise UserError(f"{shown(path)} cannot be read ({error.strerror}): choose a file that can") from None
    except RecursionError:
        raise UserError(f"{shown(path)} is nested too deep: no caption file is") from None
    except (ValueError, OverflowError) as error:
        raise UserError(f"{shown(path)} {' '.join(str(error).split())}") from None


def parse(decoded: Decoded, name: str) -> Captions:
    """Let the reader of the format that the text is in read it. Raises ValueError when there is none."""
    losses = Losses(encoding=decoded.encoding, encoding_guessed=decoded.guessed)
    if decoded.guessed:
        losses.warn(f"is not UTF-8, read as {decoded.encoding}: if letters are wrong, save it as UTF-8")
    if decoded.replaced:
        losses.warn(
            f"bad bytes, U+FFFD in the text: {decoded.replaced}, the first is byte {decoded.first_bad}"
        )
    match detect(decoded.text, name):
        case "empty":
            return Captions([], losses)
        case "json":
            return Captions(json_segments(decoded.text, losses), losses)
        case "xml":
            cues = xml_cues(decoded.text, losses)
        case "text":
            cues = read_as("plain text", parse_plain_text, decoded.text, losses)
        case "webvtt":
            cues = merged(read_as("WebVTT", parse_vtt, decoded.text, losses), losses)
        case "subrip":
            cues = merged(read_as("SubRip", parse_srt, decoded.text, losses), losses)
    return Captions(cue_segments(named(cues, losses), losses), losses)


def read_as(name: str, reader: Callable[[str, Losses], list[Cue]], text: str, losses: Losses) -> list[Cue]:
    """Let a reader read, and note which."""
    losses.format = name
    return reader(text, losses)


def json_segments(text: str, losses: Losses) -> list[Segment]:
    """JSON by the keys of its makers."""
    document = read_json_text(text)
    if isinstance(document, dict) and "events" in document:
        losses.format = "YouTube json3"
        return cue_segments(named(parse_json3(document, losses), losses), losses)
    if isinstance(document, dict) and "transcription" in document:
        losses.format = "whisper.cpp JSON"
        return parse_whisper_cpp(document, losses)
    losses.format = "Whisper JSON"
    return parse_whisper_json(document, losses)


def xml_cues(text: str, losses: Losses) -> list[Cue]:
    """XML by the name of its root."""
    root = read_xml(text)
    name = local_name(root)
    if name == "tt":
        losses.format = "TTML"
        return parse_ttml(root, losses)
    if name in ("timedtext", "transcript"):
        losses.format = "YouTube XML"
        return parse_srv(root, losses)
    raise ValueError(f"is XML, but its root <{name[:40]}> is none of TTML's or YouTube's: convert it")
