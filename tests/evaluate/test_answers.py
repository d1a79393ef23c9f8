import pytest

from stages.core.errors import UserError
from stages.evaluate.answers import Citation, answers_of


def row(**fields):
    return {
        "query_id": "q",
        "state": "answered",
        "text": None,
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
    assert (answer.state, answer.text, answer.confidence) == ("answered", "", None)
    assert answer.shown == (("talk", 0, 9),)
    assert answer.citations == (Citation("x", None, None, None),)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([row(), row()], "twice"),
        ([row(state="I don't know")], "has state"),
        ([row(confidence=1.5)], "confidence 1.5"),
        ([row(confidence=float("nan"))], "confidence nan"),
    ],
)
def test_what_no_generator_writes_is_refused(rows, message):
    with pytest.raises(UserError, match=message):
        answers_of(rows)
