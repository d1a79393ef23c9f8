"""What a user gets wrong: one clear line, a non-zero exit, and the last good artifacts come back."""

import os
import re
import stat
from pathlib import Path

import pytest

from tests.pipeline.project import Project

pytestmark = pytest.mark.slow


def edit(path: Path, pattern: str, replacement: str) -> None:
    changed = re.sub(pattern, replacement, path.read_text(encoding="utf-8"))
    assert changed != path.read_text(encoding="utf-8")
    path.write_text(changed, encoding="utf-8")


def write(project: Project, name: str, content: bytes) -> None:
    (project.root / name).write_bytes(content)


MISTAKES = {
    "unknown choice": (
        lambda p: edit(p.root / "params.yaml", "chunk: sentence", "chunk: sentense"),
        ["params.yaml", "sentense", "did you mean sentence"],
    ),
    "misspelt key": (
        lambda p: edit(p.root / "conf/chunk/sentence.yaml", "max_tokens", "max_tokns"),
        ["conf/chunk/sentence.yaml", "chunk.max_tokens"],
    ),
    "wrong type": (
        lambda p: edit(p.root / "conf/chunk/sentence.yaml", r"max_tokens: \d+", "max_tokens: many"),
        ["conf/chunk/sentence.yaml", "chunk.max_tokens", "many"],
    ),
    "beyond what the embedder reads": (
        lambda p: edit(p.root / "conf/chunk/sentence.yaml", r"max_tokens: \d+", "max_tokens: 400"),
        ["max_tokens", "400", "256"],
    ),
    "questions without their video": (
        lambda p: (p.root / "data/mini/kelp.vtt").unlink(),
        ["questions.jsonl", "kelp"],
    ),
    "empty questions": (lambda p: write(p, "data/mini/questions.jsonl", b""), ["questions.jsonl"]),
    "malformed questions": (
        lambda p: write(p, "data/mini/questions.jsonl", b'{"question": "What?", "video": "kelp"\n'),
        ["questions.jsonl", "line 1"],
    ),
    "corrupt recording": (
        lambda p: write(p, "data/mini/broken.mp4", b"\x00\x00\x00\x18ftypmp42 and then nothing"),
        ["broken.mp4"],
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_one_line_and_the_last_good_artifacts_come_back(changeable, name):
    mistake, words = MISTAKES[name]
    good = changeable.digests()
    mistake(changeable)
    done = changeable.call("dvc", "repro")
    assert done.returncode != 0
    said = [line for line in done.stderr.splitlines() if line.startswith("error: ")]
    assert len(said) == 1, done.stdout + done.stderr
    assert all(word in said[0] for word in words), said[0]
    assert "dvc checkout" in said[0]
    assert "Traceback" not in done.stdout + done.stderr
    changeable.call("dvc", "checkout", "--force")
    changeable.run("git", "checkout", "metrics")
    back = changeable.digests()
    # Where ingest had taken the recording in before transcribe failed, its manifest is the new good one.
    new = {"data/manifest.parquet"} if name == "corrupt recording" else set()
    assert back.keys() == good.keys()
    assert {file for file in good if back[file] != good[file]} == new


def test_a_dataset_that_is_not_there(changeable):
    edit(changeable.root / "params.yaml", "dataset: mini", "dataset: talks")
    done = changeable.call("dvc", "repro")
    assert done.returncode != 0
    assert "talks" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_foreign_interpreter_is_one_line(reproduced, tmp_path):
    """A python that lacks the locked packages, first on PATH."""
    bare = tmp_path / "python"
    bare.write_text(f'#!/bin/sh\nexec "{os.path.realpath("/proc/self/exe")}" -S -E "$@"\n')
    bare.chmod(bare.stat().st_mode | stat.S_IEXEC)
    done = reproduced.call(str(bare), "-m", "stages.chunk")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "make setup" in done.stderr
    assert ".venv/bin" in done.stderr
