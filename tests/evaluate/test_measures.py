"""docs/measures.md: its examples hold, and it has a section for whatever the metrics files have."""

import doctest
import re

from stages.core.paths import ROOT
from stages.evaluate.evaluation import evaluate
from tests.evaluate.world import (
    CHUNKS,
    DOCUMENTS,
    LINES,
    SETTINGS,
    answerable,
    answered,
    cite,
    gold,
    negative,
    ranked,
    refused,
)

PAGE = ROOT / "docs" / "measures.md"
TEXT = PAGE.read_text(encoding="utf-8")
LINE = "Wait 15 minutes, then open the door."
SECTIONS = re.findall(r"^### `([^`]+)`$", TEXT, re.MULTILINE)


def metrics():
    questions = [
        answerable(gold(LINE), query_id="a", reference="15 minutes"),
        negative(query_id="b", kind="other-video", cluster="tram"),
        negative(query_id="c", kind="nearest-topic"),
    ]
    answers = {"a": answered(cite(LINE), text="15 minutes"), "b": refused(), "c": refused()}
    passages = {question.query_id: ranked(*LINES) for question in questions}
    marks = {"b": "answered"}
    found = evaluate(questions, passages, answers, CHUNKS, DOCUMENTS, SETTINGS, "extractive", marks)
    return found.metrics


def section_of(measure):
    """The name of a measure's section: depths are k and budgets B, but nDCG has one depth."""
    if measure == "ndcg_at_10":
        return measure
    return re.sub(r"_at_\d+$", "_at_k", re.sub(r"_at_\d+w$", "_at_Bw", measure))


def test_the_examples_hold():
    found = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert found.failed == 0
    assert found.attempted > 60


def test_every_measure_that_is_written_has_a_section():
    written = {section_of(name) for figures in metrics().values() for name in figures}
    assert written == set(SECTIONS)
    assert len(SECTIONS) == len(set(SECTIONS))


def test_every_field_of_a_figure_is_explained():
    fields = set()
    for figures in metrics().values():
        for figure in figures.values():
            nested = figure.values() if isinstance(figure, dict) and "value" not in figure else [figure]
            fields |= {field for each in nested if isinstance(each, dict) for field in each}
    explained = set(re.findall(r"`(\w+)`", TEXT[TEXT.index("| field | is |") : TEXT.index("## The world")]))
    assert {"value", "deff", "floor", "marks", "by_construction"} <= fields
    assert fields <= explained


def test_every_section_has_an_example_or_shares_the_next_one():
    parts = re.split(r"^### `([^`]+)`$", TEXT, flags=re.MULTILINE)[1:]
    bodies = dict(zip(parts[::2], parts[1::2], strict=True))
    without = [name for name, body in bodies.items() if ">>>" not in body.split("\n## ")[0]]
    assert without == [
        "answered",
        "answers_without_citation",
        "false_refusal_evidence_shown",
        "auroc_by_kind",
        "aurc_by_kind",
    ]
    following = [SECTIONS[SECTIONS.index(name) + 1] for name in without]
    assert all(name in without or ">>>" in bodies[name] for name in following)
    shared = {name: body for name, body in bodies.items() if name in following}
    for name in without:
        assert any(f'"{name}"' in body for body in shared.values()), name
