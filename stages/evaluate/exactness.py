"""precision and IoU of characters: how much of what was delivered is gold."""

from collections.abc import Mapping, Sequence

from stages.evaluate.documents import Document
from stages.evaluate.regions import Region, common, size


def precision(alternatives: Sequence[Region], found: Region, documents: Mapping[str, Document]) -> float:
    """The share of the delivered non-space characters that is gold, of the best alternative.

    Returns: 0 to 1; 0 where nothing was delivered, since the question was not served.
    """
    whole = size(found, documents)
    hits = (size(common(gold, found), documents) for gold in alternatives)
    return max(hits, default=0) / whole if whole else 0.0


def iou(alternatives: Sequence[Region], found: Region, documents: Mapping[str, Document]) -> float:
    """Intersection over union of delivered and gold characters, of the best alternative.

    >>> iou([{"v": [(0, 4)]}], {"v": [(2, 6)]}, {"v": Document("abcdef")})
    0.3333333333333333
    """
    best, whole = 0.0, size(found, documents)
    for gold in alternatives:
        both = size(common(gold, found), documents)
        best = max(best, both / (whole + size(gold, documents) - both))
    return best
