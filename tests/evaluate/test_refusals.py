from stages.evaluate.answers import MISSING, Answer
from stages.evaluate.refusals import refusal_values
from tests.evaluate.world import DOCUMENTS, LINES, answerable, answered, cite, gold, negative, refused

QUESTION = answerable(gold("Wait 15 minutes, then open the door."))


def values(question, answer, is_correct=False, shown=tuple(LINES)):
    return refusal_values(question, answer, is_correct, shown, DOCUMENTS)


def test_a_negative_is_right_only_when_refused():
    assert values(negative(), refused()) == {"refusal": 1, "end_to_end": 1}
    assert values(negative(), answered(cite("Wait 15"))) == {"refusal": 0, "end_to_end": 0}
    assert values(negative(), MISSING) == {"refusal": 0, "end_to_end": 0}


def test_an_answerable_one_is_right_only_when_correct():
    shown = {"false_refusal": 0, "false_refusal_evidence_shown": 0}
    assert values(QUESTION, answered(), is_correct=True) == shown | {"end_to_end": 1}
    assert values(QUESTION, answered()) == shown | {"end_to_end": 0}
    assert values(QUESTION, MISSING, shown=()) == {
        "false_refusal": 0,
        "false_refusal_evidence_not_shown": 0,
        "end_to_end": 0,
    }


def test_a_false_refusal_is_split_by_whether_the_evidence_was_shown():
    assert values(QUESTION, refused()) == {
        "false_refusal": 1,
        "false_refusal_evidence_shown": 1,
        "end_to_end": 0,
    }
    assert "false_refusal_evidence_not_shown" in values(QUESTION, refused(), shown=LINES[:2])
    assert "false_refusal_evidence_not_shown" in values(answerable(), refused())  # gold that was lost


def test_words_of_refusal_are_no_refusal():
    says_no = Answer("answered", "I don't know; the video does not say.")
    assert values(negative(), says_no)["refusal"] == 0
