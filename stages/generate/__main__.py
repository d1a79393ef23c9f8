"""generate: ranked passages become data/answers.parquet and data/generations.jsonl."""

import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from stages.core.artifacts import plain, read_json, read_rows, write_table, write_text
from stages.core.door import enter
from stages.core.paths import (
    ANSWERS,
    CALIBRATION,
    CHUNKS,
    CONF,
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
from stages.core.terms import ngrams, terms
from stages.core.transcripts import Transcript, read_transcripts
from stages.generate import extractive, openai, vllm
from stages.generate.answers import answer, decide, questions, raw
from stages.generate.confidence import Calibration
from stages.generate.generator import Generator
from stages.generate.instructed import Engine, Instructed
from stages.generate.overlap import Rarity
from stages.generate.prompt import read_template
from stages.generate.settings import SECTION, Extractive, Settings, Vllm
from stages.models.encoder import Encoder

PROMPTS = CONF / "generate" / "prompts"


def main() -> None:
    """Read what was retrieved, refuse where the calibration says so, generate for the others, write."""
    settings: Settings = load_settings(SECTION, Settings)
    transcripts = read_transcripts(TRANSCRIPTS)
    features = {row["query_id"]: row for row in read_rows(FEATURES, FEATURES_SCHEMA)}
    calibrated = read_json(CALIBRATION)
    calibration = Calibration(calibrated["model"], calibrated["threshold"])
    asked = questions(read_rows(QUERIES, QUERIES_SCHEMA), read_rows(RANKINGS, RANKINGS_SCHEMA), settings.k)
    decisions = [decide(question, features.get(question.query_id), calibration) for question in asked]
    open_ = [question for question, decision in zip(asked, decisions, strict=True) if not decision.refusal]
    generations = dict(zip(open_, generator(settings, transcripts).generate(open_), strict=True))
    made = [
        (question, decision, generations.get(question))
        for question, decision in zip(asked, decisions, strict=True)
    ]
    # evaluate must know whether a quote could have been anything but the transcript's own words.
    rows = [answer(*one, transcripts) for one in made]
    write_table(ANSWERS, rows, ANSWERS_SCHEMA.with_metadata({b"generator": settings.name.encode()}))
    lines = [
        json.dumps(plain(raw(*one)), sort_keys=True, ensure_ascii=False, allow_nan=False) for one in made
    ]
    write_text(GENERATIONS, "".join(line + "\n" for line in lines))
    say_failures(rows)


def generator(settings: Settings, transcripts: Mapping[str, Transcript]) -> Generator:
    """What the settings choose. Engines load when there is something to do."""
    if isinstance(settings, Extractive):
        encoder = Encoder(settings.encoder, settings.batch_size, settings.backend)
        chunks = [row["text"] for row in read_rows(CHUNKS, CHUNKS_SCHEMA)]
        return extractive.Extractive(
            transcripts,
            partial(encoder.encode, label="generate: sentences"),
            Rarity.of(chunks, terms),
            Rarity.of(chunks, ngrams),
            settings.sentences,
            settings.language,
        )
    engine: Engine = vllm.Vllm(settings) if isinstance(settings, Vllm) else openai.Openai(settings)
    template = read_template(PROMPTS / f"{settings.prompt}.txt")
    return Instructed(engine, template, transcripts, settings)


def say_failures(rows: Sequence[Mapping[str, Any]]) -> None:
    """What failed, by reason, with how to ask again: DVC holds the stage for done."""
    reasons = Counter(str(row["reason"]).split(":")[0] for row in rows if row["state"] == "failed")
    if reasons:
        listed = ", ".join(f"{n} {reason}" for reason, n in sorted(reasons.items()))
        sys.stderr.write(
            f"generate: {reasons.total()} of {len(rows)} questions failed ({listed}); each has its reason in "
            "data/answers.parquet; `dvc repro -f generate` asks those again that had no reply\n"
        )


if __name__ == "__main__":
    enter("generate", main)
