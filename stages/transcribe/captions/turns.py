"""Cues become segments: one a turn, with the times that the file gives inside of it."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from stages.transcribe.captions.cues import Cue, Line
from stages.transcribe.captions.losses import Losses, nonspace
from stages.transcribe.captions.sounds import is_sound
from stages.transcribe.segments import Piece, Segment, segment_id
from stages.transcribe.times import filled


def cue_segments(cues: Iterable[Cue], losses: Losses) -> list[Segment]:
    """One segment a turn: lines in a row of one speaker of a cue. Cues without words are dropped and counted.

    Turns are numbered through the file; one that is dropped keeps its number to itself.
    """
    segments: list[Segment] = []
    number = 0
    for cue in cues:
        spoken = False
        turns = [(who, list(lines)) for who, lines in groupby(cue.lines, key=lambda line: line.speaker)]
        for speaker, lines in turns:
            text = "\n".join(line.text for line in lines)
            if is_sound(text):
                losses.lose("non_speech", nonspace(text))
            else:
                segments.append(segment(number, cue, speaker, lines))
                spoken = True
            number += 1
        if not spoken:
            losses.dropped["non_speech" if turns else "no_text"] += 1
            number += not turns
    return segments


def segment(number: int, cue: Cue, speaker: str | None, lines: Sequence[Line]) -> Segment:
    """One turn of a cue; without inline times nothing is known of the times inside it."""
    if cue.start_s is None:
        text = "\n".join(line.text for line in lines)
        return Segment(segment_id(number), (Piece(text, None, None),), None, None, speaker, "none")
    end_s = cue.start_s if cue.end_s is None else max(cue.start_s, cue.end_s)
    pieces, stamped = stamped_pieces(lines, cue.start_s, end_s)
    source = "cue"
    if stamped:
        pieces, interpolated = filled(pieces, cue.start_s, end_s)
        inexact = interpolated or any(len(piece.text.split()) > 1 for piece in pieces)
        source = "interpolated" if inexact else "decoder"
    return Segment(segment_id(number), tuple(pieces), cue.start_s, cue.end_s, speaker, source)


def stamped_pieces(lines: Sequence[Line], start_s: float, end_s: float) -> tuple[list[Piece], bool]:
    """Pieces from stamp to stamp, the first from start_s, the last to end_s; and whether there is a stamp."""
    texts: list[str] = [""]
    starts: list[float] = [start_s]
    for i, line in enumerate(lines):
        texts[-1] += "\n" if i else ""
        for part in line.parts:
            if part.stamp_s is not None:
                texts.append("")
                starts.append(part.stamp_s)
            texts[-1] += part.text
    ends = [*starts[1:], end_s]
    pieces: list[Piece] = []
    for text, start, end in zip(texts, starts, ends, strict=True):
        if text.strip() or not pieces:
            pieces.append(Piece(text, start, end))
        elif text:
            pieces[-1] = pieces[-1]._replace(text=pieces[-1].text + text)
    if len(pieces) > 1 and not pieces[0].text.strip():
        pieces[1] = pieces[1]._replace(text=pieces[0].text + pieces[1].text)
        del pieces[0]
    return pieces, len(starts) > 1
