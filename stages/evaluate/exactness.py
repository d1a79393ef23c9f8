"""precision and IoU of characters: how much of what was delivered is gold.

As Smith and Troynikov (2024, "Evaluating chunking strategies for retrieval") define them: gold that was
delivered counts once, while what was delivered counts as often as it was, since a reader reads it again. Else
to deliver a passage twice would be as good as to deliver one less.
"""

from collections.abc import Mapping, Sequence

from stages.evaluate.documents import Document
from stages.evaluate.regions import Region, VideoSpan, common, region, size


def precision(
    alternatives: Sequence[Region], spans: Sequence[VideoSpan], documents: Mapping[str, Document]
) -> float:
    """The share of the delivered non-space characters that is gold, of the best alternative.

    Returns: 0 to 1; 0 where nothing was delivered, since the question was not served.

    >>> precision([{"v": [(0, 4)]}], [("v", 2, 6), ("v", 2, 6)], {"v": Document("abcdef")})
    0.25
    """
    whole = delivered_size(spans, documents)
    found = region(spans)
    hits = (size(common(gold, found), documents) for gold in alternatives)
    return max(hits, default=0) / whole if whole else 0.0


def iou(
    alternatives: Sequence[Region], spans: Sequence[VideoSpan], documents: Mapping[str, Document]
) -> float:
    """Intersection over union of delivered and gold characters, of the best alternative.

    >>> iou([{"v": [(0, 4)]}], [("v", 2, 6)], {"v": Document("abcdef")})
    0.3333333333333333
    """
    best, whole, found = 0.0, delivered_size(spans, documents), region(spans)
    for gold in alternatives:
        both = size(common(gold, found), documents)
        best = max(best, both / (whole + size(gold, documents) - both))
    return best


def delivered_size(spans: Sequence[VideoSpan], documents: Mapping[str, Document]) -> int:
    """How many non-space characters the spans have, counted in each span that has them."""
    return sum(size(region([span]), documents) for span in spans)
