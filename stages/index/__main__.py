"""index: chunks and their vectors become what retrieve searches; nothing in it differs between two runs."""

import numpy as np
from scipy import sparse

from stages.core.artifacts import read_json, read_rows, read_table, renamed_into, write_json, write_table
from stages.core.counts import counts
from stages.core.door import enter
from stages.core.paths import CHUNKS, EMBEDDINGS, INDEX
from stages.core.records import CHUNKS as CHUNKS_SCHEMA
from stages.core.records import INDEXED
from stages.core.records import vectors as schema
from stages.core.settings import load_settings
from stages.core.terms import ngrams, terms
from stages.core.words import word_spans
from stages.index.content import content_digest
from stages.index.lexicon import lexicon
from stages.index.matrix import matrix
from stages.index.settings import SECTION, Settings


def main() -> None:
    """Sort the chunks by id, lay their vectors and their words beside them, sign it."""
    settings = load_settings(SECTION, Settings)
    chunks = sorted(read_rows(CHUNKS, CHUNKS_SCHEMA), key=lambda row: row["chunk_id"])
    made_by = read_json(EMBEDDINGS / "manifest.json")
    embeddings = read_table(EMBEDDINGS / "chunks.parquet", schema("chunk_id", made_by["dim"]))
    vectors = matrix(embeddings, [row["chunk_id"] for row in chunks], made_by["dim"])
    texts = [row["text"] for row in chunks]
    bm25 = lexicon(texts, settings.k1, settings.b)
    with renamed_into(INDEX) as folder:
        folder.mkdir()
        rows = [row | {"n_words": len(word_spans(row["text"]))} for row in chunks]
        write_table(folder / "chunks.parquet", rows, INDEXED)
        np.save(folder / "dense.npy", vectors, allow_pickle=False)
        bm25.save(folder / "bm25", show_progress=False)
        for name, cut in (("words", terms), ("ngrams", ngrams)):
            sparse.save_npz(folder / f"{name}.npz", counts(texts, cut), compressed=False)
        manifest = {
            "digest": content_digest(folder),
            "chunks": len(chunks),
            "videos": len({row["video_id"] for row in chunks}),
            "terms": len(bm25.vocab_dict),
            "model": made_by["model"],
            "weights": made_by["weights"],
            "dim": made_by["dim"],
            "k1": settings.k1,
            "b": settings.b,
        }
        write_json(folder / "manifest.json", manifest)


if __name__ == "__main__":
    enter("index", main)
