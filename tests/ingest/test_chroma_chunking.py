import csv
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from stages.core.errors import UserError
from stages.core.paths import ROOT
from stages.core.transcripts import Transcript
from stages.gold.marks import place
from stages.ingest.chroma_chunking import read_chroma_chunking
from stages.ingest.dataset import Dataset
from stages.transcribe.parse import parse_file

REAL = ROOT.parent / "shared" / "datasets" / "chroma_chunking"
KILN = " = Kilns =\n\nA kiln  is hot. It opens at nine.\nA kiln is hot.\n"


def reference(content: str, start: int) -> dict[str, Any]:
    return {"content": content, "start_index": start, "end_index": start + len(content)}


def segment_chars(first: int, char_start: int, last: int, char_end: int) -> dict[str, Any]:
    places = {"segment_first": first, "char_start": char_start, "segment_last": last, "char_end": char_end}
    return {"kind": "segment_chars", **places}


def write(folder: Path, *rows: tuple[str, object, str]) -> Path:
    (folder / "corpora").mkdir()
    (folder / "corpora" / "kiln.md").write_text(KILN)
    with (folder / "questions_df.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["question", "references", "corpus_id"])
        writer.writerows((text, json.dumps(references), name) for text, references, name in rows)
    return folder


def read(folder: Path) -> Dataset:
    return read_chroma_chunking(folder, "data/captions")


def test_a_small_set(tmp_path: Path) -> None:
    second = KILN.rindex("A kiln is hot.")
    rows = [
        (
            "What, in\nKilns, is  hot?",
            [reference("A kiln is hot.", second), reference("= Kilns =\n\nA", 1)],
            "kiln",
        ),
        ("Moved?", [reference("A kiln is hot.", second + 1)], "kiln"),
        ("Half moved?", [reference("Kilns", 3), reference("Kilns", 4)], "kiln"),
        ("None?", [], "kiln"),
        ("Where?", [reference("Kilns", 3)], "oven"),
    ]
    read_in = read(write(tmp_path, *rows))
    (video,) = read_in.videos
    assert (video.video_id, video.title, video.captions) == ("kiln", "kiln", "data/captions/kiln.json")
    assert [row["text"] for row in json.loads(read_in.captions["kiln.json"])["segments"]] == [
        "= Kilns =",
        "A kiln  is hot. It opens at nine.",
        "A kiln is hot.",
    ]
    (question,) = read_in.questions
    assert question.text == "What, in Kilns, is hot?"
    assert [[{**mark} for mark in marks] for marks in question.gold] == [
        [segment_chars(2, 0, 2, 14), segment_chars(0, 0, 1, 1)]  # one alternative, of both passages
    ]
    assert read_in.dropped == {"reference not where the set says": 3, "unknown document": 1}


def test_a_wrong_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"corpora has no documents: copy"):
        read(tmp_path)
    write(tmp_path, ("Why?", {"content": "x"}, "kiln"))
    with pytest.raises(UserError, match=r"questions_df\.csv: row 1: references: .*list"):
        read(tmp_path)
    (tmp_path / "questions_df.csv").write_text("question,references\nWhy?,[]\n")
    with pytest.raises(UserError, match=r"questions_df\.csv: row 1: corpus_id: Field required"):
        read(tmp_path)
    (tmp_path / "questions_df.csv").write_text('question,references\n"' + "x" * 140_000)  # a quote is lost
    with pytest.raises(UserError, match=r"questions_df\.csv is no CSV"):
        read(tmp_path)
    (tmp_path / "questions_df.csv").unlink()
    with pytest.raises(UserError, match=r"questions_df\.csv is missing"):
        read(tmp_path)


@pytest.mark.skipif(not REAL.is_dir(), reason="the public data sets are not beside the project")
def test_every_passage_of_the_real_set_stands_where_it_is_placed(tmp_path: Path) -> None:
    read_in = read(REAL)
    assert Counter(question.video_id for question in read_in.questions) == {
        "wikitexts": 144,
        "pubmed": 99,
        "finance": 97,
        "state_of_the_union": 76,
        "chatlogs": 56,
    }
    assert (read_in.dropped, read_in.repeats) == ({}, 0)
    talks = {}
    for name, text in read_in.captions.items():
        (tmp_path / name).write_text(text)
        talks[Path(name).stem] = Transcript(Path(name).stem, parse_file(tmp_path / name).rows)
    with (REAL / "questions_df.csv").open(encoding="utf-8", newline="") as file:
        contents = {
            " ".join(row["question"].split()): [r["content"].split() for r in json.loads(row["references"])]
            for row in csv.DictReader(file)
        }
    for question in read_in.questions:
        talk = talks[question.video_id or ""]
        [marks] = question.gold
        assert [talk.text[slice(*place(mark, talk))].split() for mark in marks] == contents[question.text]
