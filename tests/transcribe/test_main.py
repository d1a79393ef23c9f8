"""The whole room on captions and told recordings; real speech is in test_hearing.py."""

from pathlib import Path

import pytest

from stages.core.artifacts import write_table
from stages.core.errors import UserError
from stages.core.records import MANIFEST
from stages.core.transcripts import read_transcripts
from stages.transcribe import __main__ as room
from stages.transcribe.settings import Settings

CUES = "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann>The gate\n\n00:03.000 --> 00:02.000\nopens.\n"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(room, "ROOT", tmp_path)
    monkeypatch.setattr(room, "MANIFEST", tmp_path / "manifest.parquet")
    monkeypatch.setattr(room, "TRANSCRIPTS", tmp_path / "transcripts")
    settings = Settings("model", "en", "pyannote", 8, "int8", "attention", None, "none", None, {})
    monkeypatch.setattr(room, "load_settings", lambda section, kind: settings)
    return tmp_path


def videos(root: Path, **captions: str) -> None:
    rows = []
    for name, text in captions.items():
        (root / f"{name}.vtt").write_text(text)
        rows.append({"video_id": name, "title": name, "captions": f"{name}.vtt", "sha256": "0" * 64})
    write_table(root / "manifest.parquet", rows, MANIFEST)


def test_captions_become_transcripts_the_same_on_every_run(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    videos(root, talk=CUES, empty="WEBVTT\n")
    room.main()
    transcripts = read_transcripts(root / "transcripts")
    assert {name: transcript.text for name, transcript in transcripts.items()} == {
        "talk": "The gate\nopens.",
        "empty": "",
    }
    said = capsys.readouterr()
    assert "talk: cues with a missing or backward end, mended: 1" in said.err
    assert "empty: no speech: its transcript is empty" in said.err
    assert said.out == "transcribe: 2 videos, 2 segments, 3 words\n"
    first = {path.name: path.read_bytes() for path in (root / "transcripts").iterdir()}
    room.main()
    assert first == {path.name: path.read_bytes() for path in (root / "transcripts").iterdir()}


def test_all_broken_files_are_named_and_nothing_is_written(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    videos(root, talk=CUES, bad="nothing", worse="{")
    with pytest.raises(
        UserError, match=r"2 of 3 files gave no transcript: mend or remove bad\.vtt, worse\.vtt"
    ):
        room.main()
    lines = [line for line in capsys.readouterr().err.splitlines() if "mended" not in line]
    assert len(lines) == 2 and "bad.vtt holds no captions" in lines[0] and "worse.vtt is not JSON" in lines[1]
    assert not (root / "transcripts").exists()


def test_a_transcript_of_an_earlier_dataset_does_not_stay(root: Path) -> None:
    videos(root, old=CUES)
    room.main()
    videos(root, new=CUES)
    room.main()
    assert [path.name for path in (root / "transcripts").iterdir()] == ["new.parquet"]
