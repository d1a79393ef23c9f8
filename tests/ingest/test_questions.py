import json
from pathlib import Path
from typing import Any

import pytest

from stages.core.errors import UserError
from stages.ingest.dataset import Question
from stages.ingest.questions import read_questions

NAMES = {"talk": ["talk"], "talk.mp4": ["talk"], "a/b": ["a-b-1", "a-b-2"], "Caf\u00e9": ["Cafe-1"]}
GOOD: dict[str, Any] = {
    "question": "When does the gate open?",
    "video": "talk",
    "answerable": True,
    "gold": [[{"start_s": 1, "end_s": 2.5}]],
}


def read(folder: Path, *rows: dict[str, Any] | str) -> list[Question]:
    path = folder / "questions.jsonl"
    path.write_text("".join((row if isinstance(row, str) else json.dumps(row)) + "\n" for row in rows))
    return read_questions(path, NAMES)


def message(folder: Path, *rows: dict[str, Any] | str) -> str:
    with pytest.raises(UserError) as caught:
        read(folder, *rows)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_every_way_to_say_where(tmp_path: Path) -> None:
    gold = [
        [{"start_s": 1, "end_s": 2.5}, {"quote": "at nine", "occurrence": 2}],
        [{"char_start": 0, "char_end": 7}],
    ]
    (question,) = read(tmp_path, GOOD | {"gold": gold, "reference_answer": "nine", "note": "ignored"})
    assert question == Question(
        text="When does the gate open?",
        video_id="talk",
        scope="talk",
        answerable=True,
        gold=[
            [
                {"kind": "time", "start_s": 1.0, "end_s": 2.5},
                {"kind": "quote", "quote": "at nine", "occurrence": 2},
            ],
            [{"kind": "chars", "char_start": 0, "char_end": 7}],
        ],
        reference_answer="nine",
    )


def test_a_flat_list_of_spans_is_one_alternative(tmp_path: Path) -> None:
    (question,) = read(tmp_path, GOOD | {"gold": [{"quote": "a"}, {"quote": "b"}]})
    assert [[mark["quote"] for mark in marks] for marks in question.gold] == [["a", "b"]]


def test_negatives_name_a_video_or_none(tmp_path: Path) -> None:
    base = {"question": "Who?", "answerable": False}
    first, second, third = read(
        tmp_path,
        base,
        base | {"video": "talk", "negative_kind": "false-premise"},
        base | {"video": "talk.mp4", "scope": "corpus"},
    )
    assert (first.video_id, first.scope, first.negative_kind) == (None, None, "other")
    assert (second.video_id, second.scope, second.negative_kind) == ("talk", "talk", "false-premise")
    assert (third.video_id, third.scope) == ("talk", None)


def test_white_space_bom_and_crlf(tmp_path: Path) -> None:
    path = tmp_path / "questions.jsonl"
    text = json.dumps(GOOD | {"question": "  When\n does\u00a0it open?\r\r", "video": "Cafe\u0301"})
    path.write_bytes(b"\xef\xbb\xbf" + text.encode() + b"\r\n\r\n")
    (question,) = read_questions(path, NAMES)
    assert (question.text, question.video_id) == ("When does it open?", "Cafe-1")


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ("{", "line 1: Invalid JSON"),
        ("[1]", "line 1: Input should be an object"),
        ({}, "line 1: question: missing, answerable: missing"),
        (GOOD | {"question": " \n"}, "question: must not be empty"),
        (GOOD | {"answerable": "yes"}, "answerable: Input should be a valid boolean"),
        (GOOD | {"gold": []}, "an answerable question needs gold"),
        (GOOD | {"gold": [[]]}, "gold.0: List should have at least 1 item"),
        (GOOD | {"video": None}, "an answerable question needs video"),
        (GOOD | {"answerable": False}, "a question that is not answerable has no gold"),
        (GOOD | {"video": "tlak"}, "there is no video 'tlak': did you mean talk?"),
        (GOOD | {"video": "a/b"}, "give its name with the extension"),
        (GOOD | {"scope": "all"}, "scope: Input should be 'video' or 'corpus'"),
        (GOOD | {"gold": [[{"start_s": 3, "end_s": 2}]]}, "gold.0.0: start_s and end_s must both be there"),
        (GOOD | {"gold": [[{"start_s": 3}]]}, "gold.0.0: start_s and end_s must both be there"),
        (
            GOOD | {"gold": [[{"start_s": float("nan"), "end_s": 2}]]},
            "gold.0.0.start_s: Input should be a finite",
        ),
        (
            GOOD | {"gold": [[{"start_s": True, "end_s": 2}]]},
            "gold.0.0.start_s: Input should be a valid number",
        ),
        (GOOD | {"gold": [[{"start_s": -1, "end_s": 2}]]}, "greater than or equal to 0"),
        (GOOD | {"gold": [[{"char_start": 3, "char_end": 3}]]}, "char_end after char_start"),
        (
            GOOD | {"gold": [[{"quote": "a", "start_s": 1, "end_s": 2}]]},
            "give either start_s and end_s, or quote",
        ),
        (GOOD | {"gold": [[{}]]}, "give either start_s and end_s, or quote"),
        (GOOD | {"gold": [[{"start_s": 1, "end_s": 2, "occurrence": 1}]]}, "occurrence goes with quote"),
        (GOOD | {"gold": [[{"quote": "a", "occurrence": 0}]]}, "greater than or equal to 1"),
        ('{"question": "\\ud800?", "answerable": false}', "line 1: Invalid JSON"),
    ],
)
def test_a_wrong_line_is_named(tmp_path: Path, row: dict[str, Any] | str, says: str) -> None:
    assert says in message(tmp_path, row)


def test_the_first_several_wrong_lines_in_one(tmp_path: Path) -> None:
    said = message(tmp_path, GOOD, *["{}"] * 7)
    assert "questions.jsonl: line 2: " in said
    assert "line 6" in said and "line 7" not in said and "and 2 more" in said


def test_a_question_cannot_have_both_labels(tmp_path: Path) -> None:
    other = {"question": "When does  the gate open?", "video": "talk", "answerable": False}
    assert "line 2: asks the same as line 1, with the other label" in message(tmp_path, GOOD, other)


def test_a_message_never_shows_gold(tmp_path: Path) -> None:
    said = message(
        tmp_path, GOOD | {"answerable": None, "gold": [[{"quote": "CANARY", "occurrence": "CANARY"}]]}
    )
    assert "CANARY" not in said


def test_empty_and_undecodable_files(tmp_path: Path) -> None:
    assert "holds no questions" in message(tmp_path, "", "  ")
    path = tmp_path / "questions.jsonl"
    path.write_bytes(b'{"question": "Caf\xe9?"}')
    with pytest.raises(UserError, match="not UTF-8"):
        read_questions(path, NAMES)
