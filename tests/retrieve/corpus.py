"""A small corpus in memory: texts, and vectors given by hand."""

from collections.abc import Mapping, Sequence

import numpy as np

from stages.core.counts import counts
from stages.core.terms import ngrams, terms
from stages.core.words import word_spans
from stages.index.lexicon import lexicon
from stages.retrieve.counted import Counted
from stages.retrieve.index import Index, unit
from stages.retrieve.lexicon import Lexicon
from stages.retrieve.question import Question


def index(
    texts: Mapping[str, str],
    vectors: Mapping[str, Sequence[float]],
    videos: Mapping[str, str] | None = None,
    digest: str = "test",
) -> Index:
    """Chunks by id; each its own video unless `videos` says."""
    chunk_ids = sorted(texts)
    given = [texts[chunk_id] for chunk_id in chunk_ids]
    stacked = np.array([vectors[chunk_id] for chunk_id in chunk_ids] or np.empty((0, 2)), dtype=np.float32)
    return Index(
        digest=digest,
        weights="weights",
        chunk_ids=chunk_ids,
        video_ids=[(videos or {}).get(chunk_id, "v") for chunk_id in chunk_ids],
        char_starts=[10 * i for i in range(len(chunk_ids))],
        char_ends=[10 * i + 9 for i in range(len(chunk_ids))],
        n_words=np.array([len(word_spans(text)) for text in given], dtype=np.int32),
        vectors=unit(stacked).astype(np.float32),
        lexicon=Lexicon(lexicon(given, k1=1.2, b=0.75)),
        words=Counted(counts(given, terms), k1=1.2, b=0.75),
        ngrams=Counted(counts(given, ngrams), k1=1.2, b=0.75),
    )


def question(text: str, vector: Sequence[float], scope: str | None = None, query_id: str = "q") -> Question:
    return Question(
        query_id,
        terms(text),
        scope,
        unit(np.array([vector], dtype=np.float32))[0],
        text,
        counts([text], terms),
        counts([text], ngrams),
    )


def random_index(chunks: int, videos: int, dim: int = 16, seed: int = 0, digest: str = "test") -> Index:
    """Near-equal vectors, as near-duplicate captions have: hard for an approximate index."""
    random = np.random.default_rng(seed)
    ids = [f"v{i % videos}:{i:05}" for i in range(chunks)]
    vectors = random.normal(size=(1, dim)) + random.normal(size=(chunks, dim)) * 0.05
    words = ["kiln", "clay", "glaze", "heat", "cone", "slip"]
    return index(
        {chunk_id: " ".join(random.choice(words, 5)) for chunk_id in ids},
        dict(zip(ids, vectors.tolist(), strict=True)),
        {chunk_id: chunk_id.split(":")[0] for chunk_id in ids},
        digest,
    )
