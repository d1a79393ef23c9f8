"""report: what was measured becomes report/index.html and the data of `dvc plots`."""

from collections import defaultdict

from stages.core.artifacts import METRIC_PLACES, read_json, read_rows, write_json, write_text
from stages.core.door import enter
from stages.core.paths import (
    ANSWERS,
    CALIBRATION,
    GOLD,
    MANIFEST,
    METRICS,
    QUERIES,
    REPORT,
    RESOLVED,
    TRANSCRIPTS,
    VERDICTS,
)
from stages.core.records import ANSWERS as ANSWERS_SCHEMA
from stages.core.records import GOLD as GOLD_SCHEMA
from stages.core.records import MANIFEST as MANIFEST_SCHEMA
from stages.core.records import QUERIES as QUERIES_SCHEMA
from stages.core.records import VERDICTS as VERDICTS_SCHEMA
from stages.core.settings import read_yaml
from stages.core.transcripts import read_transcripts
from stages.report.page import curves, render
from stages.report.questions import Corpus, Outcome, outcome

SPLITS = ("dev", "test")
FILES = ("summary", "retrieval", "citations", "abstention")


def outcomes(corpus: Corpus) -> list[Outcome]:
    """Every question of both splits."""
    texts = {row["query_id"]: row["text"] for row in read_rows(QUERIES, QUERIES_SCHEMA)}
    answers = {row["query_id"]: row for row in read_rows(ANSWERS, ANSWERS_SCHEMA)}
    found = []
    for split in SPLITS:
        values: dict[str, dict[str, float]] = defaultdict(dict)
        for row in read_rows(VERDICTS / f"{split}.parquet", VERDICTS_SCHEMA):
            values[row["query_id"]][row["measure"]] = row["value"]
        for gold in read_rows(GOLD / f"{split}.parquet", GOLD_SCHEMA):
            query_id = gold["query_id"]
            found.append(outcome(split, gold, texts[query_id], answers[query_id], values[query_id], corpus))
    return found


def main() -> None:
    """Read what was measured, render, write."""
    videos = {row["video_id"]: row for row in read_rows(MANIFEST, MANIFEST_SCHEMA)}
    metrics = {
        split: {name: read_json(METRICS / split / f"{name}.json") for name in FILES} for split in SPLITS
    }
    corpus = Corpus(read_transcripts(TRANSCRIPTS), videos)
    write_text(
        REPORT / "index.html",
        render(
            read_yaml(RESOLVED),
            metrics,
            outcomes(corpus),
            list(videos.values()),
            read_json(CALIBRATION)["said"],
        ),
    )
    for name, points in curves(metrics).items():
        write_json(REPORT / "plots" / f"{name}.json", points, places=METRIC_PLACES)


if __name__ == "__main__":
    enter("report", main)
