"""A region: characters of one or more videos, every character once however many spans hold it."""

from collections.abc import Iterable, Mapping

from stages.core.spans import Span, count_nonspace, merged, overlap
from stages.evaluate.documents import Document

Region = Mapping[str, list[Span]]
"""Sorted, disjoint spans by video_id."""
VideoSpan = tuple[str, int, int]
"""video_id, char_start, char_end."""


def region(spans: Iterable[VideoSpan]) -> Region:
    """The union of spans.

    >>> region([("a", 0, 4), ("b", 0, 2), ("a", 2, 6)])
    {'a': [(0, 6)], 'b': [(0, 2)]}
    """
    by_video: dict[str, list[Span]] = {}
    for video_id, char_start, char_end in spans:
        by_video.setdefault(video_id, []).append((char_start, char_end))
    return {video_id: merged(found) for video_id, found in by_video.items()}


def common(first: Region, second: Region) -> Region:
    """The characters in both: the same offsets of another video are other characters."""
    return {
        video_id: overlap(spans, second[video_id]) for video_id, spans in first.items() if video_id in second
    }


def size(characters: Region, documents: Mapping[str, Document]) -> int:
    """How many non-space characters a region has."""
    return sum(count_nonspace(documents[video_id].nonspace, spans) for video_id, spans in characters.items())


def words_in(characters: Region, documents: Mapping[str, Document]) -> int:
    """How many words share a character with a region."""
    touched = {
        (video_id, word)
        for video_id, spans in characters.items()
        for span in spans
        for word in range(*documents[video_id].word_range(*span))
    }
    return len(touched)
