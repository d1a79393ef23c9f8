"""Known faults of readers of caption files: tests/cases/<case>/expect.md tells the story of each.

Whatever the case, the fields of its expect.json are checked by their names, so that a new case needs no test.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from stages.core.errors import UserError
from stages.transcribe.parse import Parsed, parse_file

CASES = Path(__file__).parents[1] / "cases"
NAMES = sorted(path.name for path in CASES.iterdir() if path.name < "25")


def inputs(case: str) -> list[Path]:
    files = [path for path in (CASES / case).rglob("*") if path.is_file()]
    return sorted(path for path in files if path.name not in ("expect.json", "expect.md"))


def expected(case: str) -> dict[str, Any]:
    expect: dict[str, Any] = json.loads((CASES / case / "expect.json").read_text(encoding="utf-8"))
    return expect


def parsed(path: Path) -> Parsed:
    found = parse_file(path)
    text = "\n".join(row["text"] for row in found.rows)
    for row in found.rows:
        assert text[row["char_start"] : row["char_end"]] == row["text"]
        for word in row["words"]:
            assert text[word["char_start"] : word["char_end"]] == word["text"]
    check_accounts(found.report)
    return found


def check_accounts(report: dict[str, Any]) -> None:
    """Nothing goes in silence: what was read is kept, or counted by its reason."""
    assert report["cues_read"] == report["cues_kept"] + report["merged_as_rolling"] + sum(
        report["dropped"].values()
    )
    characters = report["characters"]
    assert characters["read"] == characters["kept"] + sum(characters["not_carried_over"].values())


def texts(found: Parsed) -> str:
    return "\n".join(row["text"] for row in found.rows)


def check_segments(found: Parsed, segments: list[dict[str, Any]], case: dict[str, Any]) -> None:
    rows = found.rows
    if "end_rule" in case:
        segments = [segment for segment in segments if segment["text"] != "[Music]"]
    assert [row["text"] for row in rows] == [segment["text"] for segment in segments]
    assert [row["speaker"] for row in rows] == [segment["speaker"] for segment in segments]
    for row, segment in zip(rows, segments, strict=True):
        assert row["start_s"] == pytest.approx(segment["start"], abs=0.0005)
        assert row["end_s"] == (None if segment["end"] is None else pytest.approx(segment["end"], abs=0.0005))


def check_fields(found: Parsed, case: dict[str, Any]) -> None:
    """The fields of expect.json that are about any file of the case."""
    text = texts(found)
    words = {word["text"]: word for row in reversed(found.rows) for word in row["words"]}
    assert not [bad for bad in case.get("must_not_contain", []) if bad in text]
    assert not [good for good in case.get("must_keep", []) if good not in text]
    assert not [
        bad for bad in case.get("must_not_be_cited", []) if bad in [row["text"] for row in found.rows]
    ]
    for word, start_s in case.get("word_starts", {}).items():
        assert words[word]["start_s"] == pytest.approx(start_s, abs=case.get("tol_s", 0.001))
    for word, (low, high) in case.get("between", {}).items():
        assert low <= words[word]["start_s"] <= words[word]["end_s"] <= high
    checks = {
        "full_text": lambda value: " ".join(text.split("\n")) == value,
        "word_count": lambda value: len(text.split()) == value,
        "min_segment_s": lambda value: all(row["end_s"] - row["start_s"] >= value for row in found.rows),
        "order": lambda value: [row["text"] for row in found.rows] == value,
        "texts": lambda value: [row["text"] for row in found.rows] == value,
        "starts": lambda value: [row["start_s"] for row in found.rows] == value,
        "ends_allowed": lambda value: all(map(allowed, (row["end_s"] for row in found.rows), value)),
        "repaired_min": lambda value: found.report["repaired"] >= value,
        "repaired_max": lambda value: found.report["repaired"] <= value,
        "segment2_start_allowed": lambda value: value[0] <= found.rows[1]["start_s"] <= value[1],
        "quotes": lambda value: all(quoted(found, item) for item in value),
        "non_speech_cues": lambda value: found.report["dropped"]["non_speech"] == value,
        "text": lambda value: text == value,
        "code_point_length": lambda value: len(text) == value,
        "offsets": lambda value: text[slice(*value["code_points"])] == case["quote"],
        "last_word": lambda value: text[slice(*value["offsets"]["code_points"])] == value["quote"],
        "quote": lambda value: value in text,
        "sentences": lambda value: all(sentence in text for sentence in value),
        "sentence_count": lambda value: len(found.rows) == value,
        "cue_count": lambda value: found.report["cues_read"] == value,
        "must_not_match_regex": lambda value: not re.search(value, text),
        "cue_start": lambda value: found.rows[0]["start_s"] == value,
        "second_text": lambda value: found.rows[1]["text"] == value,
        "preferred_segments": lambda value: check_segments(found, value, case) is None,
    }
    assert not [key for key, check in checks.items() if key in case and not check(case[key])]
    known = {
        *checks,
        *case_wide,
        "must_not_contain",
        "must_keep",
        "must_not_be_cited",
        "word_starts",
        "between",
    }
    assert not {key for key in case if "." not in key} - known, "a field of expect.json is not checked"


case_wide = {
    "segments", "end_rule", "tol_s", "note", "same_for_all_files", "accept_error_for", "error_or_warning_for",
    "accept_last_end", "strict_json_outputs", "accept_uniform_offset", "nfc_length", "marks_ignored",
    "documents", "min_chunks_at_100",
}  # fmt: skip
"""Checked by file below, or in the tests of other rooms, or what else would have been right."""


def allowed(end_s: float, rule: Any) -> bool:
    if isinstance(rule, list):
        return end_s in rule
    return bool(rule["min"] <= end_s <= rule.get("max", end_s))


def quoted(found: Parsed, item: dict[str, Any]) -> bool:
    start = texts(found).index(item["quote"])
    word = next(word for row in found.rows for word in row["words"] if word["char_start"] == start)
    low, high = item["start_between"]
    return bool(low <= word["start_s"] <= high)


@pytest.mark.parametrize("name", [name for name in NAMES if name != "24-file-names"])
def test_every_field_of_the_case(name: str) -> None:
    case = expected(name)
    read = 0
    for path in inputs(name):
        if path.name in case.get("error_or_warning_for", []):
            with pytest.raises(UserError, match=re.escape(path.name)):
                parse_file(path)
            continue
        found = parsed(path)
        read += 1
        json.dumps(found.report, allow_nan=False)
        check_fields(found, case)
        segments = case.get(path.name, case.get("segments"))
        if isinstance(segments, int):
            assert len(found.rows) == segments
        elif isinstance(segments, list):
            check_segments(found, segments, case)
        elif isinstance(segments, dict):
            check_segments(Parsed(found.rows[:1], found.report), [segments["first"]], case)
            assert len(found.rows) == 2 and path.name == found.report["file"]
            assert found.report["warnings"] == ["bad bytes, U+FFFD in the text: 1, the first is byte 729"]
    assert read


def test_case_06_a_guess_is_told() -> None:
    report = parse_file(CASES / "06-encodings" / "cp1252-crlf.srt").report
    assert report["encoding"] == "windows-1252" and report["encoding_guessed"] is True
    assert len(report["warnings"]) == 1


def test_case_24_every_awkward_name_can_be_read() -> None:
    found = [row["text"] for path in inputs("24-file-names") for row in parsed(path).rows]
    assert sorted(found) == sorted(expected("24-file-names")["texts"])
