"""Known faults of readers of caption files: tests/cases/<case>/expect.md tells the story of each."""

import json
from pathlib import Path
from typing import Any

import pytest

from stages.core.errors import UserError
from stages.transcribe.captions.read import read_captions
from stages.transcribe.transcript import mended, transcript_rows

CASES = Path(__file__).parents[1] / "cases"


def rows(case: str, file: str) -> list[dict[str, Any]]:
    return transcript_rows(mended(read_captions(CASES / case / file))[0])


def expected(case: str) -> Any:
    return json.loads((CASES / case / "expect.json").read_text(encoding="utf-8"))


def simple(row: dict[str, Any]) -> dict[str, Any]:
    return {
        "start": pytest.approx(row["start_s"], abs=0.0005),
        "end": pytest.approx(row["end_s"], abs=0.0005),
        "text": row["text"],
        "speaker": row["speaker"],
    }


@pytest.mark.parametrize(
    ("case", "file"),
    [
        ("03-vtt-blocks-and-ids", "in.vtt"),
        ("05-srt-dirty", "in.srt"),
        ("06-encodings", "utf8-bom-crlf.srt"),
        ("06-encodings", "utf16le-bom.srt"),
        ("06-encodings", "utf16be-bom.srt"),
        ("06-encodings", "utf8-cr-only.srt"),
        ("06-encodings", "utf8-bom.vtt"),
        ("08-voice-tags", "in.vtt"),
        ("11-overlapping-cues", "in.vtt"),
        ("13-whisper-json-holes", "in.json"),
    ],
)
def test_segments_are_as_the_case_expects(case: str, file: str) -> None:
    assert [simple(row) for row in rows(case, file)] == expected(case)["segments"]


@pytest.mark.parametrize("case", ["04-timestamp-shapes", "07-entities-and-angle-brackets"])
@pytest.mark.parametrize("file", ["in.vtt", "in.srt"])
def test_two_formats_of_one_case(case: str, file: str) -> None:
    assert [simple(row) for row in rows(case, file)] == expected(case)[file]


def test_case_06_an_encoding_without_a_mark_is_not_guessed() -> None:
    with pytest.raises(UserError, match=r"cp1252-crlf\.srt is not UTF-8 \(byte 37\)"):
        read_captions(CASES / "06-encodings" / "cp1252-crlf.srt")


def test_case_12_backward_ends_are_mended_and_cues_put_in_order() -> None:
    case = expected("12-bad-durations-and-order")
    segments, repairs = mended(read_captions(CASES / "12-bad-durations-and-order" / "in.srt"))
    result = transcript_rows(segments)
    assert [row["text"] for row in result] == case["order"]
    assert [row["start_s"] for row in result] == case["starts"]
    assert all(row["end_s"] >= row["start_s"] for row in result)
    assert case["repaired_min"] <= repairs <= case["repaired_max"]


def test_case_14_words_without_times_stand_between_their_neighbours() -> None:
    case = expected("14-whisperx-words-without-times")
    result = rows("14-whisperx-words-without-times", "in.json")
    assert [row["text"] for row in result] == case["texts"]
    assert {row["time_source"] for row in result} == {"interpolated"}
    words = {word["text"]: word for row in result for word in row["words"]}
    for text, (low, high) in case["between"].items():
        assert low <= words[text]["start_s"] <= words[text]["end_s"] <= high
    low, high = case["segment2_start_allowed"]
    assert low <= result[1]["start_s"] <= high


def test_case_20_entities_of_direction_marks_are_decoded() -> None:
    case = expected("20-rtl-marks")
    marks = dict.fromkeys([0x200E, 0x200F, 0x061C, *range(0x202A, 0x202F), *range(0x2066, 0x206A)])
    first, second = rows("20-rtl-marks", "in.ar.vtt")
    assert first["text"].translate(marks) == case["quote"]
    assert second["text"].translate(marks) == case["second_text"]
    assert first["start_s"] == case["cue_start"]


@pytest.mark.parametrize("file", ["zero.srt", "header.vtt", "blank.srt", "nospeech.json", "timing-only.vtt"])
def test_case_22_nothing_said_is_no_segments(file: str) -> None:
    assert rows("22-empty-inputs", file) == []


def test_case_22_garbage_is_named() -> None:
    with pytest.raises(UserError, match=r"garbage\.vtt holds no captions"):
        read_captions(CASES / "22-empty-inputs" / "garbage.vtt")


def test_case_24_every_awkward_name_can_be_read() -> None:
    case = CASES / "24-file-names"
    files = sorted(path for path in case.rglob("*") if path.suffix in (".vtt", ".srt"))
    texts = [row["text"] for path in files for row in transcript_rows(read_captions(path))]
    assert sorted(texts) == sorted(expected("24-file-names")["texts"])
