"""Search by words."""

from stages.retrieve.index import Floats, Rows
from stages.retrieve.order import Ranking, best


def search(scores: Floats, rows: Rows, depth: int) -> Ranking:
    """The `depth` passages of `rows` with the highest BM25; those without a word of it are left out.

    Args:
        scores: of the whole corpus, shape (chunks,): its idf and lengths count, whatever the scope.
        rows: the scope.
        depth: how many.
    """
    matching = rows[scores[rows] > 0]
    return best(matching, scores[matching], depth)
