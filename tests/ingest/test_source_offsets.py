"""Marks of a source's own offsets, placed by the rooms that they are made for."""

import json

from hypothesis import given
from hypothesis import strategies as st

from stages.core.transcripts import Transcript
from stages.gold.marks import place
from stages.ingest.chroma_chunking import line_spans
from stages.ingest.own_files import captions_text
from stages.ingest.source_offsets import mark_of
from stages.transcribe.captions.losses import Losses
from stages.transcribe.captions.whisper_json import parse_whisper_json
from stages.transcribe.transcript import transcript_rows

TEXT = "So  it\tis.\n\n  Yes, it is. \n"
LINES = line_spans(TEXT)


def transcribed(text: str) -> Transcript:
    captions = captions_text([text[slice(*span)] for span in line_spans(text)])
    return Transcript("v", transcript_rows(parse_whisper_json(json.loads(captions), Losses())))


def mark(first: int, char_start: int, last: int, char_end: int) -> dict:
    return {
        "kind": "segment_chars",
        "segment_first": first,
        "segment_last": last,
        "char_start": char_start,
        "char_end": char_end,
    }


def test_by_hand() -> None:
    assert LINES == [(0, 10), (14, 25)]
    assert mark_of(TEXT, LINES, 4, 6) == mark(0, 3, 0, 5)  # it
    assert mark_of(TEXT, LINES, 2, 21) == mark(0, 3, 1, 7)  # it is. Yes, it: the ends are trimmed
    assert mark_of(TEXT, LINES, 4, 14) == mark(0, 3, 0, 9)  # it is. And all white space to the next line
    assert mark_of(TEXT, LINES, 14, 25, first_segment=40) == mark(41, 0, 41, 11)


def test_no_such_span() -> None:
    for start, end in ((-1, 3), (3, 3), (4, 3), (20, 99), (10, 14), (2, 4)):
        assert mark_of(TEXT, LINES, start, end) is None


@given(st.text(st.sampled_from("ab. \t\u00a0\n\u2003é農"), max_size=60), st.data())
def test_a_span_is_placed_on_its_own_words(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    found = mark_of(text, line_spans(text), start, end)
    wanted = text[start:end].split()
    if not wanted:
        assert found is None
        return
    assert found is not None
    talk = transcribed(text)
    first, after = place(found, talk)
    assert talk.text[first:after].split() == wanted
    before = len("".join(text[:start].split()))
    assert len("".join(talk.text[:first].split())) == before  # the same words at another place would not do
