import hashlib
import json
import os
import shutil
import sys
from pathlib import Path

import pytest

from stages.core.errors import UserError
from stages.ingest.dataset import Dataset
from stages.ingest.folder import list_files, pair, read_folder

CASES = Path(__file__).parents[1] / "cases"
CUE = "WEBVTT\n\n00:01.000 --> 00:02.000\n"


def make(root: Path, **files: str) -> Path:
    folder = root / "data" / "mine"
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def read(root: Path, files: dict[str, str]) -> Dataset:
    return read_folder(make(root, **files), root)


def captions_of(dataset: Dataset) -> dict[str, tuple[str | None, str | None]]:
    return {video.video_id: (video.media, video.captions) for video in dataset.videos}


def test_captions_belong_to_the_recording_of_the_same_name(tmp_path: Path) -> None:
    read_in = read(
        tmp_path, {"talk.mp4": "x", "talk.en.vtt": CUE, "bees.MP3": "y", "lone.srt": "", "v1.2.vtt": CUE}
    )
    assert captions_of(read_in) == {
        "bees": ("data/mine/bees.MP3", None),
        "lone": (None, "data/mine/lone.srt"),
        "talk": ("data/mine/talk.mp4", "data/mine/talk.en.vtt"),
        "v1.2": (None, "data/mine/v1.2.vtt"),
    }
    sha = {video.video_id: video.sha256 for video in read_in.videos}
    assert sha["talk"] == hashlib.sha256(CUE.encode()).hexdigest()
    assert sha["bees"] == hashlib.sha256(b"y").hexdigest()


def test_one_of_several_captions_is_chosen_and_the_others_named(tmp_path: Path) -> None:
    read_in = read(tmp_path, {name: "x" for name in ("talk.mp4", "talk.de.vtt", "talk.srt", "talk.json")})
    assert captions_of(read_in) == {"talk": ("data/mine/talk.mp4", "data/mine/talk.srt")}
    assert read_in.notes == ["talk.mp4: its captions are talk.srt; not used: talk.json, talk.de.vtt"]


def test_text_stands_alone_but_is_no_captions_of_a_recording(tmp_path: Path) -> None:
    read_in = read(
        tmp_path, {name: "x" for name in ("talk.mp4", "talk.txt", "call.txt", "LICENSE.txt", "b.json3")}
    )
    assert captions_of(read_in) == {
        "b": (None, "data/mine/b.json3"),
        "call": (None, "data/mine/call.txt"),
        "talk": ("data/mine/talk.mp4", None),
    }
    assert read_in.notes == ["talk.txt: not used, talk.mp4 is heard; if it has times, name it .vtt"]


def test_two_recordings_of_one_name_are_two_videos() -> None:
    sources, _ = pair(["talk.mp3", "talk.mp4", "talk.vtt"])
    assert [(source.media, source.captions) for source in sources] == [
        ("talk.mp3", "talk.vtt"),
        ("talk.mp4", "talk.vtt"),
    ]


def test_what_is_no_input(tmp_path: Path) -> None:
    folder = make(
        tmp_path,
        **{
            name: "x"
            for name in (
                "talk.vtt",
                ".hidden.vtt",
                ".dvc/a.vtt",
                "README.txt",
                "notes.md",
                "sub/questions.jsonl",
                "x.mp4.dvc",
                ".gitignore",
            )
        },
    )
    assert list_files(folder) == ["talk.vtt"]


def test_a_recording_named_like_a_licence_is_heard(tmp_path: Path) -> None:
    folder = make(tmp_path, **{"LICENSE renewal.mp4": "x", "LICENSE.txt": "x"})
    (video,) = read_folder(folder, tmp_path).videos
    assert video.media == "data/mine/LICENSE renewal.mp4"


def test_other_files_are_passed_over_aloud(tmp_path: Path) -> None:
    assert read(tmp_path, {"talk.vtt": CUE, "slides.pdf": "x"}).notes == [
        "passed over, not recordings or captions: slides.pdf"
    ]


def test_an_empty_folder_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="holds no recordings and no captions"):
        read(tmp_path, {"notes.md": "x"})


@pytest.mark.skipif(sys.platform == "darwin", reason="this system allows only UTF-8 names")
def test_a_name_that_is_no_unicode_is_named(tmp_path: Path) -> None:
    folder = make(tmp_path, **{"talk.vtt": CUE})
    (Path(os.fsdecode(os.fsencode(folder) + b"/caf\xe9.vtt"))).write_text(CUE)
    with pytest.raises(UserError, match="not UTF-8"):
        list_files(folder)


def test_questions_name_videos_as_the_user_sees_them(tmp_path: Path) -> None:
    ask = {"question": "When?", "answerable": False}
    names = ["sub/talk", "sub/talk.mp4", "bees.en.vtt", "bees.en", "bees"]
    lines = "".join(json.dumps(ask | {"question": f"{name}?", "video": name}) + "\n" for name in names)
    read_in = read(tmp_path, {"sub/talk.mp4": "x", "bees.en.vtt": CUE, "questions.jsonl": lines})
    talk = next(video.video_id for video in read_in.videos if video.title == "talk")
    assert [question.video_id for question in read_in.questions] == [
        talk,
        talk,
        "bees.en",
        "bees.en",
        "bees.en",
    ]


def test_case_24_seven_documents_with_seven_ids_on_every_run(tmp_path: Path) -> None:
    case = CASES / "24-file-names"
    expected = json.loads((case / "expect.json").read_text())
    folder = tmp_path / "data" / "mine"
    shutil.copytree(case, folder, ignore=shutil.ignore_patterns("expect.*"))
    read_in = read_folder(folder, tmp_path)
    texts = [(tmp_path / str(video.captions)).read_text().splitlines()[-1] for video in read_in.videos]
    assert len({video.video_id for video in read_in.videos}) == len(read_in.videos) == expected["documents"]
    assert sorted(texts) == sorted(expected["texts"])
    assert read_folder(folder, tmp_path) == read_in
    assert not any("/" in video.video_id or "\\" in video.video_id for video in read_in.videos)


def test_case_49_the_question_file_is_no_document(tmp_path: Path) -> None:
    case = CASES / "49-label-leakage" / "data"
    assert list_files(case) == ["talk.txt"]
    folder = make(tmp_path, **{"talk.vtt": CUE + (case / "talk.txt").read_text()})
    shutil.copy(case / "questions.jsonl", folder)
    with pytest.raises(UserError, match=r"questions.jsonl: line 1: answerable: missing") as caught:
        read_folder(folder, tmp_path)
    assert "CANARY" not in str(caught.value)
