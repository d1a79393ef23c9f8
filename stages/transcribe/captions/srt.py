"""SubRip. A body runs from its timing line to the next one, without the index just before that.

A reader of ours: the package `srt` reads ",5" as 5 ms and 01:02,000 as an hour and two minutes, stops at one
broken timing line, and takes minutes for a line of 2,000 digits.
"""

import re
from collections.abc import Sequence

from stages.transcribe.captions.cues import Cue, ends_filled, is_timing, timing
from stages.transcribe.captions.losses import Losses, nonspace
from stages.transcribe.captions.markup import spoken_lines

OVERRIDE = re.compile(r"\{\\[^{}]*\}")
INDEX = re.compile(r"\s*\d{1,9}\s*", re.ASCII)


def parse_srt(text: str, losses: Losses) -> list[Cue]:
    """Read a file: one cue for each timing line. Nothing is escaped in SubRip."""
    lines = text.split("\n")
    timings = [i for i, line in enumerate(lines) if is_timing(line)]
    edges = [*timings, len(lines)]
    index = index_before(lines, 0, edges[0], None)
    losses.leave_out(lines[: edges[0] if index is None else index[0]])
    number = None if index is None else index[1]
    cues = []
    for at, after in zip(timings, edges[1:], strict=True):
        index = index_before(lines, at + 1, after, number)
        number = number if index is None else index[1]
        body = "\n".join(lines[at + 1 : after if index is None else index[0]])
        losses.read(nonspace(body))
        found = timing(lines[at])
        if found is None:
            losses.drop_untimed(at + 1, lines[at], nonspace(body))
            continue
        spoken = spoken_lines(OVERRIDE.sub("", body), entities=False)
        losses.lose("markup", nonspace(body) - sum(nonspace(line.text) for line in spoken))
        losses.repaired += found.end_s is None
        cues.append(Cue(found.start_s, found.end_s, spoken))
    return ends_filled(cues)


def index_before(lines: Sequence[str], first: int, after: int, last: int | None) -> tuple[int, int] | None:
    """Line and number of the index that stands before a timing line, or at the end of a file cut short.

    It stands right before the timing line. With blank lines between it must count on from the `last` one, as
    a text may be a number, too.
    """
    i = after - 1
    while i >= first and not lines[i].strip():
        i -= 1
    if i < first or not INDEX.fullmatch(lines[i]):
        return None
    number = int(lines[i])
    counts_on = last is not None and number == last + 1 and not lines[max(i - 1, 0)].strip()
    at_end = after == len(lines)
    return (i, number) if counts_on or (i == after - 1 and not at_end) else None
