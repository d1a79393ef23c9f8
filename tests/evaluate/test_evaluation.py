import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stages.evaluate.answers import Answer, Citation
from stages.evaluate.documents import Document
from stages.evaluate.evaluation import evaluate, verdicts
from stages.evaluate.passages import Passage
from stages.evaluate.questions import Question
from stages.evaluate.regions import region
from tests.evaluate.world import (
    CHUNKS,
    DOCUMENTS,
    LINES,
    SETTINGS,
    answerable,
    answered,
    at,
    cite,
    gold,
    negative,
    ranked,
    refused,
)

CASE = Path(__file__).parents[1] / "cases" / "42-empty-denominators"
LINE = "Wait 15 minutes, then open the door."
QUESTIONS = [
    answerable(gold(LINE), query_id="a"),
    answerable(gold("Never open it before it"), query_id="b", cluster="tram"),
    negative(query_id="c", cluster="tram"),
]
PASSAGES = {question.query_id: ranked(*LINES) for question in QUESTIONS}
ANSWERS = {
    "a": answered(cite(LINE), text="15 minutes"),
    "b": answered(cite("The glaze is mixed on the day before."), confidence=0.5),
    "c": refused(),
}


def run(questions=QUESTIONS, passages=PASSAGES, answers=ANSWERS):
    return evaluate(questions, passages, answers, CHUNKS, DOCUMENTS, SETTINGS, "extractive")


def test_case_42_denominators():
    expect = json.loads((CASE / "expect.json").read_text(encoding="utf-8"))
    document = Document("0123456789 abcdefghi KLMNOPQRS tuv")
    questions, passages, answers = [], {}, {}
    for row in json.loads((CASE / "questions.json").read_text(encoding="utf-8")):
        spans = row["gold_spans"]
        alternatives = (region(map(tuple, spans)),) if spans else ()
        kind = None if spans else "near"
        questions.append(Question(row["id"], bool(spans), kind, "d", alternatives))
        found = tuple(spans[0]) if row.get("hits_contain_gold") else ("d", 10, 20)
        passages[row["id"]] = [Passage(1, *found)]
        citations = tuple(
            Citation(document.text[found[1] : found[2]], *found) for _ in range(row["citations"])
        )
        state = "refused" if row["answer"] is None else "answered"
        answers[row["id"]] = Answer(state, row["answer"] or "", 0.5, (found,), citations)
    metrics = evaluate(questions, passages, answers, {}, {"d": document}, SETTINGS).metrics

    def seen(file, name):
        return {key: metrics[file][name][key] for key in ("value", "n")}

    assert seen("retrieval", "recall_at_5") == expect["recall"]
    assert seen("citations", "citation_precision") == expect["citation_precision"]
    assert metrics["citations"]["answers_without_citation"] == expect["answers_without_citation"]
    assert seen("abstention", "refusal") == expect["correct_abstention"]
    assert seen("abstention", "false_refusal") == expect["false_abstention"]
    assert seen("citations", "exact_match") == {"value": None, "n": 0}
    assert seen("citations", "grounded") == {"value": 1 / 3, "n": 3}


def test_by_hand():
    found = run()
    assert sorted(found.metrics) == ["abstention", "citations", "retrieval", "summary"]
    summary = {name: (figure["value"], figure["n"]) for name, figure in found.metrics["summary"].items()}
    assert summary["recall_at_1"] == (0, 2)
    assert summary["recall_at_5"] == (1, 2)
    assert summary["mrr"] == (pytest.approx((1 / 3 + 1 / 2) / 2), 2)
    assert summary["grounded"] == (1, 2)
    assert summary["correct"] == (0.5, 2)
    assert summary["refusal"] == (1, 1)
    assert summary["false_refusal"] == (0, 2)
    assert summary["auroc"] == (1, 3)
    assert summary["end_to_end"] == (pytest.approx(2 / 3), 3)


def test_what_is_missing_is_a_miss_and_a_failure():
    found = run(passages={}, answers={})
    summary = {name: (figure["value"], figure["n"]) for name, figure in found.metrics["summary"].items()}
    assert summary["recall_at_5"] == (0, 2)
    assert summary["correct"] == (0, 2)
    assert summary["refusal"] == (0, 1)
    assert summary["end_to_end"] == (0, 3)
    assert summary["grounded"] == (None, 0)
    assert found.metrics["abstention"]["states"] == {"answered": 0, "refused": 0, "failed": 3}


def test_rankings_and_answers_of_other_questions_do_not_count():
    more = {"z": ranked(at("Wait 15")), **PASSAGES}
    assert run(passages=more, answers={**ANSWERS, "z": refused()}) == run()


@settings(max_examples=10)
@given(st.permutations(QUESTIONS), st.permutations(list(ANSWERS)))
def test_order_does_not_matter(questions, keys):
    questions = sorted(questions, key=lambda question: question.query_id)
    found = run(questions, {key: PASSAGES[key] for key in keys}, {key: ANSWERS[key] for key in keys})
    assert found == run()


def test_verdicts_are_sorted_and_only_of_what_is_measured():
    rows = verdicts(run().values)
    keys = [(row["query_id"], row["measure"]) for row in rows]
    assert keys == sorted(set(keys))
    assert [row["measure"] for row in rows if row["query_id"] == "c"] == ["end_to_end", "refusal"]
    assert {"query_id": "b", "measure": "correct", "value": 0.0} in rows


def test_no_questions_give_nulls():
    metrics = evaluate([], {}, {}, CHUNKS, DOCUMENTS, SETTINGS).metrics
    assert {(figure["value"], figure["n"]) for figure in metrics["summary"].values()} == {(None, 0)}
