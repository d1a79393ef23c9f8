import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from stages.core.errors import UserError
from stages.core.paths import ROOT
from stages.ingest.dataset import Dataset
from stages.ingest.negatives.generated import with_negatives
from stages.ingest.qmsum import domain_of, read_qmsum, said
from stages.ingest.split import splits_of
from stages.ingest.tables import query_and_label_rows

REAL = ROOT.parent / "shared" / "datasets" / "qmsum"

AMI = ["Project Manager", "Marketing"]


def meeting(*turns: str, asked: Any = (), speakers: Any = AMI) -> dict[str, Any]:
    said_by = [speakers[number % len(speakers)] for number in range(len(turns))]
    return {
        "topic_list": [{"topic": "CANARY", "relevant_text_span": [["0", "1"]]}],
        "general_query_list": [{"query": "Summarize the whole meeting.", "answer": "CANARY"}],
        "specific_query_list": [
            {"query": text, "answer": "They agreed.", "relevant_text_span": spans} for text, spans in asked
        ],
        "meeting_transcripts": [
            {"speaker": speaker, "content": turn} for speaker, turn in zip(said_by, turns, strict=True)
        ],
    }


def read(folder: Path, **files: list[dict[str, Any]]) -> Dataset:
    for name, rows in files.items():
        (folder / f"{name}.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return read_qmsum(folder, "data/captions")


def test_a_meeting(tmp_path: Path) -> None:
    asked = [
        (" What of the  kelp? ", [["0", "1"], ["3", "3"]]),
        ("What of the kelp?", [["2", "2"]]),
        ("Beyond the end?", [["3", "4"]]),
        ("Backward?", [["2", "1"]]),
        (" ", [["0", "0"]]),
        ("Nowhere?", []),
    ]
    turns = ("So , kelp . {vocalsound}", "{disfmarker}", "An L_C_D_ ?", "Yes .")
    read_in = read(tmp_path, val=[meeting(*turns, asked=asked)])
    (video,) = read_in.videos
    assert (video.domain, video.family) == ("AMI", "AMI")
    assert video.title == f"AMI meeting {video.video_id.removeprefix('ami-')}"
    assert json.loads(read_in.captions[f"{video.video_id}.json"]) == {
        "segments": [
            {"text": "So , kelp . ", "speaker": "Project Manager"},
            {"text": "", "speaker": "Marketing"},
            {"text": "An LCD ?", "speaker": "Project Manager"},
            {"text": "Yes .", "speaker": "Marketing"},
        ]
    }
    (question,) = read_in.questions
    assert question.text == "What of the kelp?"
    assert question.gold == [
        [
            {"kind": "segments", "segment_first": 0, "segment_last": 1},
            {"kind": "segments", "segment_first": 3, "segment_last": 3},
        ],
        [{"kind": "segments", "segment_first": 2, "segment_last": 2}],
    ]
    assert question.reference_answer == "They agreed."
    assert read_in.repeats == 1
    assert read_in.dropped == {"turns out of range": 2, "empty question": 1, "no span": 1}
    assert "CANARY" not in str(read_in)


def test_a_meeting_is_the_same_in_whichever_file_it_stands(tmp_path: Path) -> None:
    first, second = meeting("Okay .", "One ."), meeting("Okay .", "Two .")
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    one = read(tmp_path / "a", train=[first, second])
    other = read(tmp_path / "b", test=[second], val=[first])
    assert {video.video_id for video in one.videos} == {video.video_id for video in other.videos}
    assert one.captions == other.captions and len(one.videos) == 2


def test_speakers_tell_the_domain() -> None:
    assert domain_of({"Professor Jean White", "Lynne Neagle AM"}) == "committee"
    assert domain_of({"Grad A", "PhD C", "Professor B"}) == "ICSI"
    assert domain_of({"User Interface", "Marketing", "Guest"}) == "AMI"


def test_marks_of_transcribers_are_not_said_and_other_text_stays() -> None:
    assert said("T_V_'s { gap } {Braces} a_b and X_1") == "TV's  {Braces} a_b and X1"


@pytest.mark.parametrize(
    ("files", "says"),
    [
        ({}, "has none of test.jsonl, train.jsonl, val.jsonl: copy them there"),
        ({"val": [{"meeting_transcripts": []}]}, "val.jsonl: line 1: specific_query_list: Field required"),
        ({"val": [meeting("a", asked=[("q", [["x", "1"]])])]}, "line 1: specific_query_list.0.relevant_text"),
    ],
)
def test_a_wrong_file_is_named(tmp_path: Path, files: dict[str, Any], says: str) -> None:
    with pytest.raises(UserError, match=says):
        read(tmp_path, **files)


@pytest.mark.skipif(not REAL.is_dir(), reason="the public data sets are not beside the project")
def test_the_real_set() -> None:
    read_in = with_negatives(read_qmsum(REAL, "data/captions"), 0.5, 0.5, 0.5)
    assert (len(read_in.videos), read_in.repeats, read_in.dropped) == (130, 1, {})
    labels = Counter(question.negative_kind for question in read_in.questions)
    assert labels[None] == 810
    assert 350 < labels["other-video"] < 450 and 300 < labels["nearest-topic"] < 450
    splits = splits_of(read_in.videos, 0.5)
    sides = Counter((video.domain, splits[video.video_id]) for video in read_in.videos)
    assert sides == {
        ("AMI", "dev"): 30,
        ("AMI", "test"): 29,
        ("ICSI", "dev"): 30,
        ("ICSI", "test"): 29,
        ("committee", "dev"): 6,
        ("committee", "test"): 6,
    }
    home = {question.text: question.video_id for question in read_in.questions if question.answerable}
    family = {video.video_id: video.family for video in read_in.videos}
    asked_again = [q for q in read_in.questions if not q.answerable]
    ami_of_ami = [q for q in asked_again if family[q.video_id or ""] and family[home[q.text] or ""]]
    several = Counter(question.text for question in read_in.questions if question.answerable)
    assert not [q for q in ami_of_ami if several[q.text] == 1]
    turns = [row for text in read_in.captions.values() for row in json.loads(text)["segments"]]
    assert len(turns) == 83232 and not any("{" in row["text"] for row in turns)
    _, rows = query_and_label_rows(read_in.questions, read_in.videos, 0.5)
    assert {row["split"] for row in rows} == {"dev", "test"}
