"""A folder of what people have, through ingest and the room, with a recogniser that is told what to hear."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from stages.core.artifacts import write_table
from stages.core.errors import UserError
from stages.core.records import MANIFEST
from stages.core.transcripts import read_transcripts
from stages.ingest.folder import read_folder
from stages.ingest.tables import manifest_rows
from stages.models.audio import SAMPLE_RATE
from stages.transcribe import __main__ as room
from stages.transcribe import listeners, recordings
from stages.transcribe.settings import Settings
from tests.models.test_audio import TONE, with_tracks, write
from tests.transcribe.sounds import write_wav
from tests.transcribe.test_recordings import Told


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Told:
    told = Told()
    (tmp_path / "weights").mkdir()
    (tmp_path / "data").mkdir()
    monkeypatch.setenv("VIDWISE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(recordings, "asr_weights", lambda name: tmp_path / "weights")
    monkeypatch.setattr(recordings, "process_count", lambda parts, engine: 1)
    monkeypatch.setattr(listeners, "recogniser", lambda engine, threads: told)
    monkeypatch.setattr(room, "ROOT", tmp_path)
    monkeypatch.setattr(room, "MANIFEST", tmp_path / "manifest.parquet")
    monkeypatch.setattr(room, "TRANSCRIPTS", tmp_path / "transcripts")
    settings = Settings("model", "en", "pyannote", 8, "int8", "attention", None, "none", None, {})
    monkeypatch.setattr(room, "load_settings", lambda section, kind: settings)
    return told


def level(path: Path, number: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_wav(path, np.full(SAMPLE_RATE, number / 32767, dtype=np.float32))


def run(root: Path) -> dict[str, str]:
    """Ingest and transcribe the folder: title and text of each video by its id."""
    dataset = read_folder(root / "data", root)
    write_table(root / "manifest.parquet", manifest_rows(dataset.videos), MANIFEST)
    room.main()
    return {name: transcript.text for name, transcript in read_transcripts(root / "transcripts").items()}


def test_awkward_names_keep_their_own_transcripts_and_ids(told: Told, tmp_path: Path) -> None:
    names = [
        "a/talk.wav",
        "b/talk.wav",
        "Überflug – 2024 (1).wav",
        " two  spaces.wav",
        "講義.wav",
        "talk.part.2.wav",
        "-dash.wav",
    ]
    for i, name in enumerate(names):
        level(tmp_path / "data" / name, 21 + i)
    first = run(tmp_path)
    assert sorted(first.values()) == [f"Level {21 + i}." for i in range(len(names))]
    calls = list(told.calls)
    level(tmp_path / "data" / "c" / "talk.wav", 40)
    second = run(tmp_path)
    assert first.items() <= second.items()
    assert told.calls == [*calls, (40, "en")]


def test_each_broken_file_is_one_line_and_the_rest_is_done(
    told: Told, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data"
    level(data / "good.wav", 21)
    (data / "empty.mp3").write_bytes(b"")
    (data / "text.mp4").write_text("not media at all\n" * 40)
    write(data / "picture.mkv", TONE, picture=True, sound=False)
    shutil.copy(write(tmp_path / "whole.mp4", TONE), data / "truncated.mp4")
    with (data / "truncated.mp4").open("r+b") as file:
        file.truncate(2000)  # the index stands at the end
    with_tracks(data / "tracks.mkv", [0.01, 0.02], marked=1)
    with pytest.raises(UserError) as caught:
        run(tmp_path)
    assert str(caught.value) == (
        "4 of 6 files gave no transcript: mend or remove data/empty.mp3, data/picture.mkv, data/text.mp4, "
        "data/truncated.mp4"
    )
    lines = [line for line in capsys.readouterr().err.splitlines() if "to hear" not in line]
    assert len(lines) == 5
    for name, says in (
        ("data/empty.mp3", "cannot be decoded"),
        ("data/picture.mkv", "has no audio track"),
        ("data/text.mp4", "cannot be decoded"),
        ("data/truncated.mp4", "cannot be decoded"),
        ("tracks", "audio track 2 of 2 is heard"),
    ):
        assert sum(name in line and says in line for line in lines) == 1, (name, lines)
    assert not (tmp_path / "transcripts").exists()
    calls = list(told.calls)
    assert [heard for heard, _ in sorted(calls)] == [21, 655]
    for name in ("empty.mp3", "picture.mkv", "text.mp4", "truncated.mp4"):
        (data / name).unlink()
    assert run(tmp_path) == {"good": "Level 21.", "tracks": "Level 655."}
    assert told.calls == calls, "what was heard beside the broken files is not heard again"
