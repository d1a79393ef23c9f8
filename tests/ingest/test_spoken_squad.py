import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from stages.core.errors import UserError
from stages.core.paths import ROOT
from stages.ingest.dataset import Dataset
from stages.ingest.settings import Variant
from stages.ingest.spoken_squad import read_spoken_squad
from stages.ingest.tables import query_and_label_rows

REAL = ROOT.parent / "shared" / "datasets" / "spoken_squad"

HEARD = ["the kiln opens at nine. ropes hang at four metres.", "the glaze is blue. the kiln is hot."]
BADLY_HEARD = ["The kill opens at mine. Rose hang the four meet.", "The grace is blew. The kill is hot.."]


def asked(text: str, name: str, *answers: tuple[int, str]) -> dict[str, Any]:
    marks = [{"answer_start": start, "text": answer} for start, answer in answers]
    return {"question": text, "id": name, "answers": marks}


def articles(contexts: list[str], *questions: list[dict[str, Any]]) -> dict[str, Any]:
    parts = [{"context": text, "qas": qas} for text, qas in zip(contexts, questions, strict=True)]
    return {"version": "1", "data": [{"title": "St._Kiln", "paragraphs": parts}]}


WHEN = "When does it open?"
PLACED = articles(
    HEARD,
    [asked(WHEN, "q1", (18, "nine"), (15, "at nine"), (18, "nine"))],
    [asked(" What is  hot? ", "q2", (23, "kiln"), (4, "glaze")), asked("Lost?", "q3", (0, "glaze"))],
)
CLEAN = articles(
    BADLY_HEARD,
    [asked(WHEN, "q1", (99, "9"), (99, "Nine"), (99, "Nine"))],
    [asked("What is hot?", "q2", (99, "The kiln")), asked("Lost?", "q3", (99, "The glaze"))],
)
NEGATIVES = [
    {"id": "x" * 25, "title": "St._Kiln", "question": "Who opens  the kiln?"},
    {"id": "y" * 25, "title": "St._Kiln", "question": "Who opens the kiln?"},
    {"id": "z" * 25, "title": "Elsewhere", "question": "Who?"},
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    files = {"wer23": PLACED, "wer44": CLEAN, "wer54": CLEAN, "negatives": NEGATIVES}
    for name, content in files.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(content))
    return tmp_path


def read(folder: Path, variant: Variant) -> Dataset:
    return read_spoken_squad(folder, "data/captions", variant)


def test_gold_is_the_sentence_by_its_number_in_the_article(folder: Path) -> None:
    for variant in ("wer23", "wer44", "wer54"):
        read_in = read(folder, variant)
        assert [question.gold for question in read_in.questions[:2]] == [
            [[{"kind": "segments", "segment_first": 0, "segment_last": 0}]],
            [
                [{"kind": "segments", "segment_first": 3, "segment_last": 3}],
                [{"kind": "segments", "segment_first": 2, "segment_last": 2}],
            ],
        ]
        assert [question.reference_answer for question in read_in.questions[:2]] == ["Nine", "The kiln"]
        assert read_in.dropped == {"answer not where the set says": 1, "negative of no article": 1}


def test_a_variant_has_its_own_transcripts(folder: Path) -> None:
    heard = json.loads(read(folder, "wer23").captions["St._Kiln.json"])["segments"]
    assert [row["text"] for row in heard] == [
        "the kiln opens at nine.",
        "ropes hang at four metres.",
        "the glaze is blue.",
        "the kiln is hot.",
    ]
    badly = json.loads(read(folder, "wer44").captions["St._Kiln.json"])["segments"]
    assert badly[3] == {"text": "The kill is hot.."}


def test_answers_themselves_as_gold(folder: Path) -> None:
    question = read(folder, "wer23_answers").questions[0]
    assert [(mark["char_start"], mark["char_end"]) for (mark,) in question.gold] == [(18, 22), (15, 22)]
    assert {mark["kind"] for (mark,) in question.gold} == {"segment_chars"}


def test_negatives_are_adversarial_and_each_asked_once(folder: Path) -> None:
    read_in = read(folder, "wer54")
    assert read_in.repeats == 1
    (negative,) = [question for question in read_in.questions if not question.answerable]
    assert (negative.text, negative.negative_kind) == ("Who opens the kiln?", "adversarial")
    assert negative.video_id == negative.scope == "St._Kiln"
    (folder / "negatives.json").unlink()
    without = read(folder, "wer54")
    assert all(question.answerable for question in without.questions)
    assert without.notes == [f"{folder}/negatives.json is missing: there are no adversarial negatives"]


def test_variants_ask_the_same_under_the_same_ids(folder: Path) -> None:
    tables = [
        query_and_label_rows(read(folder, variant).questions, read(folder, variant).videos, 0.5)
        for variant in ("wer23", "wer44", "wer54")
    ]
    assert tables[0] == tables[1] == tables[2]
    queries = json.dumps(tables[0][0])
    assert not any(name in queries for name in ("q1", "q2", "xxx", "zzz"))


def test_other_sentences_than_the_placed_ones_are_an_error(folder: Path) -> None:
    other = articles([BADLY_HEARD[0], "One sentence."], [], [])
    (folder / "wer54.json").write_text(json.dumps(other))
    assert read(folder, "wer44")
    with pytest.raises(UserError, match=r"wer54\.json has other sentences than wer23\.json"):
        read(folder, "wer54")


@pytest.mark.parametrize(("name", "variant"), [("wer23", "wer54"), ("wer44", "wer23"), ("wer54", "wer54")])
def test_a_missing_file_is_named(folder: Path, name: str, variant: Variant) -> None:
    (folder / f"{name}.json").unlink()
    with pytest.raises(UserError, match=rf"{name}\.json is missing: copy"):
        read(folder, variant)


@pytest.mark.skipif(not REAL.is_dir(), reason="the public data sets are not beside the project")
def test_the_real_set() -> None:
    queries = {}
    for variant in ("wer23", "wer44", "wer54"):
        read_in = read(REAL, variant)
        kinds = Counter(question.negative_kind for question in read_in.questions)
        assert (len(read_in.videos), read_in.dropped) == (24, {})
        assert kinds == {None: 2757, "adversarial": 1477} and read_in.repeats == 11
        queries[variant], labels = query_and_label_rows(read_in.questions, read_in.videos, 0.5)
        negatives = {(row["video_id"], row["split"]) for row in labels if row["negative_kind"]}
        assert Counter(split for _, split in negatives) == {"dev": 4, "test": 4}
    assert queries["wer23"] == queries["wer44"] == queries["wer54"]
    # An id of the set tells the label by its length, so none may be the system's.
    assert {len(row["query_id"]) for row in queries["wer23"]} == {16}
