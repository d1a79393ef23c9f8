"""People who talk at once: neighbouring speakers' words are mixed, and the gold goes with them.

A seeded share of the turns of a meeting is mixed with the turn after it, in bursts of one to three words, as
captions and recognisers write crosstalk down. With speaker labels each burst is a segment of its speaker;
without, nobody is named and a mixed pair is one segment.
"""

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from stages.core.spans import Span, merged
from stages.core.transcripts import SEPARATOR, Transcript

SHARES = (0.0, 0.1, 0.3)
"""Of the turns that another speaker's follows."""
MAX_BURST_WORDS = 3
SEED = 20
Segment = dict[str, Any]


class Mixed(NamedTuple):
    """A transcript with mixed turns, and where each of its words stood before."""

    segments: list[Segment]
    moved: dict[int, Span]
    """By char_start in the old text: the word's span in the new one."""


def mix(transcript: Transcript, share: float, labels: bool, rng: random.Random) -> Mixed:
    """Mix the words of neighbouring turns.

    Args:
        transcript: segments with a speaker each.
        share: how many of the turns that can be mixed with the next one are; no turn is mixed twice.
        labels: whether speakers are named.
        rng: draws the turns and the bursts.
    """
    segments: list[Segment] = []
    moved: dict[int, Span] = {}
    start = 0

    def add(words: Sequence[Mapping[str, Any]], speaker: str | None) -> None:
        nonlocal start
        segment, spans = segment_of(words, speaker if labels else None, start, len(segments))
        segments.append(segment)
        moved.update({word["char_start"]: span for word, span in zip(words, spans, strict=True)})
        start = segment["char_end"] + len(SEPARATOR)

    old = [segment for segment in transcript.segments if segment["words"]]
    chosen = drawn(old, share, rng)
    i = 0
    while i < len(old):
        if i not in chosen:
            add(old[i]["words"], old[i]["speaker"])
            i += 1
            continue
        bursts = alternated(old[i]["words"], old[i + 1]["words"], rng)
        if labels:
            for turn, words in bursts:
                add(words, old[i + turn]["speaker"])
        else:
            add([word for _, words in bursts for word in words], None)
        i += 2
    return Mixed(segments, moved)


def drawn(segments: Sequence[Mapping[str, Any]], share: float, rng: random.Random) -> set[int]:
    """Which turns are mixed with the next one: a share of all that another speaker's turn follows."""
    able = [i for i in range(len(segments) - 1) if segments[i]["speaker"] != segments[i + 1]["speaker"]]
    chosen: set[int] = set()
    for i in rng.sample(able, len(able)):
        if len(chosen) >= round(share * len(able)):
            break
        if not {i - 1, i + 1} & chosen:
            chosen.add(i)
    return chosen


def alternated(
    first: Sequence[Any], second: Sequence[Any], rng: random.Random
) -> list[tuple[int, Sequence[Any]]]:
    """Bursts of one to MAX_BURST_WORDS words of two turns in turn, each with its turn (0 or 1).

    When one turn is out of words, the rest of the other follows in one piece.

    >>> alternated("abc", "xy", random.Random(1))
    [(0, 'a'), (1, 'xy'), (0, 'bc')]
    """
    turns, taken, bursts = (first, second), [0, 0], []
    turn = 0
    while taken[turn] < len(turns[turn]):
        other = 1 - turn
        left = len(turns[turn]) - taken[turn]
        count = rng.randint(1, MAX_BURST_WORDS) if taken[other] < len(turns[other]) else left
        bursts.append((turn, turns[turn][taken[turn] : taken[turn] + count]))
        taken[turn] += min(count, left)
        if taken[other] < len(turns[other]):
            turn = other
    return bursts


def segment_of(
    words: Sequence[Mapping[str, Any]], speaker: str | None, char_start: int, number: int
) -> tuple[Segment, list[Span]]:
    """A row of `records.TRANSCRIPT` that says these words, and the span of each."""
    spans: list[Span] = []
    start = char_start
    for word in words:
        spans.append((start, start + len(word["text"])))
        start += len(word["text"]) + 1
    segment = {
        "segment_id": f"{number:06d}",
        "start_s": None,
        "end_s": None,
        "speaker": speaker,
        "text": " ".join(word["text"] for word in words),
        "char_start": char_start,
        "char_end": spans[-1][1],
        "words": [
            {
                "text": word["text"],
                "start_s": None,
                "end_s": None,
                "char_start": span[0],
                "char_end": span[1],
                "speaker": speaker,
            }
            for word, span in zip(words, spans, strict=True)
        ],
        "time_source": "none",
    }
    return segment, spans


def carried(
    spans: Iterable[Mapping[str, Any]], transcript: Transcript, moved: Mapping[int, Span]
) -> list[dict[str, Any]]:
    """Gold spans of the old text as spans of the new one: those of their words, joined where they adjoin."""
    found: list[Span] = []
    video_id = transcript.video_id
    for span in spans:
        words = transcript.words_in(span["char_start"], span["char_end"])
        found += [(start, end + 1) for start, end in (moved[word["char_start"]] for word in words)]
    return [{"video_id": video_id, "char_start": start, "char_end": end - 1} for start, end in merged(found)]
