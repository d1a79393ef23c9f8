import pytest

from stages.evaluate.answers import MISSING, Citation
from stages.evaluate.citations import citation_figures, citation_values
from tests.evaluate.world import DOCUMENTS, LINES, answerable, answered, cite, gold, negative, refused

LINE = "Wait 15 minutes, then open the door."
QUESTION = answerable(gold(LINE), reference="15 minutes")


def values(question, answer):
    return citation_values(question, answer, LINES, DOCUMENTS)


def test_an_answered_question_has_every_measure():
    answer = answered(cite(LINE), cite("Never open it", quote="The kiln fires"), text="Wait 15 minutes!")
    assert values(QUESTION, answer) == {
        "grounded": 0,
        "grounded_normalised": 0,
        "citations": 2,
        "exact_citations": 1,
        "misattributed": 1,
        "supported": 1,
        "correct": 0,
        "answer_f1": 0.8,
        "exact_match": 0,
    }


def test_a_citation_repeated_counts_once():
    false = cite("Never open it", quote="The kiln fires")
    unplaced = Citation("said nowhere", None, None, None)
    found = values(QUESTION, answered(*[cite(LINE)] * 9, false, unplaced, unplaced))
    counts = {name: found[name] for name in ("citations", "exact_citations", "misattributed", "grounded")}
    assert counts == {"citations": 3, "exact_citations": 1, "misattributed": 1, "grounded": 0}


@pytest.mark.parametrize("answer", [refused(), MISSING])
def test_an_answerable_question_that_was_not_answered_is_wrong(answer):
    assert values(QUESTION, answer) == {"correct": 0, "answer_f1": 0, "exact_match": 0}
    assert values(answerable(gold(LINE)), answer) == {"correct": 0}
    assert values(negative(), answer) == {}


def test_figures_have_the_denominators_of_their_measures():
    questions = [
        answerable(gold(LINE), query_id="a", cluster="talk", reference="15 minutes"),
        answerable(gold(LINE), query_id="b", cluster="tram"),
        negative(query_id="c", cluster="tram"),
        negative(query_id="d", cluster="talk"),
    ]
    answers = [
        answered(cite(LINE), text="15 minutes"),
        refused(),
        answered(cite("The kiln"), cite("Never", quote="Wait 15")),
        answered(),
    ]
    by_question = {q.query_id: values(q, a) for q, a in zip(questions, answers, strict=True)}
    figures = citation_figures(by_question, questions, "extractive")
    counted = {
        name: (figures[name]["hits"], figures[name]["n"])
        for name in figures
        if isinstance(figures[name], dict)
    }
    assert counted == {
        "grounded": (1, 3),
        "grounded_normalised": (1, 3),
        "supported": (1, 3),
        "correct": (1, 2),
        "answer_f1": (None, 1),
        "exact_match": (1, 1),
        "citation_precision": (2, 3),
        "misattributed": (1, 3),
    }
    assert (figures["answered"], figures["answers_without_citation"], figures["citations"]) == (3, 1, 3)
    assert figures["citation_precision"]["clusters"] == 2


@pytest.mark.parametrize(("generator", "mark"), [("extractive", True), ("quoting", False), (None, None)])
def test_what_is_grounded_by_construction_is_marked(generator, mark):
    figures = citation_figures({"q": values(QUESTION, answered(cite(LINE)))}, [QUESTION], generator)
    assert figures["grounded"]["by_construction"] is mark
    assert figures["grounded_normalised"]["by_construction"] is mark
    assert "by_construction" not in figures["correct"]


def test_without_answers_all_is_null_and_no_answerable_question_is_lost():
    figures = citation_figures({"q": values(QUESTION, MISSING)}, [QUESTION], None)
    assert (figures["grounded"]["value"], figures["grounded"]["n"]) == (None, 0)
    assert (figures["misattributed"]["value"], figures["misattributed"]["n"]) == (None, 0)
    assert (figures["correct"]["value"], figures["correct"]["n"]) == (0, 1)
