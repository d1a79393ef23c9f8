from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stages.core.artifacts import write_table
from stages.core.records import TRANSCRIPT
from stages.core.transcripts import read_transcript
from stages.transcribe.segments import Piece, Segment, segment_id
from stages.transcribe.transcript import DIRECTION_MARKS, folded, in_order, transcript_rows


def cue_segment(index: int, text: str, start_s: float, end_s: float, speaker: str | None = None) -> Segment:
    return Segment(segment_id(index), (Piece(text, start_s, end_s),), start_s, end_s, speaker, "cue")


def untimed(*texts: str) -> list[Segment]:
    return [
        Segment(segment_id(i), (Piece(text, None, None),), None, None, None, "none")
        for i, text in enumerate(texts)
    ]


@given(st.lists(st.text(max_size=30), max_size=8))
def test_offsets_are_exact_in_the_document_text(texts: list[str]) -> None:
    rows = transcript_rows(untimed(*texts))
    text = "\n".join(row["text"] for row in rows)
    assert all(row["text"] == text[row["char_start"] : row["char_end"]] for row in rows)
    for row in rows:
        assert row["text"] == row["text"].strip() != ""
        assert "  " not in row["text"]
        for word in row["words"]:
            assert text[word["char_start"] : word["char_end"]] == word["text"]
            assert row["char_start"] <= word["char_start"] < word["char_end"] <= row["char_end"]
    said = [c for c in "".join("".join(texts).split()) if c not in DIRECTION_MARKS]
    assert "".join(text.split()) == "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in said)


@given(st.text(st.characters(exclude_categories=["Cs", "Cf", "Lo"])))
def test_folding_keeps_every_visible_character_in_its_place(text: str) -> None:
    clean, places = folded(text)
    assert clean == " ".join(text.split())
    assert [text[place] for place, character in zip(places, clean, strict=True) if character != " "] == [
        character for character in clean if character != " "
    ]


def test_empty_segments_are_dropped_and_the_others_keep_their_numbers(tmp_path: Path) -> None:
    rows = transcript_rows(untimed("One.", " \n ", "Three."))
    assert [(row["segment_id"], row["char_start"], row["char_end"]) for row in rows] == [
        ("00000", 0, 4),
        ("00002", 5, 11),
    ]
    write_table(tmp_path / "talk.parquet", rows, TRANSCRIPT)
    assert read_transcript(tmp_path / "talk.parquet").text == "One.\nThree."


def test_an_empty_transcript_is_a_table_without_rows(tmp_path: Path) -> None:
    write_table(tmp_path / "talk.parquet", transcript_rows([]), TRANSCRIPT)
    assert read_transcript(tmp_path / "talk.parquet").text == ""


def test_words_of_a_cue_share_its_time_by_characters() -> None:
    (row,) = transcript_rows([cue_segment(0, "Open the\ngate.", 10.0, 24.0, "Ann")])
    assert row["time_source"] == "cue" and row["speaker"] == "Ann"
    assert [(word["text"], word["start_s"], word["end_s"]) for word in row["words"]] == [
        ("Open", 10.0, 14.0),
        ("the", 15.0, 18.0),
        ("gate.", 19.0, 24.0),
    ]
    assert {word["speaker"] for word in row["words"]} == {"Ann"}


def test_no_word_ends_before_it_starts_where_pieces_overlap() -> None:
    pieces = (Piece(" x y", 1.0, 9.0), Piece("z", 2.0, 3.0))
    [row] = transcript_rows([Segment("00000", pieces, 1.0, 10.0, None, "decoder")])
    start_s = 1.0 + 8.0 * 2 / 3  # of the third of three characters
    assert [(word["text"], word["start_s"], word["end_s"]) for word in row["words"]] == [
        ("x", 1.0, pytest.approx(1.0 + 8.0 / 3, abs=0.001)),
        ("yz", pytest.approx(start_s, abs=0.001), pytest.approx(start_s, abs=0.001)),
    ]


def test_words_of_a_script_without_spaces() -> None:
    (row,) = transcript_rows([cue_segment(0, "農場の門は九時に開く", 0.0, 10.0)])
    assert [(word["text"], word["start_s"]) for word in row["words"]][:3] == [
        ("農場", 0.0),
        ("の門", 2.0),
        ("は九", 4.0),
    ]


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("農場\nの門", "農場の門"),
        ("作り、\n ゆっくり", "作り、ゆっくり"),
        ("農場 の門", "農場 の門"),
        ("Python\nで", "Python で"),
        ("한국\n말", "한국 말"),
        ("ไทย\nไทย", "ไทย ไทย"),
        ("🙂\n🙂", "🙂 🙂"),
        ("\u202bالماء \u200fيا\u202c", "الماء يا"),
        ("a\u200f \u200fb", "a b"),
        ("\u200fa\u200fb\u200f", "ab"),
    ],
)
def test_line_breaks_and_marks_of_other_scripts(text: str, clean: str) -> None:
    found, places = folded(text)
    assert found == clean
    assert [text[place] for place, c in zip(places, found, strict=True) if c != " "] == list(
        clean.replace(" ", "")
    )


def test_no_times_are_nulls_never_zero() -> None:
    (row,) = transcript_rows(untimed("One."))
    assert (row["start_s"], row["end_s"], row["time_source"]) == (None, None, "none")
    assert row["words"] == [
        {"text": "One.", "start_s": None, "end_s": None, "char_start": 0, "char_end": 4, "speaker": None}
    ]


def test_order_is_by_start_unless_one_has_none() -> None:
    cues = [cue_segment(0, "b", 2.0, 3.0), cue_segment(1, "a", 1.0, 2.0), cue_segment(2, "c", 2.0, 2.5)]
    assert [segment.text for segment in in_order(cues)] == ["a", "b", "c"]
    assert in_order(cues + untimed("d")) == cues + untimed("d")


def test_a_lone_surrogate_can_be_written(tmp_path: Path) -> None:
    rows = transcript_rows(untimed("a\ud800b"))
    assert rows[0]["text"] == "a\ufffdb"
    write_table(tmp_path / "talk.parquet", rows, TRANSCRIPT)


@pytest.mark.parametrize("text", ["👩‍🚀 goes", "e\u0301tude", "𝔘𝔫"])
def test_offsets_count_code_points(text: str) -> None:
    first, second = transcript_rows(untimed(text, "next"))
    assert second["char_start"] == len(first["text"]) + 1
