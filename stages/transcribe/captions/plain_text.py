"""Plain text: transcripts that people type or get from meeting software, with times and speakers or without.

Forms of a line with a time; the one that most lines of a file have is the file's, and other lines are text:

- leading: `[00:00:05] Dana: Hello.`, `0:05 Hello.`, `(0:05)`, `[00:00.000 --> 00:02.000] Hello.` (Whisper's
  output), and Zoom's chat: `10:02:13 From Dana to Everyone: Hello.`
- heading: `Dana Moss  0:12` and the text on the lines below (Otter, Rev)
- bracketed: `[Dana Moss] 10:02:13` and the text on the lines below (Zoom's saved captions)
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from stages.transcribe.captions.cues import Cue, Line, Part, ends_filled, in_seconds
from stages.transcribe.captions.losses import Losses, nonspace
from stages.transcribe.captions.speakers import form, prefix_of, speaker_names

STAMP = r"(?:(\d{1,4}):)?(\d{1,3}):(\d{2})(?:[.,](\d{1,9}))?"
TO = rf"(?:\s*(?:-->|->|[-–—]|to)\s*{STAMP})?"
LEADING = re.compile(
    rf"(?:\[\s*{STAMP}{TO}\s*\]|\(\s*{STAMP}{TO}\s*\)|{STAMP}{TO}(?=\s|$))\s*[-–—:]?\s*", re.ASCII
)
HEADING = re.compile(rf"(?P<name>[^\d\s\[\]()][^\[\]()\t]{{0,59}}?):?\s+[\[(]?{STAMP}[\])]?:?\s*", re.ASCII)
BRACKETED = re.compile(rf"\[(?P<name>[^\[\]]{{1,60}})\]\s*{STAMP}\s*", re.ASCII)
CHAT = re.compile(r"From\s+(?P<name>\S.{0,59}?)\s+[Tt]o\s+\S.{0,59}?:(?:\s+|$)")
CREDIT = re.compile(r"Transcribed by https?://otter\.ai/?\s*", re.IGNORECASE)
CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a]")

Shape = Literal["leading", "heading", "bracketed"]


@dataclass(frozen=True)
class Opening:
    """A line that opens a turn: when, who if it says, and what of the line is text."""

    start_s: float
    end_s: float | None
    speaker: str | None
    text: str


def has_form(text: str) -> bool:
    """Whether a text is a transcript with times, whatever its file's name."""
    return shape_of(text.split("\n")) is not None


def parse_plain_text(text: str, losses: Losses) -> list[Cue]:
    """Read a text: one cue for each turn with a time; else for each speaker's turn, paragraph or line."""
    if CONTROL.search(text):
        raise ValueError("holds control characters, so is no text: take it away, or save it as text")
    lines = text.split("\n")
    shape = shape_of(lines)
    return untimed_cues(lines, losses) if shape is None else timed_cues(lines, shape, losses)


def shape_of(lines: Sequence[str]) -> Shape | None:
    """The form in which the file's lines tell the time; None if no line does."""
    shapes: tuple[Shape, ...] = ("bracketed", "heading", "leading")
    counts = {shape: sum(opening(line, shape) is not None for line in lines) for shape in shapes}
    best = max(shapes, key=lambda shape: counts[shape])
    return best if counts[best] else None


def opening(line: str, shape: Shape) -> Opening | None:
    """Read a line that opens a turn in a form; None for other lines.

    >>> opening("Dana Moss  0:12", "heading")
    Opening(start_s=12.0, end_s=None, speaker='Dana Moss', text='')
    >>> opening("[00:01.5 --> 00:03] Hi", "leading"), opening("at 10:30 sharp", "leading")
    (Opening(start_s=1.5, end_s=3.0, speaker=None, text='Hi'), None)
    """
    line = line.strip()
    if shape == "leading":
        found = LEADING.match(line)
        if found is None:
            return None
        fields = found.groups()
        first, last = next((fields[i : i + 4], fields[i + 4 : i + 8]) for i in (0, 8, 16) if fields[i + 1])
        text = line[found.end() :]
        chat = CHAT.match(text)
        speaker = " ".join(chat["name"].split()) if chat else None
        text = text[chat.end() :] if chat else text
        return Opening(in_seconds(*first), in_seconds(*last) if last[1] else None, speaker, text)
    found = (HEADING if shape == "heading" else BRACKETED).fullmatch(line)
    if found is None or (shape == "heading" and form(found["name"]) == "none"):
        return None
    return Opening(in_seconds(*found.groups()[1:]), None, " ".join(found["name"].split()), "")


def timed_cues(lines: Sequence[str], shape: Shape, losses: Losses) -> list[Cue]:
    """Turns from one opening to the next, which ends them; the last one's end is unknown."""
    cues: list[Cue] = []
    opened: Opening | None = None
    body: list[str] = []
    for line in [*lines, None]:
        found = None if line is None else opening(line, shape)
        if line is not None and found is None:
            body.append(line)
            continue
        if opened is not None:
            cues.append(turn(opened, body, losses))
        elif any(text.strip() for text in body):
            cues += preamble(body, shape, losses)
        opened, body = found, []
    last = cues[-1] if cues else None
    filled = ends_filled(cues)
    return [*filled[:-1], last] if last is not None else filled


def turn(opened: Opening, body: Sequence[str], losses: Losses) -> Cue:
    """One turn with the lines below its opening."""
    texts = [opened.text, *body]
    losses.read(sum(map(nonspace, texts)))
    kept = [text for text in texts if not CREDIT.fullmatch(text.strip())]
    losses.lose("credit", sum(map(nonspace, texts)) - sum(map(nonspace, kept)))
    spoken = tuple(Line(opened.speaker, (Part(text.strip()),)) for text in kept if text.strip())
    return Cue(opened.start_s, opened.end_s, spoken)


def preamble(lines: Sequence[str], shape: Shape, losses: Losses) -> list[Cue]:
    """What stands before the first time: with headings it is a title and summary, else it is said."""
    if shape == "leading":
        return untimed_cues(lines, losses)
    losses.leave_out(lines)
    return []


def untimed_cues(lines: Sequence[str], losses: Losses) -> list[Cue]:
    """Cues without times: a speaker's turn each, if speakers are named; else a paragraph each, or a line."""
    names = speaker_names([[line] for line in lines if line.strip()])
    groups: list[list[str]] = [[]]
    paragraphs = any(not line.strip() for line in "\n".join(lines).strip().split("\n"))
    speaking = False
    for line in lines:
        prefix = prefix_of(line)
        if prefix is not None and prefix.name in names:
            groups.append([])
            speaking = True
        elif not speaking and (not paragraphs or not line.strip()):
            groups.append([])
        if line.strip():
            groups[-1].append(line.strip())
    cues = []
    for group in groups:
        if group:
            losses.read(sum(map(nonspace, group)))
            cues.append(Cue(None, None, tuple(Line(None, (Part(line),)) for line in group)))
    return cues
