"""generate: ranked passages become data/answers.parquet and data/generations.jsonl."""

import json
from functools import partial

from stages.core.artifacts import plain, read_json, read_rows, write_table, write_text
from stages.core.door import enter
from stages.core.paths import (
    ANSWERS,
    CALIBRATION,
    CHUNKS,
    FEATURES,
    GENERATIONS,
    QUERIES,
    RANKINGS,
    TRANSCRIPTS,
)
from stages.core.records import ANSWERS as ANSWERS_SCHEMA
from stages.core.records import CHUNKS as CHUNKS_SCHEMA
from stages.core.records import FEATURES as FEATURES_SCHEMA
from stages.core.records import QUERIES as QUERIES_SCHEMA
from stages.core.records import RANKINGS as RANKINGS_SCHEMA
from stages.core.settings import load_settings
from stages.core.transcripts import read_transcripts
from stages.generate.answers import answer, questions, raw
from stages.generate.confidence import Calibration
from stages.generate.extractive import Extractive
from stages.generate.generator import Generator
from stages.generate.overlap import Rarity
from stages.generate.settings import SECTION, Settings
from stages.models.encoder import Encoder


def main() -> None:
    """Read what was retrieved, generate for every question, refuse where the calibration says so, write."""
    settings = load_settings(SECTION, Settings)
    transcripts = read_transcripts(TRANSCRIPTS)
    features = {row["query_id"]: row for row in read_rows(FEATURES, FEATURES_SCHEMA)}
    calibrated = read_json(CALIBRATION)
    calibration = Calibration(calibrated["model"], calibrated["threshold"])
    generator: Generator = Extractive(
        transcripts,
        partial(Encoder(settings.encoder, settings.batch_size).encode, label="generate: sentences"),
        Rarity.of(row["text"] for row in read_rows(CHUNKS, CHUNKS_SCHEMA)),
        settings.sentences,
        settings.language,
    )
    asked = questions(read_rows(QUERIES, QUERIES_SCHEMA), read_rows(RANKINGS, RANKINGS_SCHEMA), settings.k)
    generations = generator.generate(asked)
    pairs = list(zip(asked, generations, strict=True))
    rows = [
        answer(question, generation, features.get(question.query_id), calibration, transcripts)
        for question, generation in pairs
    ]
    # evaluate must know whether a quote could have been anything but the transcript's own words.
    write_table(ANSWERS, rows, ANSWERS_SCHEMA.with_metadata({b"generator": settings.name.encode()}))
    lines = [
        json.dumps(plain(raw(*pair)), sort_keys=True, ensure_ascii=False, allow_nan=False) for pair in pairs
    ]
    write_text(GENERATIONS, "".join(line + "\n" for line in lines))


if __name__ == "__main__":
    enter("generate", main)
