"""What embedding costs with each backend, against plain sentence-transformers, and whether rankings stay.

`python -m benchmarks.encoders BACKEND` encodes the texts that it reads and prints what that cost: each
backend gets a process of its own, so that no engine's threads count for another's.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

from stages.core.artifacts import read_rows
from stages.core.errors import UserError
from stages.core.paths import ROOT
from stages.core.records import CHUNKS, QUERIES
from stages.models.encoder import Encoder, Vectors
from stages.models.encoder_backend import fastest
from stages.models.encoder_openvino import computes_in_bfloat16
from stages.models.encoder_torch import load
from stages.models.folder import model_folder

PLAIN = "sentence-transformers"
PLAIN_ON_ONE = "sentence-transformers, one thread"
"""Its threads wait for each other in a busy loop: without them it costs less CPU time, and takes longer."""
PLAIN_BATCH = 32
BATCH = 32
MOST_CHUNKS = 4000
MOST_QUERIES = 1000
TOP = 10
WARM_UP = 64
"""Texts encoded before the clock starts: engines choose their kernels then."""


def measure_encoders(run: Path, model: str) -> dict[str, Any]:
    """Tokens per CPU second of each backend on the chunks and questions of a run, in alphabetical order.

    The ratio is to plain sentence-transformers with as many threads as costs it less CPU time.

    CPU time is that of the whole process from the texts to their vectors, loading left out. Agreement: of
    each question's 10 nearest chunks, by the cosine rounded to six places, the share that plain
    sentence-transformers has too; and the share of questions whose 10 are the same in the same order.
    """
    chunks = sorted({row["text"] for row in read_rows(run / "chunks.parquet", CHUNKS)})[:MOST_CHUNKS]
    queries = sorted({row["text"] for row in read_rows(run / "queries.parquet", QUERIES)})[:MOST_QUERIES]
    backends = ["torch", "onnx", "openvino"] + ["openvino-bf16"] * computes_in_bfloat16()
    plain, plain_vectors = in_own_process(PLAIN, model, [*chunks, *queries])
    on_one, _ = in_own_process(PLAIN_ON_ONE, model, [*chunks, *queries])
    plain_top = nearest(plain_vectors, len(chunks))
    rows = [{"backend": PLAIN, **plain}, {"backend": PLAIN_ON_ONE, **on_one}]
    best_plain = max(plain["tokens_per_cpu_s"], on_one["tokens_per_cpu_s"])
    for name in backends:
        cost, vectors = in_own_process(name, model, [*chunks, *queries])
        top = nearest(vectors, len(chunks))
        both = zip(top.tolist(), plain_top.tolist(), strict=True)
        rows.append(
            {
                "backend": name,
                **cost,
                "ratio": cost["tokens_per_cpu_s"] / best_plain,
                "least_cosine": float(np.einsum("ij,ij->i", vectors, plain_vectors).min()),
                "agreement": float(np.mean([len({*a} & {*b}) / TOP for a, b in both])),
                "same_order": float((top == plain_top).all(axis=1).mean()),
            }
        )
    return {"texts": len(chunks) + len(queries), "fastest": fastest(), "cpus": os.cpu_count(), "rows": rows}


def nearest(vectors: Vectors, chunks: int) -> np.ndarray[Any, np.dtype[np.int64]]:
    """The TOP nearest chunks of each question; the first `chunks` vectors are the chunks'."""
    scores = np.round(vectors[chunks:].astype(np.float64) @ vectors[:chunks].astype(np.float64).T, 6)
    return np.argsort(-scores, axis=1, kind="stable")[:, :TOP]


def in_own_process(name: str, model: str, texts: Sequence[str]) -> tuple[dict[str, float], Vectors]:
    """What encoding costs, and the unit vectors."""
    with tempfile.TemporaryDirectory() as folder:
        vectors = Path(folder) / "vectors.npy"
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.encoders", name],
            input=json.dumps({"model": model, "texts": texts, "vectors": str(vectors)}),
            capture_output=True,
            text=True,
            cwd=ROOT,
            env={**os.environ, "VIDWISE_CACHE": "off"},
            check=False,
        )
        if done.returncode:
            raise UserError(f"{name} failed: {(done.stderr.strip() or 'no message').splitlines()[-1]}")
        return json.loads(done.stdout), np.load(vectors)


def encoding_by(name: str, model: str) -> Callable[[Sequence[str]], Vectors]:
    """How plain sentence-transformers, or one of our backends, makes unit vectors."""
    if name in (PLAIN, PLAIN_ON_ONE):
        if name == PLAIN_ON_ONE:
            torch.set_num_threads(1)
        plain = load(model_folder(model))
        return lambda texts: plain.encode(
            list(texts), batch_size=PLAIN_BATCH, normalize_embeddings=True, show_progress_bar=False
        )
    return Encoder(model, BATCH, name).encode


def main() -> None:
    """One backend's cost."""
    asked = json.load(sys.stdin)
    texts = asked["texts"]
    encode = encoding_by(sys.argv[1], asked["model"])
    encode(texts[:WARM_UP])
    wall_s, cpu_s = time.perf_counter(), time.process_time()
    vectors = encode(texts)
    wall_s, cpu_s = time.perf_counter() - wall_s, time.process_time() - cpu_s
    np.save(asked["vectors"], vectors)
    tokens = sum(Encoder(asked["model"], BATCH, "torch").tokens.count(texts))
    print(json.dumps({"tokens_per_cpu_s": tokens / cpu_s, "tokens_per_s": tokens / wall_s, "tokens": tokens}))


if __name__ == "__main__":
    main()
