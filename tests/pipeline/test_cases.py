"""Known faults that show only across rooms: tests/cases/<case>/expect.md tells the story of each."""

import json
import os
import subprocess
import sys
from itertools import chain
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from stages.core.artifacts import METRIC_PLACES, plain
from stages.core.paths import ROOT
from stages.evaluate.documents import Document
from stages.evaluate.evaluation import evaluate
from stages.evaluate.passages import chunk_spans, delivered
from stages.evaluate.questions import Question as Judged
from stages.evaluate.regions import region
from stages.evaluate.settings import Settings as EvaluateSettings
from stages.generate.answers import answer, decide
from stages.generate.confidence import Calibration
from stages.generate.generator import Citation, Generation, Passage, Question
from stages.retrieve.engine import dense_rankings
from stages.retrieve.ranking import ranked
from stages.retrieve.settings import Dense
from tests.generate.stand_ins import transcript
from tests.pipeline.project import CANARY, TALKS, Project
from tests.retrieve.corpus import index, question

CASES = Path(__file__).parents[1] / "cases"
RETRIEVE = Dense(engine="exact", server=None, rerank=None, depth=50, engines={}, name="dense")


def load(case: str, name: str):
    return json.loads((CASES / case / name).read_text(encoding="utf-8"))


CASE_40 = "40-distance-is-not-similarity"
EXPECT_40 = load(CASE_40, "expect.json")
STATES_40 = dict.fromkeys(EXPECT_40["abstain_with"], "refused") | dict.fromkeys(
    EXPECT_40["answer_with"], "answered"
)


@pytest.mark.parametrize(("name", "state"), STATES_40.items())
def test_case_40_it_abstains_with_what_is_far_and_answers_with_what_is_near(name, state):
    """With only that chunk stored, at a threshold that is the cosine of .5."""
    vectors = load(CASE_40, "vectors.json")
    corpus = index({name: "kiln"}, {name: vectors[name]})
    asked = question("kiln", vectors["query"])
    (nearest,) = dense_rankings("exact", corpus, [asked], 50)
    rows, features = ranked(asked, nearest, corpus, RETRIEVE)
    assert rows[0]["score"] == features["dense_best"] == pytest.approx(EXPECT_40["cosine"][name], abs=1e-6)
    fit = {"coef": [10.0], "intercept": -10.0 * EXPECT_40["threshold"]}
    calibration = Calibration({"features": ["dense_best"], "confidence": "highest", "fits": [fit]}, 0.5)
    shown = Question("q", "kiln", (Passage("c", "v", 0, 4),))
    said = Generation("kiln", (Citation("kiln", "exact", "v", 0, 4),))
    row = answer(shown, decide(shown, features, calibration), said, {"v": transcript("v", ["kiln"])})
    assert row["state"] == state


def metrics_of_case_48(reverse: bool) -> dict[str, str]:
    """The metrics as they are written, by the chunk that is gold."""
    chunks = load("48-ties-and-order", "chunks.json")[:: -1 if reverse else 1]
    corpus = index({row["id"]: row["text"] for row in chunks}, {row["id"]: [0.6, 0.8] for row in chunks})
    asked = question("again", [1, 0.2])
    (nearest,) = dense_rankings("exact", corpus, [asked], 50)
    rows, _ = ranked(asked, nearest, corpus, RETRIEVE)
    documents = {"v": Document("x" * 50)}
    spans = {row["chunk_id"]: (row["video_id"], row["char_start"], row["char_end"]) for row in rows}
    settings = EvaluateSettings(ks=[2], budgets_words=[5], bootstrap_samples=10, shown_k=2, engines={})
    found = {}
    for gold in ("c1", "c4"):
        judged = [Judged("q", True, None, "v", (region([spans[gold]]),))]
        metrics = evaluate(
            judged, {"q": delivered(rows, documents)}, {}, chunk_spans(rows), documents, settings
        ).metrics
        found[gold] = json.dumps(plain(metrics, METRIC_PLACES), sort_keys=True)
    return found


def test_case_48_the_gold_is_not_favoured_and_no_order_or_hash_seed_changes_a_byte():
    expect = load("48-ties-and-order", "expect.json")["recall_at_2"]
    first = metrics_of_case_48(reverse=False)
    assert {
        gold: json.loads(text)["retrieval"]["recall_at_2"]["value"] for gold, text in first.items()
    } == expect
    for seed, reverse in (("0", True), ("1", False)):
        script = f"from tests.pipeline.test_cases import *; print(json.dumps(metrics_of_case_48({reverse})))"
        done = subprocess.run(
            [sys.executable, "-c", script],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert json.loads(done.stdout) == first


@pytest.mark.slow
def test_case_49_only_the_question_is_seen(changeable: Project):
    """The canary stands in the gold quote as well, which is then nowhere to be found in the video."""
    expect = load("49-label-leakage", "expect.json")
    assert expect["canary"] == CANARY
    [given] = [
        json.loads(line)
        for line in (CASES / "49-label-leakage" / "data" / "questions.jsonl").read_text().splitlines()
    ]
    rows = [
        {
            "question": given["question"],
            "video": video,
            "answerable": True,
            "gold": [[{"quote": given["gold_spans"][0]["quote"]}]],
            "reference_answer": given["gold_answer"],
            "difficulty": given["difficulty"],
            "note": given["note"],
        }
        for video in TALKS
    ]
    changeable.write_questions(rows)
    changeable.repro("gold", "generate")
    data = changeable.root / "data"
    assert str(pq.read_table(data / "labels.parquet").to_pylist()).count(CANARY) == 2 * len(TALKS)
    assert len(list((data / "transcripts").iterdir())) == len(TALKS)  # and none of the question file
    places = {
        "prompts": ["generations.jsonl"],
        "chunks": ["chunks.parquet", "transcripts"],
        "queries": ["queries.parquet", "embeddings"],
        "index": ["index", "rankings.parquet", "features.parquet"],
        "answers": ["answers.parquet", "gold/unplaced.json"],
    }
    assert sorted(places) == sorted(expect["must_be_absent_from"])
    seen = 0
    for name in chain.from_iterable(places.values()):
        for path in [p for p in [data / name, *(data / name).rglob("*")] if p.is_file()]:
            content = str(pq.read_table(path).to_pylist()) if path.suffix == ".parquet" else ""
            assert CANARY not in content + path.read_bytes().decode("latin-1"), path
            seen += 1
    assert seen > 10
