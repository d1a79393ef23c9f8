"""Long stretches of recognised speech are cut at their sentences."""

from collections.abc import Iterable, Sequence

from sentencex import get_sentence_boundaries

from stages.transcribe.segments import Piece, Segment, segment_id
from stages.transcribe.times import character_times


def sentence_segments(chunks: Iterable[Segment], language: str) -> list[Segment]:
    """One segment a sentence, numbered over all chunks; its times are those of its first and last piece.

    Args:
        chunks: what the recogniser heard as one, in order, with times.
        language: whose sentence rules to use, an ISO 639 code.
    """
    segments: list[Segment] = []
    for chunk in chunks:
        for boundary in get_sentence_boundaries(language, chunk.text):
            pieces = cut(chunk.pieces, boundary["start_index"], boundary["end_index"])
            times = [piece.timed for piece in pieces if piece.timed is not None]
            segments.append(
                Segment(
                    segment_id=segment_id(len(segments)),
                    pieces=tuple(pieces),
                    start_s=times[0][0] if times else chunk.start_s,
                    end_s=times[-1][1] if times else chunk.end_s,
                    speaker=chunk.speaker,
                    time_source=chunk.time_source,
                )
            )
    return segments


def cut(pieces: Sequence[Piece], first: int, after: int) -> list[Piece]:
    """The pieces of characters [first, after) of their joined text; one that is cut shares its time.

    >>> [piece[:3] for piece in cut([Piece("ab", 0.0, 1.0), Piece(" c", 1.0, 2.0)], 1, 4)]
    [('b', 0.5, 1.0), (' c', 1.0, 2.0)]
    """
    starts, ends = character_times(pieces)
    result = []
    offset = 0
    for piece in pieces:
        low, high = max(first, offset), min(after, offset + len(piece.text))
        if low < high:
            text = piece.text[low - offset : high - offset]
            timed = [i for i in range(low, high) if starts[i] == starts[i]]  # NaN is not equal to itself
            start, end = (float(starts[timed[0]]), float(ends[timed[-1]])) if timed else (None, None)
            result.append(piece._replace(text=text, start_s=start, end_s=end))
        offset += len(piece.text)
    return result
