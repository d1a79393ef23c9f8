from pathlib import Path

import pytest
from pydantic import BaseModel

from stages.core.errors import UserError
from stages.ingest.own_files import (
    captioned,
    captions_text,
    ids_of,
    read_json_as,
    read_json_lines_as,
    read_text,
)


class Row(BaseModel):
    name: str


def test_what_is_missing_or_differs_is_named_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    with pytest.raises(UserError, match=r"a\.json is missing: copy the set's files there"):
        read_json_as(path, list[Row])
    path.write_text('[{"name": "a"}, {"nome": "b"}]')
    with pytest.raises(UserError, match=r"a\.json: 1\.name: Field required: restore the file"):
        read_json_as(path, list[Row])
    path.write_text('{"name": "a"}\n\n{"name": 7}\n')
    with pytest.raises(UserError, match=r"a\.json: line 3: name: .*string"):
        read_json_lines_as(path, Row)
    path.write_text("[{")
    with pytest.raises(UserError, match=r"a\.json: Invalid JSON"):
        read_json_as(path, list[Row])
    path.write_bytes(b"caf\xe9")
    with pytest.raises(UserError, match=r"a\.json is not UTF-8 \(byte 3\)"):
        read_text(path)


def test_a_line_separator_inside_of_a_json_line_ends_none(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"name": "a\u2028b"}\n', encoding="utf-8")
    assert [row.name for row in read_json_lines_as(tmp_path / "a.jsonl", Row)] == ["a\u2028b"]


def test_names_with_dots_and_slashes_have_ids_of_their_own() -> None:
    ids = ids_of(["St._Louis", "St._Paul", "../a", "Fresno,_California"])
    assert ids["St._Louis"] == "St._Louis" and ids["St._Paul"] == "St._Paul"
    assert len(set(ids.values())) == 4
    assert not any("/" in video_id or "," in video_id for video_id in ids.values())


def test_speakers_go_with_their_texts() -> None:
    assert captions_text(["One.", "Zwölf"], ["Ann", ""]) == (
        '{"segments": [{"text": "One.", "speaker": "Ann"}, {"text": "Zwölf", "speaker": ""}]}\n'
    )
    with pytest.raises(ValueError, match="zip"):
        captions_text(["One."], [])


def test_a_video_is_known_by_the_bytes_of_its_transcript() -> None:
    one, same, other = (captioned("v", " A  title", text, "data/captions") for text in ("a", "a", "b"))
    assert (one.title, one.captions) == ("A title", "data/captions/v.json")
    assert one.sha256 == same.sha256 != other.sha256
