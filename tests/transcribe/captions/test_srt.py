import pytest

from stages.transcribe.captions.srt import parse_srt


def test_tags_go_and_nothing_is_decoded() -> None:
    (cue,) = parse_srt(
        "1\n00:00:01,000 --> 00:00:02,500\n{\\an8}<i>AT&amp;T</i> <FONT color=red>x < y</FONT> <3\n"
    )
    assert (cue.text, cue.start_s, cue.end_s, cue.time_source) == ("AT&amp;T x < y <3", 1.0, 2.5, "cue")


def test_broken_files_are_named_as_such() -> None:
    with pytest.raises(ValueError, match="is broken SubRip"):
        parse_srt("1\n00:00:01,000 --> soon\nHello\n\n2\n00:00:02,000 --> 00:00:03,000\nthere\n")
