"""What the formats share: a cue is lines of text, said by someone, perhaps with times inside."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

STAMP = r"(?:(?:(\d{1,7}):)?(\d{1,3}):)?(\d{1,2})(?:[.,](\d{1,9})\d*)?"
"""Hours and minutes may be missing or short, hours without limit; the fraction is decimal: .5 is 500 ms."""

ARROW = r"[ \t]*(?:-->|->|-- >|[–—]>|→)[ \t]*"
TIMING = re.compile(rf"[ \t]*{STAMP}{ARROW}(?:{STAMP}(?:[ \t].*)?|.*)", re.ASCII)
UNREADABLE = re.compile(r"[ \t]*\d[\w:.,;]{0,40}[ \t]*-->", re.ASCII)


class Part(NamedTuple):
    """A stretch of a line; `stamp_s` is when it begins to be said, where the file tells inside the cue."""

    text: str
    stamp_s: float | None = None


@dataclass(frozen=True)
class Line:
    """A line of a cue, without markup. An empty part with a stamp tells when the one before it is over."""

    speaker: str | None
    parts: tuple[Part, ...]

    @property
    def text(self) -> str:
        """The parts' texts, joined with nothing between."""
        return "".join(part.text for part in self.parts)

    def after(self, characters: int) -> "Line":
        """The line without its first characters.

        >>> Line(None, (Part("Ann: yes"), Part(" sir", 2.0))).after(5).text
        'yes sir'
        """
        parts = []
        left = characters
        for part in self.parts:
            cut = min(left, len(part.text))
            left -= cut
            if len(part.text) > cut or not part.text:
                parts.append(part._replace(text=part.text[cut:]))
        return Line(self.speaker, tuple(parts))


@dataclass(frozen=True)
class Cue:
    """One cue, event, paragraph or turn; times in seconds, None where the file does not tell."""

    start_s: float | None
    end_s: float | None
    lines: tuple[Line, ...]


class Timing(NamedTuple):
    """A timing line: `end_s` is None where it cannot be read."""

    start_s: float
    end_s: float | None


def timing(line: str) -> Timing | None:
    """Read a timing line of WebVTT or SubRip; None if it is none.

    >>> timing("1:2:5.2 --> 1:2:6,75 align:start")
    Timing(start_s=3725.2, end_s=3726.75)
    >>> timing("00:00:01,000 -->"), timing("A --> B")
    (Timing(start_s=1.0, end_s=None), None)
    """
    found = TIMING.fullmatch(line) if ">" in line or "→" in line else None
    if found is None:
        return None
    fields = found.groups()
    return Timing(in_seconds(*fields[:4]), in_seconds(*fields[4:]) if fields[6] else None)


def is_timing(line: str) -> bool:
    """Whether a line is a timing line, even one whose times cannot be read.

    >>> is_timing("1:2:5.2 --> 1:2:6,75"), is_timing("00:xx:05,000 --> "), is_timing("1 --> two")
    (True, True, True)
    >>> is_timing("A --> B")
    False
    """
    return timing(line) is not None or UNREADABLE.match(line) is not None


def in_seconds(hours: str | None, minutes: str | None, seconds: str, fraction: str | None) -> float:
    """A time stamp's fields in seconds; the fraction is decimal.

    >>> in_seconds(None, "1", "2", "5")
    62.5
    """
    whole = int(hours or 0) * 3600 + int(minutes or 0) * 60 + int(seconds)
    return whole + (int(fraction) / 10 ** len(fraction) if fraction else 0.0)


def split_lines(speaker: str | None, parts: Iterable[Part]) -> tuple[Line, ...]:
    r"""Cut parts at line feeds into lines; lines without text are left away.

    >>> [line.text for line in split_lines(None, [Part("one\n\ntw"), Part("o", 2.0)])]
    ['one', 'two']
    """
    lines: list[Line] = []
    current: list[Part] = []
    for part in parts:
        first, *more = part.text.split("\n")
        current.append(part._replace(text=first))
        for text in more:
            lines.append(Line(speaker, tuple(current)))
            current = [Part(text)]
    lines.append(Line(speaker, tuple(current)))
    return tuple(line for line in lines if line.text.strip())


def ends_filled(cues: Sequence[Cue]) -> list[Cue]:
    """Let cues without an end end where the next one starts, or else at their own start."""
    filled = []
    for i, cue in enumerate(cues):
        if cue.end_s is None and cue.start_s is not None:
            following = cues[i + 1].start_s if i + 1 < len(cues) else None
            end_s = cue.start_s if following is None else max(cue.start_s, following)
            filled.append(Cue(cue.start_s, end_s, cue.lines))
        else:
            filled.append(cue)
    return filled
