"""embed: chunks and questions become unit vectors of one encoder."""

from stages.core.artifacts import read_rows, write_json, write_table
from stages.core.door import enter
from stages.core.paths import CHUNKS, EMBEDDINGS, QUERIES
from stages.core.records import CHUNKS as CHUNKS_SCHEMA
from stages.core.records import QUERIES as QUERIES_SCHEMA
from stages.core.records import vectors as schema
from stages.core.settings import load_settings
from stages.embed.settings import SECTION, Settings
from stages.embed.vectors import vector_table
from stages.models.encoder import Encoder


def main() -> None:
    """Encode both, write them with what they were made by."""
    settings = load_settings(SECTION, Settings)
    encoder = Encoder(settings.model, settings.batch_size, settings.backend)
    chunks = read_rows(CHUNKS, CHUNKS_SCHEMA)
    queries = read_rows(QUERIES, QUERIES_SCHEMA)
    dim = 0
    for name, key, rows in (("chunks", "chunk_id", chunks), ("queries", "query_id", queries)):
        vectors = encoder.encode([row["text"] for row in rows], label=f"embed: {name}")
        dim = vectors.shape[1]
        table = vector_table(key, [row[key] for row in rows], vectors)
        write_table(EMBEDDINGS / f"{name}.parquet", table, schema(key, dim))
    manifest = {
        "model": settings.model,
        "weights": encoder.digest,
        "backend": encoder.backend_name,
        "max_tokens": encoder.max_tokens,
        "dim": dim,
        "chunks": len(chunks),
        "queries": len(queries),
    }
    write_json(EMBEDDINGS / "manifest.json", manifest)


if __name__ == "__main__":
    enter("embed", main)
