"""A system that compares its questions with each other: each must get alone what it gets among others.

A dataset's other-video negatives are its own questions, asked of another video. So one text is asked of two
videos, and who sees both can tell which of the two is the negative.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from stages.core.counts import counts
from stages.core.terms import ngrams, terms
from stages.generate.answers import answer, decide, questions
from stages.generate.confidence import Calibration
from stages.generate.extractive import Extractive
from stages.generate.overlap import Rarity
from stages.index.lexicon import lexicon
from stages.retrieve.counted import Counted
from stages.retrieve.engine import dense_rankings
from stages.retrieve.index import Index, unit
from stages.retrieve.lexicon import Lexicon
from stages.retrieve.question import Question
from stages.retrieve.ranking import ranked
from stages.retrieve.settings import Fused
from tests.cheats.world import PARTS, SHOWN_K, THINGS, TRANSCRIPTS, Row, honest, words
from tests.generate.stand_ins import letters


class Asked(NamedTuple):
    """A question, as queries.parquet has it."""

    query_id: str
    text: str
    scope: str


class Result(NamedTuple):
    """All that a system makes of a question."""

    rankings: list[Row]
    features: Row
    answer: Row


System = Callable[[Sequence[Asked]], dict[str, Result]]

CHUNKS = sorted(honest().chunks, key=lambda row: row["chunk_id"])
TEXTS = [words(chunk) for chunk in CHUNKS]
INDEX = Index(
    digest="test",
    weights="weights",
    chunk_ids=[chunk["chunk_id"] for chunk in CHUNKS],
    video_ids=[chunk["video_id"] for chunk in CHUNKS],
    char_starts=[chunk["char_start"] for chunk in CHUNKS],
    char_ends=[chunk["char_end"] for chunk in CHUNKS],
    n_words=np.array([len(text.split()) for text in TEXTS], dtype=np.int32),
    vectors=unit(letters(TEXTS)).astype(np.float32),
    lexicon=Lexicon(lexicon(TEXTS, k1=1.2, b=0.75)),
    words=Counted(counts(TEXTS, terms), k1=1.2, b=0.75),
    ngrams=Counted(counts(TEXTS, ngrams), k1=1.2, b=0.75),
)
NEVER_REFUSES = Calibration(
    {"features": ["dense_best"], "confidence": "highest", "fits": [{"coef": [1.0], "intercept": 0.0}]}, 0.0
)
QUERIES = [
    Asked(f"{kind}-{i}", f"How long do we wait with the {PARTS[i % 6]} of the {thing}?", f"video-{scope}")
    for i, thing in enumerate(THINGS)
    for kind, scope in (("own", thing), ("other", THINGS[i - 3]))
]


def pipeline(queries: Sequence[Asked]) -> dict[str, Result]:
    """retrieve and generate, as their rooms call them."""
    settings = Fused(
        engine="exact", server=None, rerank=None, depth=50, engines={}, name="fused", fusion="rrf", rrf_k=60
    )
    vectors = unit(letters([query.text for query in queries]))
    asked = [
        Question(
            query.query_id,
            terms(query.text),
            query.scope,
            vector,
            query.text,
            counts([query.text], terms),
            counts([query.text], ngrams),
        )
        for query, vector in zip(queries, vectors, strict=True)
    ]
    nearest = dense_rankings("exact", INDEX, asked, settings.depth)
    found = [ranked(one, near, INDEX, settings) for one, near in zip(asked, nearest, strict=True)]
    features = {row["query_id"]: row for _, row in found}
    rankings = {row["query_id"]: rows for rows, row in found}
    rows = [row for rows, _ in found for row in rows]
    to_answer = questions([query._asdict() for query in queries], rows, SHOWN_K)
    extractive = Extractive(TRANSCRIPTS, letters, Rarity.of(TEXTS, terms), Rarity.of(TEXTS, ngrams), 1, "en")
    return {
        one.query_id: Result(
            rankings[one.query_id],
            features[one.query_id],
            answer(one, decide(one, features[one.query_id], NEVER_REFUSES), generation, TRANSCRIPTS),
        )
        for one, generation in zip(to_answer, extractive.generate(to_answer), strict=True)
    }


def differencing(queries: Sequence[Asked]) -> dict[str, Result]:
    """Of two questions of the same text, refuses the one that finds less."""
    found = pipeline(queries)
    best: dict[str, float] = {}
    for query in queries:
        score = found[query.query_id].features["ngrams_seen"]
        best[query.text] = max(best.get(query.text, score), score)
    for query in queries:
        result = found[query.query_id]
        if result.features["ngrams_seen"] < best[query.text]:
            result.answer.update(state="refused", text=None, citations=[])
    return found


def normalising(queries: Sequence[Asked]) -> dict[str, Result]:
    """Measures each question's features by the mean of the batch."""
    found = pipeline(queries)
    mean = np.mean([result.features["dense_best"] for result in found.values()])
    for result in found.values():
        result.features["dense_best"] -= mean
    return found


def looking_around(system: System, queries: Sequence[Asked]) -> set[str]:
    """The questions that get alone anything but what they get among the others."""
    together = system(queries)
    return {
        query.query_id for query in queries if system([query])[query.query_id] != together[query.query_id]
    }


def refused(system: System, kind: str) -> int:
    """How many questions of a kind it refuses."""
    found = system(QUERIES)
    return sum(
        found[query.query_id].answer["state"] == "refused"
        for query in QUERIES
        if query.query_id.startswith(kind)
    )


def test_differencing_would_pay():
    """Else what follows would show nothing: it refuses every negative and no other question."""
    assert (refused(pipeline, "own"), refused(pipeline, "other")) == (0, 0)
    assert (refused(differencing, "own"), refused(differencing, "other")) == (0, len(THINGS))


def test_the_pipeline_sees_one_question_at_a_time():
    assert looking_around(pipeline, QUERIES) == set()
    assert looking_around(pipeline, QUERIES[::-1]) == set()


def test_a_system_that_looks_around_is_caught():
    assert looking_around(differencing, QUERIES) == {f"other-{i}" for i in range(len(THINGS))}
    assert looking_around(normalising, QUERIES) == {query.query_id for query in QUERIES}
