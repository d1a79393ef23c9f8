"""reciprocal rank and nDCG: how early the passages that touch the gold were delivered."""

import math
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from stages.evaluate.documents import Document
from stages.evaluate.passages import Passage
from stages.evaluate.regions import Region, VideoSpan
from stages.evaluate.settings import NDCG_DEPTH


def touching(
    spans: Sequence[VideoSpan], alternatives: Sequence[Region], documents: Mapping[str, Document]
) -> npt.NDArray[np.bool_]:
    """Which spans share a non-space character with the gold of any alternative; shape (len(spans),)."""
    touched = np.zeros(len(spans), dtype=np.bool_)
    if not spans:
        return touched
    videos = np.array([video_id for video_id, _, _ in spans], dtype=object)
    starts, ends = np.array([span[1:] for span in spans], dtype=np.int64).T
    for gold in alternatives:
        for video_id, parts in gold.items():
            prefix = documents[video_id].nonspace
            for start, end in parts:
                left, right = np.maximum(starts, start), np.minimum(ends, end)
                here = (videos == video_id) & (left < right)
                touched[here] |= prefix[right[here]] > prefix[left[here]]
    return touched


def first_touches(
    passages: Sequence[Passage], alternatives: Sequence[Region], documents: Mapping[str, Document]
) -> list[Passage]:
    """The passages that touch the gold, each span only where it is delivered first."""
    touched = touching([passage.span for passage in passages], alternatives, documents)
    firsts: dict[VideoSpan, Passage] = {}
    for passage, touches in zip(passages, touched, strict=True):
        if touches:
            firsts.setdefault(passage.span, passage)
    return list(firsts.values())


def reciprocal_rank(touches: Sequence[Passage]) -> float:
    """1 / the rank of the first passage that touches the gold; 0 if none does. Its mean is MRR."""
    return 1 / touches[0].rank if touches else 0.0


def ndcg(touches: Sequence[Passage], relevant: Iterable[VideoSpan], depth: int = NDCG_DEPTH) -> float:
    """Normalised discounted cumulative gain at `depth`, with binary relevance.

    Args:
        touches: the delivered passages that touch the gold, each span once.
        relevant: what else could have been delivered that touches it.
        depth: ranks below it gain nothing.

    Returns: DCG over that of the best order of every relevant span, 0 to 1 (Järvelin and Kekäläinen 2002,
        with gain 1 and discount log2(rank + 1)); 0 if there is no relevant span.
    """
    gain = sum(1 / math.log2(passage.rank + 1) for passage in touches if passage.rank <= depth)
    count = len({*relevant, *(passage.span for passage in touches)})
    ideal = sum(1 / math.log2(rank + 1) for rank in range(1, min(count, depth) + 1))
    return gain / ideal if ideal else 0.0
