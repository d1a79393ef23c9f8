"""The whole room on a small dataset: what each artifact holds, and that no label reaches the queries."""

import json
from collections import Counter
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from stages.core.artifacts import read_rows
from stages.core.errors import UserError
from stages.core.records import LABELS, MANIFEST, QUERIES
from stages.ingest import __main__ as room
from stages.ingest.settings import Settings

CANARY = "ZQX-CANARY-7731"
CUE = "WEBVTT\n\n00:01.000 --> 00:02.000\nThe gate opens at nine.\n"


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "data"
    for name in ("manifest", "queries", "labels"):
        monkeypatch.setattr(room, name.upper(), folder / f"{name}.parquet")
    monkeypatch.setattr(room, "DATA", folder)
    monkeypatch.setattr(room, "ROOT", tmp_path)
    monkeypatch.setattr(room, "CAPTIONS", folder / "captions")
    return folder


def use(monkeypatch: pytest.MonkeyPatch, reader: str) -> None:
    settings = Settings("mine", reader, 0.5, {}, 1.0, 1.0)  # type: ignore[arg-type]
    monkeypatch.setattr(room, "load_settings", lambda section, kind: settings)


def test_a_folder(data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    use(monkeypatch, "folder")
    (data / "mine").mkdir(parents=True)
    (data / "mine" / "talk.vtt").write_text(CUE)
    row = {
        "question": "When does the gate open?",
        "video": "talk",
        "answerable": True,
        "gold": [[{"quote": CANARY}]],
        "reference_answer": CANARY,
        "note": CANARY,
    }
    negative = {"question": "Who opens it?", "answerable": False, "negative_kind": CANARY}
    (data / "mine" / "questions.jsonl").write_text(
        f"{json.dumps(row)}\n{json.dumps(negative)}\n{json.dumps(row)}\n"
    )
    room.main()
    assert [item["video_id"] for item in read_rows(data / "manifest.parquet", MANIFEST)] == ["talk"]
    queries = read_rows(data / "queries.parquet", QUERIES)
    assert sorted(item["text"] for item in queries) == ["When does the gate open?", "Who opens it?"]
    for name in ("manifest", "queries"):
        assert CANARY not in str(
            read_rows(data / f"{name}.parquet", {"manifest": MANIFEST, "queries": QUERIES}[name])
        )
    labels = {item["label"]: item for item in read_rows(data / "labels.parquet", LABELS)}
    assert labels["answerable"]["gold"][0][0]["quote"] == labels["answerable"]["reference_answer"] == CANARY
    assert labels["negative"]["video_id"] is None
    assert [path.name for path in (data / "captions").iterdir()] == ["README"]
    out = capsys.readouterr().out
    assert out == (
        "ingest: 1 videos, 1 answerable questions, 1 negatives (ZQX-CANARY-7731), "
        "1 repeated questions merged as alternatives\n"
    )
    first = {path.name: path.read_bytes() for path in data.glob("*.parquet")}
    room.main()
    assert first == {path.name: path.read_bytes() for path in data.glob("*.parquet")}


def test_a_set_with_transcripts_of_its_own(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, "tutorialvqa")
    (data / "mine").mkdir(parents=True)
    (data / "mine" / "videos.json").write_text(
        json.dumps([{"video_id": "7", "video_title": "Saving", "transcript": ["Save it."]}])
    )
    (data / "mine" / "dev.json").write_text(
        json.dumps([{"video_id": "7", "question": "how?", "answer_start": 0, "answer_end": 0}])
    )
    room.main()
    (video,) = read_rows(data / "manifest.parquet", MANIFEST)
    assert video["captions"] == "data/captions/7.json" and video["media"] is None
    assert json.loads((data / "captions" / "7.json").read_text()) == {"segments": [{"text": "Save it."}]}


@pytest.mark.parametrize("reader", get_args(get_type_hints(Settings)["reader"]))
def test_every_reader_that_settings_know_says_what_it_misses(reader: str, data: Path) -> None:
    variant = "wer54" if reader == "spoken_squad" else None
    settings = Settings("mine", reader, 0.5, {}, variant=variant)  # type: ignore[arg-type]
    with pytest.raises(UserError, match=r"put some there|copy"):
        room.read_dataset(settings, data / "mine")


@pytest.mark.parametrize("reader", ["folder", "tutorialvqa"])
def test_every_readers_questions_are_asked_again(
    reader: str, data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    use(monkeypatch, reader)
    names = [f"talk{number}" for number in range(6)]
    (data / "mine").mkdir(parents=True)
    for name in names:
        (data / "mine" / f"{name}.vtt").write_text(CUE.replace("gate", name))
    rows = [
        {"question": f"{name}?", "video": name, "answerable": True, "gold": [[{"start_s": 1, "end_s": 2}]]}
        for name in names
    ]
    (data / "mine" / "questions.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    videos = [{"video_id": name, "video_title": name, "transcript": [name]} for name in names]
    (data / "mine" / "videos.json").write_text(json.dumps(videos))
    asked = [{"video_id": n, "question": f"{n}?", "answer_start": 0, "answer_end": 0} for n in names]
    (data / "mine" / "dev.json").write_text(json.dumps(asked))
    room.main()
    labels = read_rows(data / "labels.parquet", LABELS)
    kinds = Counter(row["negative_kind"] for row in labels)
    assert kinds[None] == kinds["other-video"] == 6
    assert kinds["nearest-topic"] > 0
    assert "6 negatives (other-video)" in capsys.readouterr().out
    assert {row["query_id"] for row in labels} == {
        row["query_id"] for row in read_rows(data / "queries.parquet", QUERIES)
    }
