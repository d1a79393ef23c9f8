import pytest
from hypothesis import given
from hypothesis import strategies as st

from stages.core.paths import ROOT
from stages.transcribe.captions.losses import Losses
from stages.transcribe.captions.markup import spoken_lines
from stages.transcribe.captions.turns import cue_segments
from stages.transcribe.captions.vtt import parse_vtt
from stages.transcribe.segments import Segment

REAL = ROOT.parent / "shared" / "captions"


def read(text: str) -> list[Segment]:
    losses = Losses()
    return cue_segments(parse_vtt(text, losses), losses)


def voices(payload: str) -> list[tuple[str | None, str]]:
    return [(line.speaker, line.text.strip()) for line in spoken_lines(payload, entities=True)]


def cues(body: str) -> list[tuple[float | None, float | None, str | None, str]]:
    return [(s.start_s, s.end_s, s.speaker, s.text.strip()) for s in read("WEBVTT\n\n" + body)]


def test_a_cue_ends_at_a_blank_line_not_at_a_padded_one() -> None:
    assert cues("00:01.000 --> 00:02.000 align:start\none\n \ntwo\n\nthree") == [(1.0, 2.0, None, "one\ntwo")]


def test_a_timing_line_begins_a_cue_even_without_a_blank_line() -> None:
    assert [text for *_, text in cues("00:01.000 --> 00:02.000\none\n00:02.000 --> 00:03.000\ntwo")] == [
        "one",
        "two",
    ]


def test_two_voices_are_two_segments_that_share_the_time() -> None:
    assert cues("00:01.000 --> 00:02.000\n<v Ann>Yes.\n<v.loud Bo B.>No.</v> (bell)") == [
        (1.0, 2.0, "Ann", "Yes."),
        (1.0, 2.0, "Bo B.", "No."),
        (1.0, 2.0, None, "(bell)"),
    ]


def test_tags_go_and_other_angle_brackets_stay() -> None:
    assert voices("a <c.yellow>b</c><00:00:01.500> <b>c</b> <ruby>d<rt>e</rt></ruby>") == [(None, "a b c de")]
    assert voices("x < y, I <3 you &lt;b&gt; &amp;amp;") == [(None, "x < y, I <3 you <b> &amp;")]


def test_a_voice_without_a_name_is_no_speaker() -> None:
    assert voices("<v>Yes.</v>") == [(None, "Yes.")]


@given(st.text())
def test_any_text_is_read_without_an_exception(text: str) -> None:
    for segment in read("WEBVTT\n\n00:01.000 --> 00:02.000\n" + text):
        assert segment.text.strip()


@pytest.mark.skipif(not REAL.is_dir(), reason="the real caption files are not beside the project")
def test_a_real_talk() -> None:
    segments = read((REAL / "01-cycle-collector-talk.vtt").read_text(encoding="utf-8"))
    assert len({(segment.start_s, segment.end_s) for segment in segments}) == 15
    assert (segments[0].start_s, segments[-1].end_s) == (0.0, 108.0)
    assert [segment.speaker for segment in segments[1:4]] == ["Chris Pearce", "Kyle Huey", None]
