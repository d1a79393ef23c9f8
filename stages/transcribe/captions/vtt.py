"""WebVTT: https://www.w3.org/TR/webvtt1/, and pieces of it joined as HLS has them (RFC 8216, 3.5)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from stages.transcribe.captions.cues import STAMP, Cue, ends_filled, in_seconds, is_timing, timing
from stages.transcribe.captions.losses import Losses, nonspace
from stages.transcribe.captions.markup import spoken_lines

HEADER = re.compile(r"WEBVTT(?:[ \t].*)?")
MAP = re.compile(r"X-TIMESTAMP-MAP=.*")
LOCAL = re.compile(rf"LOCAL:{STAMP}(?:,|$)", re.ASCII)
MPEGTS = re.compile(r"MPEGTS:(\d{1,12})", re.ASCII)
BLOCK = re.compile(r"(NOTE|STYLE|REGION)(?:[ \t].*)?")
TICKS_PER_S = 90_000
TICKS = 1 << 33
"""MPEG's clock starts anew after so many ticks."""
SAME_S = 0.001


@dataclass
class Joins:
    """What is known of the pieces that a file is joined of."""

    first_s: float | None = None
    """What the first piece's map adds to its times. It is not added: the first piece's times stay."""
    shift_s: float = 0.0
    """What the map of the present piece adds to that."""
    pieces: int = 0
    seen: set[tuple[object, ...]] = field(default_factory=set)
    """Cues of the pieces before."""
    new: set[tuple[object, ...]] = field(default_factory=set)
    last: dict[tuple[str, str], int] = field(default_factory=dict)
    """Id and body of the cues of the piece before -> the index of the cue."""
    new_last: dict[tuple[str, str], int] = field(default_factory=dict)

    def begin(self, header: Sequence[str]) -> None:
        """A header begins a piece, with a map of its clock or without."""
        self.pieces += 1
        self.seen |= self.new
        self.last, self.new_last, self.new = self.new_last, {}, set()
        added_s = next((mapped_s(line) for line in header if MAP.fullmatch(line)), None)
        if self.first_s is None:
            self.first_s = added_s
        if added_s is not None and self.first_s is not None:
            turn_s = TICKS / TICKS_PER_S
            self.shift_s = (added_s - self.first_s + turn_s / 2) % turn_s - turn_s / 2


def mapped_s(line: str) -> float | None:
    """What a map adds to the times of its piece, in seconds.

    >>> mapped_s("X-TIMESTAMP-MAP=LOCAL:00:00:02.000,MPEGTS:900000")
    8.0
    """
    local, ticks = LOCAL.search(line), MPEGTS.search(line)
    if local is None or ticks is None:
        return None
    return int(ticks[1]) / TICKS_PER_S - in_seconds(*local.groups())


def parse_vtt(text: str, losses: Losses) -> list[Cue]:
    """Read a file: one cue for each timing line.

    Comments, styles, regions, headers, cue ids and settings are no text. Text that stands in none of these is
    left out, as in players, and counted.
    """
    lines = text.split("\n")
    cues: list[Cue] = []
    joins = Joins()
    cue_id = ""
    i = 0
    while i < len(lines):
        line = lines[i]
        if is_timing(line):
            end = after_body(lines, i + 1, cue_id)
            read_cue(lines, i, end, cue_id, cues, joins, losses)
            cue_id = ""
            i = end
        elif not line.strip():
            i += 1
        elif i + 1 < len(lines) and is_timing(lines[i + 1]):
            cue_id = line.strip()
            i += 1
        else:
            end = after_block(lines, i)
            block = BLOCK.fullmatch(line)
            if HEADER.fullmatch(line):
                joins.begin(lines[i:end])
                losses.skipped_blocks["headers"] += 1
            elif block is not None:
                losses.skipped_blocks[block[1]] += 1
            elif (
                end < len(lines) and is_timing_ahead(lines, end) and end == i + 1 and " " not in line.strip()
            ):
                cue_id = line.strip()  # parted from its cue by blank lines
            else:
                losses.leave_out(lines[i:end], i + 1)
            i = end
    return ends_filled(cues)


def read_cue(
    lines: Sequence[str], at: int, end: int, cue_id: str, cues: list[Cue], joins: Joins, losses: Losses
) -> None:
    """Read the cue whose timing line is `at` and whose body ends before `end`."""
    body = "\n".join(lines[at + 1 : end])
    losses.read(nonspace(body))
    found = timing(lines[at])
    if found is None:
        losses.drop_untimed(at + 1, lines[at], nonspace(body))
        return
    start_s = found.start_s + joins.shift_s
    end_s = None if found.end_s is None else found.end_s + joins.shift_s
    key = (round(start_s / SAME_S), None if end_s is None else round(end_s / SAME_S), body)
    part = joins.last.get((cue_id, body))
    if key in joins.seen:
        losses.drop("repeated_at_join", nonspace(body))
        return
    if part is not None and body.strip() and continues(cues[part], start_s, end_s):
        # A cue that lies across the join stands in both pieces, each with its own part of the time.
        cues[part] = Cue(cues[part].start_s, end_s, cues[part].lines)
        losses.drop("repeated_at_join", nonspace(body))
        return
    joins.new.add(key)
    joins.new_last[cue_id, body] = len(cues)
    spoken = spoken_lines(body, entities=True)
    losses.lose("markup", nonspace(body) - sum(nonspace(line.text) for line in spoken))
    losses.repaired += end_s is None
    cues.append(Cue(max(0.0, start_s), end_s, spoken))


def continues(before: Cue, start_s: float, end_s: float | None) -> bool:
    """Whether a cue goes on where the one of the piece before was cut."""
    if before.start_s is None or before.end_s is None or end_s is None:
        return False
    return before.start_s < start_s <= before.end_s + SAME_S and end_s > before.end_s


def is_timing_ahead(lines: Sequence[str], i: int) -> bool:
    """Whether the next line that is not blank is a timing line."""
    while i < len(lines) and not lines[i].strip():
        i += 1
    return i < len(lines) and is_timing(lines[i])


def after_block(lines: Sequence[str], i: int) -> int:
    """Index of the line after the block: a blank one, a timing line or the end."""
    while i < len(lines) and lines[i].strip() and not is_timing(lines[i]):
        i += 1
    return i


def after_body(lines: Sequence[str], i: int, cue_id: str) -> int:
    """Index of the first line that is no more the cue's: an empty one (not one of spaces) or the next cue's.

    Lenient where files lack the empty line: a header, and an id that counts on from this cue's, end it, too.
    """
    following = str(int(cue_id) + 1) if cue_id.isascii() and cue_id.isdecimal() and len(cue_id) < 10 else None
    while i < len(lines) and lines[i] and not is_timing(lines[i]):
        after = lines[i + 1] if i + 1 < len(lines) else ""
        if HEADER.fullmatch(lines[i]) and (not after.strip() or MAP.fullmatch(after)):
            break
        if lines[i].strip() == following and is_timing(after):
            break
        i += 1
    return i
