import pytest

from stages.core.errors import UserError
from stages.evaluate.answers import Citation, answers_of


def row(**fields):
    return {
        "query_id": "q",
        "state": "answered",
        "text": " y ",
        "confidence": None,
        "reason": None,
        "shown": [{"video_id": "talk", "char_start": 0, "char_end": 9}],
        "citations": [
            {
                "quote": "x",
                "video_id": None,
                "char_start": None,
                "char_end": None,
                "start_s": None,
                "level": "unplaced",
            }
        ],
    } | fields


def test_rows_become_answers():
    answer = answers_of([row()])["q"]
    assert (answer.state, answer.text, answer.confidence) == ("answered", "y", None)
    assert answer.shown == (("talk", 0, 9),)
    assert answer.citations == (Citation("x", None, None, None),)


@pytest.mark.parametrize("text", [None, "", " \n"])
def test_an_answer_that_says_nothing_failed(text):
    assert answers_of([row(text=text)])["q"].state == "failed"
    assert answers_of([row(text=text, state="refused")])["q"].state == "refused"


@pytest.mark.parametrize(
    "text", ["I don't know.", "The video does not say.", "Not mentioned in the transcript."]
)
def test_a_refusal_is_a_state_not_a_phrase(text):
    assert answers_of([row(text=text)])["q"].state == "answered"
    assert answers_of([row(text="15 minutes.", state="refused")])["q"].state == "refused"


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([row(), row()], "twice"),
        ([row(state="I don't know")], "has state"),
        ([row(state="Refused")], "has state"),
        ([row(state="")], "has state"),
        ([row(confidence=1.5)], "confidence 1.5"),
        ([row(confidence=-0.1)], "confidence -0.1"),
        ([row(confidence=float("inf"))], "confidence inf"),
        ([row(confidence=float("nan"))], "confidence nan"),
    ],
)
def test_what_no_generator_writes_is_refused(rows, message):
    with pytest.raises(UserError, match=message):
        answers_of(rows)
