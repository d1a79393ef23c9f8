"""The schema of every table that passes between rooms, written once. Reads and writes are checked against it.

Ids are strings, times float64 seconds (null where unknown), character offsets int32, half open, Python code
points of the video's document text.
"""

import pyarrow as pa

SECONDS = pa.float64()
OFFSET = pa.int32()


def required(name: str, kind: pa.DataType) -> pa.Field:
    """A column that holds no nulls."""
    return pa.field(name, kind, nullable=False)


SPAN = pa.struct(
    [required("video_id", pa.string()), required("char_start", OFFSET), required("char_end", OFFSET)]
)

# Where an answer stands, as the dataset says it: exactly one of the five ways is filled, by `kind`.
GOLD_MARK = pa.struct(
    [
        required("kind", pa.string()),  # time | quote | chars | segments | segment_chars
        pa.field("start_s", SECONDS),
        pa.field("end_s", SECONDS),
        pa.field("quote", pa.string()),
        pa.field(
            "occurrence", pa.int32()
        ),  # which occurrence of the quote, from 1; null: must be the only one
        pa.field("char_start", OFFSET),  # of the document text; segment_chars: of segment_first's text
        pa.field("char_end", OFFSET),  # the same; segment_chars: of segment_last's text
        pa.field("segment_first", pa.int32()),  # 0-based, both inclusive
        pa.field("segment_last", pa.int32()),
    ]
)

MANIFEST = pa.schema(
    [
        required("video_id", pa.string()),
        required("title", pa.string()),
        pa.field("media", pa.string()),  # paths from the project's root, with "/"
        pa.field("captions", pa.string()),
        pa.field("url", pa.string()),
        required("sha256", pa.string()),  # of the file that the transcript is made from
    ]
)

QUERIES = pa.schema(
    [
        required("query_id", pa.string()),
        required("text", pa.string()),
        pa.field("scope", pa.string()),  # the video to search; null: the whole corpus
    ]
)

LABELS = pa.schema(
    [
        required("query_id", pa.string()),
        required("split", pa.string()),  # dev | test
        required("label", pa.string()),  # answerable | negative
        pa.field("negative_kind", pa.string()),
        pa.field("video_id", pa.string()),  # where the gold lies, and the cluster of every interval
        required("gold", pa.list_(pa.list_(GOLD_MARK))),
        pa.field("reference_answer", pa.string()),
    ]
)

WORD = pa.struct(
    [
        required("text", pa.string()),
        pa.field("start_s", SECONDS),
        pa.field("end_s", SECONDS),
        required("char_start", OFFSET),
        required("char_end", OFFSET),
        pa.field("speaker", pa.string()),
    ]
)

TIME_SOURCES = ("aligned", "decoder", "cue", "interpolated", "none")

TRANSCRIPT = pa.schema(
    [
        required("segment_id", pa.string()),
        pa.field("start_s", SECONDS),
        pa.field("end_s", SECONDS),
        pa.field("speaker", pa.string()),
        required("text", pa.string()),
        required("char_start", OFFSET),
        required("char_end", OFFSET),
        required("words", pa.list_(WORD)),
        required("time_source", pa.string()),  # one of TIME_SOURCES
    ]
)

GOLD = pa.schema(
    [
        required("query_id", pa.string()),
        pa.field("video_id", pa.string()),
        required("label", pa.string()),
        pa.field("negative_kind", pa.string()),
        required("alternatives", pa.list_(pa.list_(SPAN))),
        pa.field("reference_answer", pa.string()),
    ]
)

CHUNKS = pa.schema(
    [
        required("chunk_id", pa.string()),
        required("video_id", pa.string()),
        required("char_start", OFFSET),
        required("char_end", OFFSET),
        pa.field("start_s", SECONDS),
        pa.field("end_s", SECONDS),
        required("speakers", pa.list_(pa.string())),
        required("n_tokens", pa.int32()),
        required("text", pa.string()),
    ]
)


INDEXED = pa.schema(
    [
        *(CHUNKS.field(name) for name in ("chunk_id", "video_id", "char_start", "char_end")),
        required("n_words", pa.int32()),  # as budgets count them
    ]
)  # the index's rows: row i is row i of its matrices


def vectors(key: str, dim: int) -> pa.Schema:
    """Embeddings: one unit vector of `dim` float32 per id, under the id's column name `key`."""
    return pa.schema([required(key, pa.string()), required("vector", pa.list_(pa.float32(), dim))])


RANKINGS = pa.schema(
    [
        required("query_id", pa.string()),
        required("rank", pa.int32()),  # from 1
        pa.field("chunk_id", pa.string()),  # of `peaks` the chunk that the passage was grown from
        required("video_id", pa.string()),
        required("char_start", OFFSET),  # of the passage: the chunk, or more
        required("char_end", OFFSET),
        required("score", pa.float64()),  # what the rank is by
        # Of `peaks` these three are of a narrow window around the chunk.
        pa.field("dense", pa.float64()),  # cosine
        pa.field("bm25", pa.float64()),
        pa.field("ngrams", pa.float64()),  # BM25 of character n-grams
    ]
)

# What a refusal can be decided on: known without any label, one row a query.
FEATURE_NAMES = (
    "dense_best",  # cosine of the best chunk
    "dense_two",  # mean of the two best
    "dense_above",  # mean of the five best, in standard deviations above the question's mean over the corpus
    "ngrams_seen",  # idf-weighted share of the question's character n-grams that occur in the scope
    "ngrams_together",  # the same by squared idf, of the window of 120 words that has most of them
    "ngrams_rarity",  # mean idf of the question's n-grams, weighted by idf: how special what it asks about is
    "names_unseen",  # how many of its names and numbers the scope never says
)
FEATURES = pa.schema(
    [required("query_id", pa.string())] + [required(name, pa.float64()) for name in FEATURE_NAMES]
)

STATES = ("answered", "refused", "failed")

CITATION = pa.struct(
    [
        required("quote", pa.string()),
        pa.field("video_id", pa.string()),
        pa.field("char_start", OFFSET),
        pa.field("char_end", OFFSET),
        pa.field("start_s", SECONDS),
        pa.field("end_s", SECONDS),
        required("level", pa.string()),  # exact | normalised | repaired | unplaced
    ]
)

ANSWERS = pa.schema(
    [
        required("query_id", pa.string()),
        required("state", pa.string()),  # one of STATES
        pa.field("text", pa.string()),
        pa.field("confidence", pa.float64()),
        pa.field("reason", pa.string()),
        required("shown", pa.list_(SPAN)),
        required("citations", pa.list_(CITATION)),  # every one emitted, placed or not
    ]
)

VERDICTS = pa.schema(
    [
        required("query_id", pa.string()),
        required("measure", pa.string()),
        required("value", pa.float64()),
    ]
)
