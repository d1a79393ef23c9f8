"""coverage, from which recall@k and any@k follow: the share of the gold that was delivered."""

from collections.abc import Mapping, Sequence

from stages.evaluate.documents import Document
from stages.evaluate.regions import Region, common, size

ENOUGH = 0.5
"""The coverage from which a question counts as a hit of recall."""


def coverage(alternatives: Sequence[Region], found: Region, documents: Mapping[str, Document]) -> float:
    """The largest share, over alternatives, of an alternative's non-space characters that `found` holds.

    Returns: 0 to 1; 0 where there is no alternative.

    >>> coverage([{"v": [(0, 4)]}], {"v": [(0, 3)]}, {"v": Document("ab cd")})
    0.6666666666666666
    """
    shares = (size(common(gold, found), documents) / size(gold, documents) for gold in alternatives)
    return max(shares, default=0.0)
