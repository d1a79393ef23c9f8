from pathlib import Path

import pytest

from stages.core.errors import UserError
from stages.transcribe.captions.read import read_captions

VTT = "WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n"
SRT = "1\n00:00:01,000 --> 00:00:02,000\nHello\n"
JSON = '{"segments": [{"text": "Hello", "start": 1, "end": 2}]}'


@pytest.mark.parametrize("suffix", [".vtt", ".srt", ".json"])
@pytest.mark.parametrize("text", [VTT, SRT, JSON])
def test_content_tells_the_format_not_the_name(tmp_path: Path, text: str, suffix: str) -> None:
    path = tmp_path / f"talk{suffix}"
    path.write_text(text, encoding="utf-16")
    (segment,) = read_captions(path).segments
    assert (segment.text, segment.start_s, segment.end_s) == ("Hello", 1.0, 2.0)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"just text", "talk.vtt holds no captions"),
        (b"\xff\xfe\x00", "talk.vtt is not UTF-16-LE"),
        (b"{", "talk.vtt is not JSON"),
        (b'{"segments":' + b"[" * 100_000, "talk.vtt"),
        (b"1" + b"\0" * 9, "talk.vtt"),
        (b"<html><p>x</p></html>", "talk.vtt holds no captions"),
        (b"<transcripts/>", "its root <transcripts> is none of"),
        (b"<tt><p>", "talk.vtt is broken XML"),
        (b"<!DOCTYPE tt><tt/>", "talk.vtt is XML with a document type"),
        (b"\x81\x8d", "talk.vtt is not UTF-8"),
    ],
)
def test_a_broken_file_is_one_line_that_names_it(tmp_path: Path, data: bytes, says: str) -> None:
    path = tmp_path / "talk.vtt"
    path.write_bytes(data)
    with pytest.raises(UserError, match=says) as caught:
        read_captions(path)
    assert "\n" not in str(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"talk\.vtt is missing"):
        read_captions(tmp_path / "talk.vtt")
