"""How long one question takes, and what building the index costs."""

import json
import time
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.pipeline import RUNS
from stages.core.artifacts import read_json, read_lines
from stages.core.settings import check_settings, read_yaml
from stages.models.encoder import Encoder
from stages.retrieve.dense import search
from stages.retrieve.index import Index, read_index
from stages.retrieve.question import Question, read_questions
from stages.retrieve.ranking import needed, ranked
from stages.retrieve.settings import SECTION, Settings
from stages.retrieve.tuning import tuned

QUESTIONS = 100
"""The first by query_id."""
STAGES = ("chunk", "embed", "index", "tune", "retrieve")


def measure_latency(run: Path) -> dict[str, Any]:
    """The median time of a question by itself: encoded, and ranked in its video and in the whole corpus.

    Args:
        run: of a set, as `pipeline.run_of` keeps it.

    Returns: milliseconds, on an index that is loaded, without Chroma; and seconds and peak memory of the
        stages that built it.
    """
    resolved = read_yaml(run / "resolved.yaml")
    settings: Any = check_settings(Settings, resolved[SECTION], "resolved.yaml", SECTION)
    chosen = tuned(settings, read_json(run / "tuning.json"))
    index = read_index(run / "index")
    questions = read_questions(run / "queries.parquet", run / "embeddings", index)[:QUESTIONS]
    embed = resolved["embed"]
    encoder = Encoder(embed["model"], embed["batch_size"], embed["backend"])
    log = [json.loads(line) for line in read_lines(run / RUNS)]
    return {
        "questions": len(questions),
        "chunks": len(index.chunk_ids),
        "encode_ms": median(encoding_ms(encoder, number) for number in range(20)),
        "in_video_ms": median(ranking_ms(question, index, chosen) for question in questions),
        "in_corpus_ms": median(
            ranking_ms(replace(question, scope=None), index, chosen) for question in questions
        ),
        "stages": [row for row in log if row["stage"].split()[-1] in STAGES],
    }


def encoding_ms(encoder: Encoder, number: int) -> float:
    """Milliseconds to encode a question that is in no cache."""
    text = f"How do I mix the glaze of kiln {time.monotonic_ns()} before it is fired at {number} degrees?"
    started = time.perf_counter()
    encoder.encode([text])
    return 1000 * (time.perf_counter() - started)


def ranking_ms(question: Question, index: Index, chosen: Settings) -> float:
    """Milliseconds to search and rank a question by itself."""
    started = time.perf_counter()
    nearest = search(index.vectors, question.vector, index.rows(question.scope), needed(chosen))
    ranked(question, nearest, index, chosen)
    return 1000 * (time.perf_counter() - started)
