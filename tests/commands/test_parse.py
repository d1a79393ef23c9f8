"""`vidwise parse` as a user runs it."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from stages.cli import app, main
from stages.core.records import TRANSCRIPT
from stages.transcribe import __main__ as room
from stages.transcribe.parse import parse_file

CASES = Path(__file__).parents[1] / "cases"
TALK = CASES / "08-voice-tags" / "in.vtt"
REAL = Path(__file__).parents[3] / "shared" / "captions"


def test_json_and_nothing_else_on_stdout() -> None:
    result = CliRunner().invoke(app, ["parse", str(CASES / "06-encodings" / "cp1252-crlf.srt"), "--json"])
    document = json.loads(result.stdout)
    assert list(document) == ["segments", "report"]
    for segment in document["segments"]:
        assert list(segment) == ["start_s", "end_s", "speaker", "text", "words"]
        assert all(list(word) == ["text", "start_s", "end_s", "speaker"] for word in segment["words"])
    assert "is not UTF-8, read as windows-1252" in result.stderr


def test_readable_without_json() -> None:
    result = CliRunner().invoke(app, ["parse", str(TALK)])
    assert "0:00:04.200 - 0:00:05.000  Ola Berg: Good.\n" in result.stdout
    assert "cues read" in result.stdout and result.exit_code == 0


def test_an_error_is_one_line_and_exit_code_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.vtt"
    bad.write_text("hello")
    for file in (bad, tmp_path, tmp_path / "none.vtt", tmp_path / "talk.MP4"):
        monkeypatch.setattr("sys.argv", ["vidwise", "parse", str(file), "--json"])
        with pytest.raises(SystemExit) as caught:
            main()
        said = capsys.readouterr()
        assert caught.value.code == 2 and said.out == "" and said.err.count("\n") == 1
        assert str(file) in said.err


def test_the_stage_reads_by_the_same_code() -> None:
    assert room.parse_file is parse_file
    assert set(parse_file(TALK).rows[0]) == set(TRANSCRIPT.names)


@pytest.mark.skipif(not REAL.is_dir(), reason="the real caption files are not beside the project")
@pytest.mark.parametrize(
    ("name", "cues", "segments", "first_s", "last_s"),
    [
        ("01-cycle-collector-talk.vtt", 15, 17, 0.0, 108.0),
        ("03-elephantsdream-captions.ja.vtt", 77, 77, 15.042, 540.0),
        ("05-elephantsdream-descriptions.en.vtt", 63, 63, 0.0, 653.0),
        ("06-youtube-dl-rolling.vtt", 4, 3, 286.07, 305.069),
        ("08-ttml-example.ttml", 11, 11, 0.76, 58.7),
    ],
)
def test_real_files_have_the_counts_of_their_sources(
    name: str, cues: int, segments: int, first_s: float, last_s: float
) -> None:
    found = parse_file(REAL / name)
    assert (found.report["cues_read"], len(found.rows)) == (cues, segments)
    assert (found.rows[0]["start_s"], max(row["end_s"] for row in found.rows)) == (first_s, last_s)
    text = " ".join(row["text"] for row in found.rows)
    if name.startswith("06"):
        assert text == "yeah what this will happen is I'm telling"
    assert "License" not in text and "Timed Text" not in text and "color" not in text
    if name.startswith("08"):
        assert [(row["start_s"], row["end_s"]) for row in found.rows[:2]] == [(0.76, 3.45), (5.0, 10.0)]
