import pytest

from stages.transcribe.captions.detect import detect
from stages.transcribe.captions.losses import Losses
from stages.transcribe.captions.srt import parse_srt

HEAD = "1\n00:00:01,000 --> 00:00:02,000\n"


def read(text: str) -> tuple[list[tuple[float | None, float | None, str]], Losses]:
    losses = Losses()
    cues = parse_srt(text, losses)
    return [(cue.start_s, cue.end_s, " ".join(line.text for line in cue.lines)) for cue in cues], losses


def test_tags_go_and_nothing_is_decoded() -> None:
    body = "{\\an8}<i>AT&amp;T</i> <FONT color=red>x < y</FONT> <3"
    (cue,), losses = read(HEAD + body)
    assert cue == (1.0, 2.0, "AT&amp;T x < y <3")
    assert losses.not_carried == {"markup": len("{\\an8}<i></i><FONTcolor=red></FONT>")}


@pytest.mark.parametrize(
    ("stamp", "start_s"),
    [
        ("00:00:01,5", 1.5),
        ("00:00:01.05", 1.05),
        ("0:0:1,0005", 1.0005),
        ("01:02,250", 62.25),
        ("100:00:00", 360000.0),
        ("00:00:01", 1.0),
        (" 00:00:01,000", 1.0),
    ],
)
def test_a_fraction_is_decimal_and_fields_may_be_short(stamp: str, start_s: float) -> None:
    ((start, _, text),), _ = read(f"1\n{stamp} --> 200:00:00,000\nHello\n")
    assert (start, text) == (start_s, "Hello")


@pytest.mark.parametrize("arrow", ["->", "-- >", "–>", "→", "-->"])
def test_arrows_of_the_wild(arrow: str) -> None:
    (cue,), _ = read(f"1\n00:00:01,000 {arrow} 00:00:02,000\nHello\n")
    assert cue == (1.0, 2.0, "Hello")
    assert detect(f"1\n00:00:01,000 {arrow} 00:00:02,000\nHello\n", "a.srt") == "subrip"


def test_an_arrow_in_a_text_is_no_timing() -> None:
    assert detect("[0:05] Ann: Hi.\n0:05 -> 0:10 Hello\n", "a.txt") == "text"


def test_one_broken_time_costs_one_cue_and_is_told() -> None:
    cues, losses = read(
        HEAD + "one\n\n2\n00:00:99:99 --> 00:00:03,000\nlost\n\n3\n00:00:04,000 --> 5\nthree\n"
    )
    assert [text for *_, text in cues] == ["one", "three"]
    assert losses.dropped == {"unreadable_time": 1} and losses.not_carried == {"unreadable_time": 4}
    assert losses.warnings == [
        "line 6: the time cannot be read, its cue is left out: '00:00:99:99 --> 00:00:03,000'"
    ]


def test_an_arrow_in_the_text_is_text() -> None:
    cues, losses = read(HEAD + "A --> B\n\n2\n00:00:0x,000 --> 00:00:03,000\nlost")
    assert [text for *_, text in cues] == ["A --> B"]
    assert losses.dropped == {"unreadable_time": 1}


def test_an_end_that_is_missing_is_the_next_start() -> None:
    cues, losses = read(
        "1\n00:00:01,000 -->\none\n\n2\n00:00:04,000 --> 00:00:05,000\ntwo\n\n3\n00:00:06,000 --> \n3"
    )
    assert [(start, end) for start, end, _ in cues] == [(1.0, 4.0), (4.0, 5.0), (6.0, 6.0)]
    assert losses.repaired == 2


def test_numbers_that_are_text_and_numbers_that_are_indices() -> None:
    text = (
        HEAD
        + "250\n\n2\n\n00:00:03,000 --> 00:00:04,000\n7\n\n8\n\n3\n00:00:05,000 --> 00:00:06,000\nend\n\n4\n"
    )
    cues, _ = read(text)
    assert [text for *_, text in cues] == ["250", "7 8", "end"]


def test_text_before_the_first_cue_is_left_out_and_told() -> None:
    cues, losses = read("My film\n\n" + HEAD + "one")
    assert [text for *_, text in cues] == ["one"]
    assert losses.not_carried == {"outside_cues": 6}
    assert losses.warnings == ["line 1: text outside of any cue is left out: 'My film'"]
