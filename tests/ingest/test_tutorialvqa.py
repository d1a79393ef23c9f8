import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from stages.core.errors import UserError
from stages.core.paths import ROOT
from stages.ingest.dataset import Dataset
from stages.ingest.negatives.generated import with_negatives
from stages.ingest.tables import query_and_label_rows
from stages.ingest.tutorialvqa import read_tutorialvqa

REAL = ROOT.parent / "shared" / "datasets" / "tutorialvqa"


def write(folder: Path, videos: Any, **files: Any) -> Path:
    (folder / "videos.json").write_text(json.dumps(videos))
    for name, rows in files.items():
        (folder / f"{name}.json").write_text(json.dumps(rows))
    return folder


def read(folder: Path) -> Dataset:
    return read_tutorialvqa(folder, "data/captions")


def video(video_id: str, *sentences: str) -> dict[str, Any]:
    return {
        "video_id": video_id,
        "video_title": f"About {video_id}",
        "video_url": "https://example.org/v",
        "transcript": sentences,
    }


def ask(video_id: str, text: str, start: int, end: int) -> dict[str, Any]:
    return {"video_id": video_id, "question": text, "answer_start": start, "answer_end": end}


def test_a_small_set(tmp_path: Path) -> None:
    rows = [
        ask("1", " how do i\r\r save? ", 0, 2),
        ask("1", "how do i save?", 2, 2),
        ask("1", "  ", 0, 0),
        ask("2", "too far", 0, 3),
        ask("2", "backward", 2, 1),
        ask("9", "nowhere", 0, 0),
    ]
    read_in = read(
        write(
            tmp_path,
            [video("1", "Save it.", "", "Done."), video("2", "a", "b", "c")],
            dev=rows[:1],
            train=rows[1:],
        )
    )
    (question,) = read_in.questions
    assert question.text == "how do i save?"
    assert question.gold == [
        [{"kind": "segments", "segment_first": 0, "segment_last": 2}],
        [{"kind": "segments", "segment_first": 2, "segment_last": 2}],
    ]
    assert read_in.repeats == 1
    assert read_in.dropped == {"empty question": 1, "sentences out of range": 2, "unknown video": 1}
    assert [item.captions for item in read_in.videos] == ["data/captions/1.json", "data/captions/2.json"]
    assert json.loads(read_in.captions["1.json"])["segments"][1] == {"text": ""}


def test_an_id_that_is_a_path_stays_inside(tmp_path: Path) -> None:
    read_in = read(write(tmp_path, [video("../../escape", "a")], dev=[]))
    (name,) = read_in.captions
    assert "/" not in name and not name.startswith(".")


@pytest.mark.parametrize(
    ("files", "says"),
    [
        ({"videos": [video("1", "a")]}, "has none of dev.json, test.json, train.json"),
        ({"videos": [video("1", "a"), video("1", "b")], "dev": []}, "same video_id"),
        ({"videos": [{"video_id": "1"}], "dev": []}, "videos.json: 0.video_title: Field required"),
        ({"videos": [video("1", "a")], "dev": [{"video_id": "1"}]}, "dev.json: 0.question: Field required"),
    ],
)
def test_a_wrong_file_is_named(tmp_path: Path, files: dict[str, Any], says: str) -> None:
    with pytest.raises(UserError, match=says):
        read(write(tmp_path, **files))


def test_no_files_at_all(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"videos\.json is missing"):
        read(tmp_path)


@pytest.mark.skipif(not REAL.is_dir(), reason="the public data sets are not beside the project")
def test_the_real_set() -> None:
    read_in = with_negatives(read(REAL), 0.5, 0.5, 0.5)
    labels = Counter(question.negative_kind for question in read_in.questions)
    assert len(read_in.videos) == 38
    assert labels[None] + read_in.repeats + sum(read_in.dropped.values()) == 3053
    assert read_in.dropped == {"empty question": 1}
    assert labels[None] == 2938
    assert labels["other-video"] == 1473  # as ever since there is the kind: its figures stay comparable
    assert 1300 < labels["nearest-topic"] < 1473
    _, rows = query_and_label_rows(read_in.questions, read_in.videos, 0.5)
    sides = {(row["video_id"], row["split"]) for row in rows}
    assert len(sides) == len({video_id for video_id, _ in sides})
    assert Counter(split for _, split in sides) == {"dev": 15, "test": 23}
