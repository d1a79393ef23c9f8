"""How search grows with the corpus: exact and by Chroma, from a thousand to a million chunks.

Each measurement is a process of its own (`python -m benchmarks.growth exact|chroma VECTORS.npy`), so that its
peak memory is its own.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from benchmarks.synthetic import CHUNKS_PER_VIDEO, Vectors, questions_near, write_vectors
from stages.core.errors import UserError
from stages.core.paths import ROOT
from stages.retrieve.dense import search
from stages.retrieve.engine import CANDIDATES_PER_RANK
from stages.retrieve.index import Floats, Index, unit
from tools.transcription.memory import own_peak_mib

SIZES = (1_000, 10_000, 100_000)
MILLION = 1_000_000
QUESTIONS = 40
DEPTH = 10
READS = 10
TRIES = 3
SEED = 7
Row = dict[str, Any]


def measure_growth(sizes: Sequence[int]) -> list[Row]:
    """A row a size and engine; agreement is the share of exact search's first DEPTH that are found."""
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="vidwise-growth-") as folder:
        for size in sizes:
            path = Path(folder) / f"{size}.npy"
            write_vectors(path, size, SEED)
            exact = in_process("exact", path)
            true = exact.pop("found")
            chroma = in_process("chroma", path)
            rows.append({"chunks": size, "engine": "exact", **exact})
            rows.append(
                {
                    "chunks": size,
                    "engine": "chroma",
                    **chroma,
                    "agreement": agreement(chroma.pop("found"), true),
                    "times_faster": exact["question_ms"] / chroma["question_ms"],
                }
            )
            rows[-1].pop("found", None)
            path.unlink()
    return rows


def agreement(found: Sequence[Sequence[int]], true: Sequence[Sequence[int]]) -> float:
    """The share of the true rows that were found.

    >>> agreement([[1, 2]], [[2, 3]])
    0.5
    """
    hits = sum(len(set(some) & set(all_)) for some, all_ in zip(found, true, strict=True))
    return hits / sum(len(all_) for all_ in true)


def in_process(engine: str, path: Path) -> Row:
    """Measure one engine over one file of vectors, in a process of its own, with a store of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.growth", engine, str(path)],
        cwd=ROOT,
        env={**os.environ, "VIDWISE_CACHE": "off", "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    if done.returncode:
        raise UserError(f"growth: {engine} over {path.name} failed ({done.returncode}); see above")
    row: Row = json.loads(done.stdout)
    return row


def measured(engine: str, path: Path) -> Row:
    """What this process sees: how long a build, a question and a reading of the matrix take, and its peak."""
    vectors: Vectors = np.load(path, mmap_mode="r")
    index = index_of(vectors)
    questions = unit(questions_near(vectors, QUESTIONS, SEED))
    row = {"read_ms": 1000 * min(timed(lambda: vectors.max()) for _ in range(READS))}
    found = exact_search(index, questions) if engine == "exact" else chroma_search(index, questions)
    return {**row, **found, "peak_mib": own_peak_mib()}


def exact_search(index: Index, questions: Floats) -> Row:
    """Each question over all vectors."""
    rows = index.rows(None)
    return {
        "build_s": 0.0,
        **asked(lambda question: search(index.vectors, question, rows, DEPTH).rows, questions),
    }


def chroma_search(index: Index, questions: Floats) -> Row:
    """Chroma names candidates, which are scored exactly: as retrieve does."""
    from stages.retrieve.chroma import open_store

    started = time.monotonic()
    with open_store(index) as store:
        build_s = time.monotonic() - started

        def top(question: Floats) -> Any:
            [candidates] = store.candidates(question[None], None, CANDIDATES_PER_RANK * DEPTH)
            return search(index.vectors, question, candidates, DEPTH).rows

        return {"build_s": build_s, **asked(top, questions)}


def asked(top: Callable[[Floats], Any], questions: Floats) -> Row:
    """The median over questions of the fastest of a few tries, and the rows found for each."""
    times = [min(timed(partial(top, question)) for _ in range(TRIES)) for question in questions]
    return {"question_ms": 1000 * median(times), "found": [top(question).tolist() for question in questions]}


def timed(work: Callable[[], object]) -> float:
    """The seconds that some work takes."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def index_of(vectors: Vectors) -> Index:
    """An index of vectors alone: dense search asks for nothing else."""
    numbers = range(len(vectors))
    nothing: Any = None
    return Index(
        digest=f"synthetic-{len(vectors)}",
        weights="none",
        chunk_ids=[f"{number:09d}" for number in numbers],
        video_ids=[f"{number // CHUNKS_PER_VIDEO:06d}" for number in numbers],
        char_starts=[],
        char_ends=[],
        n_words=nothing,
        vectors=vectors,
        lexicon=nothing,
        words=nothing,
        ngrams=nothing,
    )


if __name__ == "__main__":
    json.dump(measured(sys.argv[1], Path(sys.argv[2])), sys.stdout)
