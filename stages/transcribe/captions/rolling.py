"""Rolling captions show a line again while the next one is said: every line is to be there once.

The forms of the wild: YouTube's window of two lines, with cues of 10 ms that hold the old line; windows of
more lines; a line that grows word by word; a window that slides over the words.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from stages.transcribe.captions.cues import Cue, Line
from stages.transcribe.captions.losses import Losses, nonspace

HOLD_S = 0.05
"""A cue as short as this shows nothing new; nor is any segment shorter."""
GAP_S = 1.0
"""Between two cues that lie further apart the screen was empty."""
SHARE = 0.2
"""Of the cues that touch, so many must roll before a file counts as rolling: people do repeat themselves."""
WINDOW_LINES = 8
WINDOW_WORDS = 60
"""A window is no larger; this bounds the work for a cue."""
MIN_SLIDE_WORDS = 3

Screen = Sequence[tuple[str | None, tuple[str, ...]]]
"""What is shown: speaker and words of each line."""


@dataclass(frozen=True)
class Carried:
    """How much of a cue was on the screen before: whole lines, and words of the line after them."""

    lines: int = 0
    words: int = 0

    def __bool__(self) -> bool:
        return bool(self.lines or self.words)


def merged(cues: Sequence[Cue], losses: Losses) -> list[Cue]:
    """The cues with what they repeat taken out, if the file is a rolling one; else as they are."""
    carries = [Carried(), *(carried(*pair) for pair in pairwise(cues))]
    if not cues or not rolls(cues, carries):
        return list(cues)
    result = []
    for cue, carry in zip(cues, carries, strict=True):
        new = fresh_part(cue, carry)
        repeated = size(cue.lines) - size(new)
        losses.lose("rolling", repeated)
        if cue.lines and not new:
            losses.merged_as_rolling += 1
            continue
        if new and cue.start_s is not None and cue.end_s is not None:
            cue = replace(cue, end_s=max(cue.end_s, cue.start_s + HOLD_S))
        result.append(replace(cue, lines=new))
    return result


def rolls(cues: Sequence[Cue], carries: Sequence[Carried]) -> bool:
    """Whether the file is a rolling one; one with inline times needs less to show for it."""
    pairs = list(zip(cues, cues[1:], carries[1:], strict=False))
    evidence = sum(
        bool(carry) and (size(fresh_part(cue, carry)) > 0 or is_hold(before) or is_hold(cue))
        for before, cue, carry in pairs
    )
    near = sum(touch(before, cue) for before, cue, _ in pairs)
    stamped = any(part.stamp_s is not None for cue in cues for line in cue.lines for part in line.parts)
    return evidence >= max(1 if stamped else 2, SHARE * near)


def carried(before: Cue, cue: Cue) -> Carried:
    """How much of `cue` the one before it still shows."""
    if not touch(before, cue):
        return Carried()
    old, new = screen(before), screen(cue)
    fresh = [is_fresh(line, cue.start_s) for line in cue.lines]
    for count in range(min(len(old), len(new), WINDOW_LINES), 0, -1):
        if any(fresh[:count]) or old[-count:-1] != new[: count - 1]:
            continue
        (who, words), (speaker, grown) = old[-1], new[count - 1]
        if who == speaker and grown[: len(words)] == words:
            return Carried(count) if len(grown) == len(words) else Carried(count - 1, len(words))
    if len(new) == 1 and len(old) == 1 and not fresh[0] and old[0][0] == new[0][0]:
        return Carried(0, slid(old[0][1], new[0][1]))
    return Carried()


def slid(old: tuple[str, ...], new: tuple[str, ...]) -> int:
    """How many first words of `new` are the last ones of `old`, if they are at least half of a line.

    >>> slid(("the", "kiln", "reaches", "nine"), ("kiln", "reaches", "nine", "hundred"))
    3
    """
    shorter = min(len(old), len(new))
    for count in range(min(shorter, WINDOW_WORDS), MIN_SLIDE_WORDS - 1, -1):
        if 2 * count >= shorter and old[-count:] == new[:count]:
            return count
    return 0


def fresh_part(cue: Cue, carry: Carried) -> tuple[Line, ...]:
    """The lines of a cue without what is carried."""
    lines = cue.lines[carry.lines :]
    if not carry.words:
        return lines
    text = lines[0].text
    offset = 0
    for word in text.split()[: carry.words]:
        offset = text.index(word, offset) + len(word)
    first = lines[0].after(offset)
    return (first, *lines[1:]) if first.text.strip() else lines[1:]


def screen(cue: Cue) -> Screen:
    """What a cue shows at its end: the last lines of it."""
    return [(line.speaker, tuple(line.text.split())) for line in cue.lines]


def touch(before: Cue, cue: Cue) -> bool:
    """Whether a cue follows another without an empty screen between."""
    if before.start_s is None or before.end_s is None or cue.start_s is None:
        return False
    return before.start_s <= cue.start_s <= before.end_s + GAP_S


def is_hold(cue: Cue) -> bool:
    """Whether a cue is too short to be read."""
    return cue.start_s is not None and cue.end_s is not None and cue.end_s - cue.start_s <= HOLD_S


def is_fresh(line: Line, start_s: float | None) -> bool:
    """Whether inline times say that the line is being said now."""
    stamps = [part.stamp_s for part in line.parts if part.stamp_s is not None]
    return bool(stamps) and start_s is not None and max(stamps) >= start_s


def size(lines: Sequence[Line]) -> int:
    """Non-space characters of some lines."""
    return sum(nonspace(line.text) for line in lines)
