"""Each format with what its makers do: worked by hand."""

from pathlib import Path
from typing import Any

import pytest

from stages.core.errors import UserError
from stages.transcribe.captions.losses import Losses
from stages.transcribe.captions.speakers import speaker_names
from stages.transcribe.parse import loss_line, parse_file

TTML = (
    '<tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" '
    'xmlns:ttm="http://www.w3.org/ns/ttml#metadata" {}>'
    '<head><metadata><ttm:agent xml:id="a"><ttm:name>Ann Lee</ttm:name></ttm:agent></metadata></head>'
    "<body>{}</body></tt>"
)


@pytest.fixture
def read(tmp_path: Path) -> Any:
    def rows(text: str | bytes, name: str = "a.vtt") -> list[tuple[Any, ...]]:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        parsed = parse_file(path)
        rows.report = parsed.report  # type: ignore[attr-defined]
        rows.words = [  # type: ignore[attr-defined]
            (word["text"], word["start_s"], word["end_s"]) for row in parsed.rows for word in row["words"]
        ]
        return [(row["start_s"], row["end_s"], row["speaker"], row["text"]) for row in parsed.rows]

    return rows


@pytest.mark.parametrize(
    ("parameters", "times", "start_s", "end_s"),
    [
        ("", 'begin="00:00:01.5" end="2s"', 1.5, 2.0),
        ('ttp:frameRate="25"', 'begin="00:00:01:05" dur="25f"', 1.2, 2.2),
        ('ttp:frameRate="30" ttp:frameRateMultiplier="1000 1001"', 'begin="30f" end="60f"', 1.001, 2.002),
        ('ttp:frameRate="30" ttp:frameRateMultiplier="1 0 5"', 'begin="30f" end="60f"', 1.0, 2.0),
        ('ttp:frameRate="30" ttp:frameRateMultiplier="1 0"', 'begin="30f" end="60f"', 1.0, 2.0),
        ('ttp:frameRate="25" ttp:subFrameRate="5"', 'begin="00:00:01:05.5" end="250t"', 1.24, 2.0),
        ('ttp:tickRate="1000"', 'begin="1500t" end="0.5m"', 1.5, 30.0),
        ("", 'begin="0.001h" dur="250ms"', 3.6, 3.85),
        (
            'ttp:timeBase="smpte" ttp:frameRateMultiplier="1000 1001" ttp:dropMode="dropNTSC"',
            'begin="00:10:00:00" end="00:10:01:00"',
            599.999,  # 17,982 frames at 30000/1001
            601.0,
        ),
    ],
)
def test_every_form_of_time_of_ttml(
    read: Any, parameters: str, times: str, start_s: float, end_s: float
) -> None:
    text = TTML.format(parameters, f"<div><p {times}>One<br/>two</p></div>")
    assert read(text) == [(start_s, end_s, None, "One two")]


def test_ttml_nests_times_and_names_agents(read: Any) -> None:
    body = (
        '<div begin="10s" timeContainer="seq"><p dur="2s" ttm:agent="a">A</p>'
        '<p begin="1s" dur="2s">B</p></div><div begin="20s" end="22s"><p begin="1s" end="9s">'
        '<span begin="0.5s">C</span> <span ttm:agent="a">D</span></p></div><p>E</p>'
    )
    assert read(TTML.format("", body)) == [
        (10.0, 12.0, "Ann Lee", "A"),
        (13.0, 15.0, None, "B"),
        (21.0, 22.0, None, "C"),
        (21.0, 22.0, "Ann Lee", "D"),
        (None, None, None, "E"),
    ]


def test_a_document_type_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.ttml"
    path.write_text('<!DOCTYPE tt [<!ENTITY a "aa">]><tt><body><p begin="1s">&a;</p></body></tt>')
    with pytest.raises(UserError, match="document type"):
        parse_file(path)


def test_youtube_xml(read: Any) -> None:
    srv3 = (
        '<timedtext format="3"><body><w id="1"/><p t="1000" d="3000" w="1"><s>clay</s>'
        '<s t="400"> needs</s></p>'
        '<p t="2000" w="1" a="1">\n</p><p t="3000" w="1"><s>it</s></p></body></timedtext>'
    )
    assert read(srv3) == [(1.0, 4.0, None, "clay needs"), (3.0, 3.0, None, "it")]
    assert read.words[:2] == [("clay", 1.0, 1.4), ("needs", 1.4, 3.0)]
    assert read('<transcript><text start="1.5" dur="2">Q&amp;amp;A it&amp;#39;s</text></transcript>') == [
        (1.5, 3.5, None, "Q&A it's")
    ]


def cues(*cues: tuple[float, float, str]) -> str:
    return "WEBVTT\n\n" + "\n".join(f"00:{a:06.3f} --> 00:{b:06.3f}\n{text}\n" for a, b, text in cues)


@pytest.mark.parametrize(
    ("shown", "said"),
    [
        (["the kiln", "the kiln\nis hot", "is hot\nby noon"], ["the kiln", "is hot", "by noon"]),
        (["a", "a b", "a b c d", "e f"], ["a", "b", "c d", "e f"]),
        (["a b c d", "b c d e", "c d e f"], ["a b c d", "e", "f"]),
        (["no", "a\nno", "no\nno", "no\nb"], ["no", "a", "no", "no", "b"]),
        (["No.", "No.", "No, no."], ["No.", "No.", "No, no."]),
        (["I said\nno", "no\nway"], ["I said no", "no way"]),
    ],
)
def test_what_rolls_is_there_once(read: Any, shown: list[str], said: list[str]) -> None:
    text = cues(*((i, i + 1.0, body) for i, body in enumerate(shown)))
    assert " ".join(row[3] for row in read(text)).split() == " ".join(said).split()


def test_one_speaker_does_not_repeat_another(read: Any) -> None:
    text = cues(
        (0, 1, "<v Ann>yes"), (1, 2, "<v Bo>yes\nno"), (2, 3, "<v Ann>no\nbut"), (3, 4, "<v Ann>but\nso")
    )
    assert [row[2:] for row in read(text)][:3] == [("Ann", "yes"), ("Bo", "yes no"), ("Ann", "no but")]


def test_pieces_with_clocks_of_their_own(read: Any) -> None:
    head = "WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:{},LOCAL:00:00:00.000\n\n00:01.000 --> 00:03.000\n{}\n\n"
    turn = 1 << 33
    text = (
        head.format(900_000, "One.")
        + "\ufeff"
        + head.format(1_800_000, "Two.")
        + head.format(turn - 1, "No.")
    )
    assert [(row[0], row[3]) for row in read(text)] == [(0.0, "No."), (1.0, "One."), (11.0, "Two.")]
    halves = head.format(0, "Same.") + "WEBVTT\n\n00:03.000 --> 00:04.000\nSame.\n"
    assert read(halves) == [(1.0, 4.0, None, "Same.")]
    assert read.report["dropped"] == {"repeated_at_join": 1}


def test_meeting_software(read: Any) -> None:
    assert read(
        "Sync\n\nDana Moss  0:05\nThe shelf at 10:30.\nIs full.\n\nOla  1:00:09\nYes.\n", "a.txt"
    ) == [
        (5.0, 3609.0, "Dana Moss", "The shelf at 10:30. Is full."),
        (3609.0, None, "Ola", "Yes."),
    ]
    assert loss_line(read.report) == "line 1: text outside of any cue is left out: 'Sync'"
    assert read(
        "10:02:13 From Dana Moss to Everyone:\n\tHi\n10:02:15 From Ola (host) to Ann(Direct): ok"
    ) == [
        (36133.0, 36135.0, "Dana Moss", "Hi"),
        (36135.0, None, "Ola (host)", "ok"),
    ]
    assert read("[Dana Moss] 10:02:13\nHi\n[Ola] 10:02:14\nok") == [
        (36133.0, 36134.0, "Dana Moss", "Hi"),
        (36134.0, None, "Ola", "ok"),
    ]
    assert read("0:00\nwelcome\n0:05\nlet us begin at 10:30\n") == [
        (0.0, 5.0, None, "welcome"),
        (5.0, None, None, "let us begin at 10:30"),
    ]
    assert read("[00:00.000 --> 00:02.500]  Blanda leran.\n[00:02.500 --> 00:04.000]  Sen vila.") == [
        (0.0, 2.5, None, "Blanda leran."),
        (2.5, 4.0, None, "Sen vila."),
    ]


def test_text_without_times(read: Any) -> None:
    assert read("Dana: hi\nOla: note: it is\n\nhot\nDana: yes", "a.txt") == [
        (None, None, "Dana", "hi"),
        (None, None, "Ola", "note: it is hot"),
        (None, None, "Dana", "yes"),
    ]
    assert [row[3] for row in read("one\ntwo\n\nthree", "a.txt")] == ["one two", "three"]
    assert [row[3] for row in read("one\ntwo", "a.txt")] == ["one", "two"]


@pytest.mark.parametrize(
    ("lines", "names"),
    [
        (["Dana: a", "b", "c", "d"], []),
        (["Dana: a", "Ola: b"], ["Dana", "Ola"]),
        (["Note: a", "Step 2: b", "https://x.org: c", "10:30: d", "the ratio: e"], []),
        (["Dr. A. de Vries: x", *"abcd"], ["Dr. A. de Vries"]),
        (["Machine Learning: x", *"abcdefgh"], []),
        (["JO: x", "JO: y", "JO: z", *"abcdefghijklmnopqrstuvwxyz"], ["JO"]),
        (["田中：はい", "佐藤：ええ"], ["佐藤", "田中"]),
    ],
)
def test_what_counts_as_a_speaker(lines: list[str], names: list[str]) -> None:
    assert sorted(speaker_names([[line] for line in lines])) == names


def test_warnings_are_few_and_losses_all_counted() -> None:
    losses = Losses()
    for line in range(9):
        losses.leave_out(["", "stray"], line)
    losses.leave_out([" ", ""])
    assert len(losses.warnings) == 5 and losses.not_carried == {"outside_cues": 45}
    assert losses.warnings[0].startswith("line 1: ")
