"""What data/talks promises: size and kinds; and gold, captions and turns are those of the timelines."""

import json
import re
from collections import Counter
from itertools import combinations

import av
import pytest

from stages.core.paths import DATA, ROOT
from stages.ingest.folder import read_folder
from stages.ingest.split import split_of
from stages.ingest.tables import query_and_label_rows
from tools.talks.script import NEGATIVE_KINDS, read_script

MAKER = ROOT / "tools" / "talks"
TALKS, SCRIPTED = DATA / "talks", DATA / "talks_scripts"


@pytest.fixture(scope="module")
def scripts():
    return {path.stem: read_script(path) for path in sorted((MAKER / "scripts").glob("*.txt"))}


@pytest.fixture(scope="module")
def timelines():
    files = sorted((MAKER / "timelines").glob("*.json"))
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in files}


@pytest.fixture(scope="module")
def questions():
    return [json.loads(line) for line in (TALKS / "questions.jsonl").read_text(encoding="utf-8").splitlines()]


def words_at_once(lines):
    """Pairs of words of two speakers that sound at the same time."""
    return [
        (left["text"], right["text"])
        for one, other in combinations(lines, 2)
        if one["speaker"] != other["speaker"] and other["start_s"] < one["end_s"]
        for left in one["words"]
        for right in other["words"]
        if left["start_s"] < right["end_s"] and right["start_s"] < left["end_s"]
    ]


def test_there_is_one_recording_and_one_timeline_a_script(scripts, timelines):
    media = {path.name for path in TALKS.iterdir()} - {"README.md", "questions.jsonl"}
    captioned = {f"{title}.vtt" for title, script in scripts.items() if script.captions}
    assert media == {script.media for script in scripts.values()} | captioned
    assert {title: timeline["media"] for title, timeline in timelines.items()} == {
        title: script.media for title, script in scripts.items()
    }


def test_the_corpus_is_as_large_as_it_should_be(scripts, timelines):
    lengths_s = [timeline["duration_s"] for timeline in timelines.values()]
    assert len(lengths_s) >= 24
    assert 50 * 60 <= sum(lengths_s) < 55 * 60  # all of it goes through speech recognition in each test run
    assert 14.5 * 60 <= max(lengths_s) <= 15.5 * 60
    assert sum(path.stat().st_size for path in TALKS.iterdir()) <= 16e6
    endings = {script.media.rpartition(".")[2] for script in scripts.values()}
    assert endings == {"mp4", "webm", "mp3", "ogg", "m4a", "mkv"}


def test_speakers_overlaps_and_noises_are_on_both_sides(scripts, timelines):
    split = {title: split_of(title, 0.5) for title in scripts}
    several = [title for title, line in timelines.items() if len({x["speaker"] for x in line["lines"]}) > 1]
    overlapped = [title for title in several if len(words_at_once(timelines[title]["lines"])) >= 8]
    noisy = [title for title, script in scripts.items() if script.noise]
    assert len(several) >= 8
    assert len(overlapped) >= 4
    assert len(noisy) >= 4
    assert len({scripts[title].noise[0] for title in noisy}) >= 4
    for titles in (several, overlapped, noisy):
        assert min(Counter(split[title] for title in titles)[side] for side in ("dev", "test")) >= 2
    assert min(Counter(split.values()).values()) >= 10


def test_each_recording_is_as_long_as_its_timeline(timelines):
    for timeline in timelines.values():
        with av.open(str(TALKS / timeline["media"])) as container:
            assert container.duration / av.time_base == pytest.approx(timeline["duration_s"], abs=1.1)
            assert container.streams.audio[0].channels == 1


def test_there_are_questions_enough_of_every_kind_in_every_talk(scripts, questions):
    counts = Counter(question.get("negative_kind", "answerable") for question in questions)
    assert counts["answerable"] >= 130
    assert sum(counts[kind] for kind in NEGATIVE_KINDS) >= 70
    for title in scripts:
        asked = Counter(
            question.get("negative_kind", "answerable")
            for question in questions
            if question["video"] == title
        )
        assert asked["answerable"] >= 4
        assert min(asked[kind] for kind in NEGATIVE_KINDS) >= 1
    assert len({(question["video"], question["question"]) for question in questions}) == len(questions)


def test_gold_is_the_time_of_the_marked_sentences(scripts, timelines, questions):
    rows = iter(questions)
    for title, script in scripts.items():
        spans = {
            sentence.mark: {"start_s": line["start_s"], "end_s": line["end_s"]}
            for sentence, line in zip(script.sentences, timelines[title]["lines"], strict=True)
            if sentence.text == line["text"] and sentence.speaker == line["speaker"]
        }
        for question in script.questions:
            row = next(rows)
            assert (row["video"], row["question"]) == (title, question.text)
            assert row["answerable"] == (not question.negative_kind)
            assert row.get("gold", []) == [[spans[mark] for mark in side] for side in question.gold]
    assert next(rows, None) is None


def test_words_lie_within_their_sentence_and_sentences_in_order(timelines):
    for timeline in timelines.values():
        starts = [line["start_s"] for line in timeline["lines"]]
        assert starts == sorted(starts)
        for line in timeline["lines"]:
            times = [time for word in line["words"] for time in (word["start_s"], word["end_s"])]
            assert times == sorted(times)
            assert (line["start_s"], line["end_s"]) == (times[0], times[-1])
            assert line["end_s"] < timeline["duration_s"]


def test_turns_are_the_lines_of_the_timeline(timelines):
    for title, timeline in timelines.items():
        rows = (MAKER / "timelines" / f"{title}.rttm").read_text(encoding="utf-8").splitlines()
        for row, line in zip(rows, timeline["lines"], strict=True):
            kind, file, channel, start_s, length_s, *_, speaker, _, _ = row.split()
            assert (kind, file, channel) == ("SPEAKER", title, "1")
            assert speaker == line["speaker"].replace(" ", "_")
            assert float(start_s) == line["start_s"]
            assert float(length_s) == pytest.approx(line["end_s"] - line["start_s"], abs=6e-4)


def test_the_scripts_as_captions_say_what_was_said_when(timelines, scripts):
    assert {path.stem for path in SCRIPTED.glob("*.vtt")} == set(timelines)
    for title, timeline in timelines.items():
        text = (SCRIPTED / f"{title}.vtt").read_text(encoding="utf-8")
        cues = re.findall(r"00:(\d\d):([\d.]+) --> 00:(\d\d):([\d.]+)\n(?:<v ([^>]+)>)?(.+)\n", text)
        several = len(scripts[title].speakers) > 1
        assert [
            (round(int(a) * 60 + float(b), 3), round(int(c) * 60 + float(d), 3), speaker, said)
            for a, b, c, d, speaker, said in cues
        ] == [
            (line["start_s"], line["end_s"], line["speaker"] if several else "", line["text"])
            for line in timeline["lines"]
        ]


def of_folder(folder):
    dataset = read_folder(folder, ROOT)
    return dataset.questions, dataset.videos


def test_both_datasets_ask_the_same_of_the_same():
    tables = [query_and_label_rows(*of_folder(folder), 0.5) for folder in (TALKS, SCRIPTED)]
    assert tables[0] == tables[1]
    assert len(tables[0][0]) >= 200


def test_the_readme_has_every_talk_with_its_counts(scripts, timelines, questions):
    readme = (TALKS / "README.md").read_text(encoding="utf-8")
    for title, script in scripts.items():
        (row,) = re.findall(rf"^\| `{re.escape(script.media)}` \|.*$", readme, re.MULTILINE)
        *_, minutes, answerable, negatives, _ = [cell.strip() for cell in row.strip("|").split("|")]
        labels = Counter(question["answerable"] for question in questions if question["video"] == title)
        assert (int(answerable), int(negatives)) == (labels[True], labels[False])
        assert float(minutes) == round(timelines[title]["duration_s"] / 60, 2)
