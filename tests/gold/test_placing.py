import json

import pytest

from stages.core.artifacts import read_rows, write_table
from stages.core.errors import UserError
from stages.core.records import GOLD, LABELS, TRANSCRIPT
from stages.gold import __main__ as room
from stages.gold.placing import place_all
from tests.gold.transcript import mark, transcript

TALK = transcript("The kiln is hot.", "Wait until it cools.")


def label(query_id, *alternatives, split="dev", label="answerable", video_id="v", **fields):
    row = {"negative_kind": None, "reference_answer": None, "video_id": video_id} | fields
    return row | {"query_id": query_id, "split": split, "label": label, "gold": list(alternatives)}


def span(char_start, char_end):
    return {"video_id": "v", "char_start": char_start, "char_end": char_end}


KILN = mark("quote", quote="kiln")
LOST = mark("quote", quote="oven")


def test_an_alternative_with_a_lost_mark_is_dropped_and_the_others_stay():
    rows, unplaced = place_all(
        [label("q", [KILN, LOST], [KILN], [KILN, mark("chars", char_start=0, char_end=3)])], {"v": TALK}
    )
    assert rows["dev"][0]["alternatives"] == [[span(4, 8)], [span(4, 8), span(0, 3)]]
    assert unplaced["dev"] == {
        "questions": 1,
        "answerable": 1,
        "without_gold": 0,
        "reasons": {"quote not found": {"count": 1, "query_ids": ["q"]}},
    }


def test_a_question_without_gold_stays_in_the_table():
    labels = [
        label("q3", [LOST], [LOST]),
        label("q1", []),  # an alternative of no marks would be covered by anything
        label("q2"),
        label("q4", [KILN], video_id="w"),
        label("q5", [KILN], video_id=None),
        label("q6", [KILN], label="negative", negative_kind="near"),
        label("q7", label="negative", negative_kind="near", split="test"),
    ]
    rows, unplaced = place_all(labels, {"v": TALK})
    assert [row["query_id"] for row in rows["dev"]] == ["q1", "q2", "q3", "q4", "q5", "q6"]
    assert all(row["alternatives"] == [] for row in rows["dev"])
    assert unplaced["dev"]["without_gold"] == 5
    assert {reason: lost["query_ids"] for reason, lost in unplaced["dev"]["reasons"].items()} == {
        "empty alternative": ["q1"],
        "no gold given": ["q2"],
        "quote not found": ["q3"],
        "no transcript": ["q4", "q5"],
        "a negative has no gold": ["q6"],
    }
    assert unplaced["test"] == {"questions": 1, "answerable": 0, "without_gold": 0, "reasons": {}}


@pytest.mark.parametrize("wrong", [{"split": "train"}, {"label": "unsure"}])
def test_unknown_split_or_label_is_the_users_error(wrong):
    with pytest.raises(UserError, match="question q has"):
        place_all([label("q", **wrong)], {})


def test_the_room_writes_sorted_tables_and_nothing_of_the_gold_beside_them(tmp_path, monkeypatch, capsys):
    for name in ("GOLD", "TRANSCRIPTS"):
        monkeypatch.setattr(room, name, tmp_path / name.lower())
    monkeypatch.setattr(room, "LABELS", tmp_path / "labels.parquet")
    canary = "ZQX-CANARY-7731"
    labels = [
        label("b", [KILN], reference_answer=canary),
        label("a", [mark("quote", quote=canary)]),
        label("c", split="test", label="negative", negative_kind="near"),
    ]
    write_table(tmp_path / "labels.parquet", labels, LABELS)
    write_table(tmp_path / "transcripts" / "v.parquet", TALK.segments, TRANSCRIPT)
    room.main()
    dev = read_rows(tmp_path / "gold" / "dev.parquet", GOLD)
    assert [(row["query_id"], row["alternatives"]) for row in dev] == [("a", []), ("b", [[span(4, 8)]])]
    assert [row["query_id"] for row in read_rows(tmp_path / "gold" / "test.parquet", GOLD)] == ["c"]
    written = (tmp_path / "gold" / "unplaced.json").read_text(encoding="utf-8")
    assert json.loads(written)["dev"]["reasons"]["quote not found"] == {"count": 1, "query_ids": ["a"]}
    assert canary not in written
    assert "1 of 2 answerable questions" in capsys.readouterr().err
    assert sorted(path.name for path in (tmp_path / "gold").iterdir()) == [
        "dev.parquet",
        "test.parquet",
        "unplaced.json",
    ]
