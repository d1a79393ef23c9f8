import numpy as np
import pytest

from stages.retrieve.engine import dense_rankings
from stages.retrieve.index import Index
from stages.retrieve.ranking import needed, ranked
from stages.retrieve.rerank import reranked
from tests.retrieve.corpus import question, random_index
from tests.retrieve.test_ranking import NAMES, settings


def rows_of(corpus: Index, name: str, rerank=None):
    chosen, asked = settings(name, 10), question("kiln heat", corpus.vectors[3], "v1")
    (nearest,) = dense_rankings("exact", corpus, [asked], needed(chosen))
    return ranked(asked, nearest, corpus, chosen, rerank)[0]


@pytest.mark.parametrize("name", NAMES)
def test_the_first_are_ordered_anew_and_keep_their_spans_and_scores(name):
    corpus = random_index(60, videos=2)
    texts = [f"<{chunk_id}>" for chunk_id in corpus.chunk_ids]
    read = []

    def score(asked, passages):
        read.extend(passages)
        assert asked == "kiln heat"
        return np.array([float(i % 2) for i in range(len(passages))])

    before = rows_of(corpus, name)
    after = rows_of(corpus, name, lambda asked, found: reranked(asked, found, 5, texts, corpus, score))
    order = sorted(range(5), key=lambda i: (-(i % 2), before[i]["chunk_id"]))
    expected = [before[i] | {"rank": rank + 1, "score": float(i % 2)} for rank, i in enumerate(order)]
    assert after == expected
    for row, text in zip(before, read, strict=False):
        inside = [
            f"<{chunk_id}>"
            for chunk_id, start, end, video in zip(
                corpus.chunk_ids, corpus.char_starts, corpus.char_ends, corpus.video_ids, strict=True
            )
            if video == row["video_id"] and row["char_start"] <= start and end <= row["char_end"]
        ]
        assert text == " ".join(inside)
