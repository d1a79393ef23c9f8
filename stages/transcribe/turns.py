"""Who speaks when becomes who says which word; segments are cut where the speaker changes."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby

from stages.models.speakers import Turn, Turns
from stages.transcribe.segments import Piece, Segment, segment_id
from stages.transcribe.times import touches
from stages.transcribe.transcript import is_wide

AT_ONCE = "+"
"""Joins the names where several speak at once; the first is the one who is heard best."""
AT_ONCE_SHARE = 0.5
"""Of a word's time: from there on another speaker is named too."""
FEWEST_WORDS = 3
"""A sentence of so many words does not lose one at its edge to another speaker: word times and turns are too
coarse for that."""


def said_by(segments: Iterable[Segment], found: Turns, sound_starts_s: float) -> list[Segment]:
    """Name the speaker of every word and segment.

    A word is said by the one who speaks most of its time, else by the one whose turn is nearest; where others
    speak at least half of its time too, its speaker is `main+other`. A segment is cut where the main speaker
    changes. Ids count the segments that result. A recording in which no turn was found stays as it is.

    Args:
        segments: of a recording.
        found: who speaks when, in time from the first sample.
        sound_starts_s: when the first sample is played, in the segments' time.
    """
    if not found["main"]:
        return list(segments)
    every, main = (Spoken(moved(found[kind], sound_starts_s)) for kind in ("turns", "main"))
    result: list[Segment] = []
    for segment in segments:
        words = whole_words(segment.pieces)
        names = smoothed(main_speakers(words, main, segment.start_s or 0.0))
        for name, group in groupby(zip(words, names, strict=True), key=lambda pair: pair[1]):
            pieces = [marked(piece, name, every) for word, _ in group for piece in word]
            result.append(part(segment, pieces, name))
    return [replace(segment, segment_id=segment_id(i)) for i, segment in enumerate(result)]


class Spoken:
    """Turns, to be asked who speaks in a time."""

    def __init__(self, turns: Sequence[Turn]) -> None:
        """`turns` in order of their starts."""
        self.turns = turns
        self.starts = [turn.start_s for turn in turns]
        self.longest_s = max((turn.end_s - turn.start_s for turn in turns), default=0.0)

    def shares(self, start_s: float, end_s: float) -> dict[str, float]:
        """Speaker -> seconds of [start_s, end_s] in which they speak; who does, by the start of the turn."""
        found: dict[str, float] = {}
        first = bisect_left(self.starts, start_s - self.longest_s)
        for turn in self.turns[first : bisect_left(self.starts, end_s)]:
            seconds = min(turn.end_s, end_s) - max(turn.start_s, start_s)
            if seconds > 0:
                found[turn.speaker] = found.get(turn.speaker, 0.0) + seconds
        return found

    def nearest(self, time_s: float) -> str:
        """The speaker of the turn that is nearest to a moment, the earlier of two."""
        return min(self.turns, key=lambda turn: max(turn.start_s - time_s, time_s - turn.end_s)).speaker


def whole_words(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """Pieces that touch, such as ` 4` and `,000`, are one word; not so in scripts that have no spaces.

    >>> [len(word) for word in whole_words([Piece(text, None, None) for text in (" is", " 4", ",000")])]
    [1, 2]
    """
    words: list[list[Piece]] = []
    for piece in pieces:
        before = words[-1][-1].text if words else " "
        if touches(before, piece.text) and not (
            is_wide(before[-1:] or " ") and is_wide(piece.text[:1] or " ")
        ):
            words[-1].append(piece)
        else:
            words.append([piece])
    return words


def main_speakers(words: Sequence[Sequence[Piece]], main: Spoken, start_s: float) -> list[str]:
    """The speaker of each word; one without a time goes with the one before it, else with the one after.

    Without any time all are said by the speaker at `start_s`.
    """
    names: list[str | None] = []
    for word in words:
        times = [piece.timed for piece in word if piece.timed is not None]
        if not times:
            names.append(names[-1] if names else None)
            continue
        span = times[0][0], times[-1][1]
        shares = main.shares(*span)
        # Of equals the one who began last: another's turn goes on through a pause.
        names.append(max(reversed(shares), key=lambda name: shares[name], default=None))
        if names[-1] is None:
            names[-1] = main.nearest(sum(span) / 2)
    known = next((name for name in names if name is not None), None)
    if known is None:
        known = main.nearest(start_s)
    return [known if name is None else name for name in names]


def smoothed(names: Sequence[str]) -> list[str]:
    """Let a lone word at the edge of a sentence go with its neighbour.

    >>> smoothed(["a", "b", "b", "b"]), smoothed(["a", "b"]), smoothed(["a", "b", "b", "a", "a"])
    (['b', 'b', 'b', 'b'], ['a', 'b'], ['b', 'b', 'b', 'a', 'a'])
    """
    result = list(names)
    if len(result) >= FEWEST_WORDS:
        result[0] = result[1]
        result[-1] = result[-2]
    return result


def marked(piece: Piece, name: str, every: Spoken) -> Piece:
    """The piece with all who speak in its time, where that is more than its main speaker."""
    if piece.timed is None:
        return piece
    start_s, end_s = piece.timed
    shares = every.shares(start_s, end_s)
    enough_s = AT_ONCE_SHARE * (end_s - start_s)
    if shares.get(name, 0.0) < enough_s:
        return piece
    others = sorted(one for one in shares if one != name and shares[one] >= enough_s)
    return piece._replace(speaker=AT_ONCE.join([name, *others])) if others else piece


def part(segment: Segment, pieces: Sequence[Piece], speaker: str) -> Segment:
    """A segment's pieces that one speaker says: with their own times, unless they are all of it."""
    times = [piece.timed for piece in pieces if piece.timed is not None]
    if len(pieces) == len(segment.pieces) or not times:
        return replace(segment, pieces=tuple(pieces), speaker=speaker)
    return replace(segment, pieces=tuple(pieces), start_s=times[0][0], end_s=times[-1][1], speaker=speaker)


def moved(turns: Iterable[Turn], shift_s: float) -> list[Turn]:
    """Turns, later by that many seconds."""
    return [Turn(start_s + shift_s, end_s + shift_s, speaker) for start_s, end_s, speaker in turns]
