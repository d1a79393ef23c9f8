"""Reads questions.jsonl: one JSON object a line, checked strictly; see docs/datasets.md for the keys."""

import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    FiniteFloat,
    ValidationError,
    model_validator,
)

from stages.core.artifacts import shown
from stages.core.errors import UserError, hint
from stages.ingest.dataset import Gold, Mark, Question

MAX_PROBLEMS = 5
MAX_OFFSET = 2**31 - 1


def not_blank(text: str) -> str:
    """The text, if it has more than white space."""
    if not text.strip():
        raise ValueError("must not be empty")
    return text


Seconds = Annotated[FiniteFloat, Field(ge=0)]
Count = Annotated[int, Field(ge=0, le=MAX_OFFSET)]
Text = Annotated[str, AfterValidator(not_blank)]


class Span(BaseModel):
    """One span of gold, said in one of three ways; other keys are ignored."""

    model_config = ConfigDict(strict=True)

    start_s: Seconds | None = None
    end_s: Seconds | None = None
    quote: Text | None = None
    occurrence: Annotated[int, Field(ge=1, le=MAX_OFFSET)] | None = None
    char_start: Count | None = None
    char_end: Count | None = None

    @model_validator(mode="after")
    def one_way(self) -> "Span":
        """Exactly one way, whole, and its end not before its start."""
        times = (self.start_s, self.end_s)
        chars = (self.char_start, self.char_end)
        ways = [times != (None, None), self.quote is not None, chars != (None, None)]
        if sum(ways) != 1:
            raise ValueError("give either start_s and end_s, or quote, or char_start and char_end")
        if self.occurrence is not None and self.quote is None:
            raise ValueError("occurrence goes with quote only")
        if ways[0] and (self.start_s is None or self.end_s is None or self.end_s < self.start_s):
            raise ValueError("start_s and end_s must both be there, end_s not before start_s")
        if ways[2] and (self.char_start is None or self.char_end is None or self.char_end <= self.char_start):
            raise ValueError("char_start and char_end must both be there, char_end after char_start")
        return self

    def mark(self) -> Mark:
        """As a row of records.GOLD_MARK."""
        kind = "quote" if self.quote is not None else "time" if self.start_s is not None else "chars"
        return {"kind": kind, **self.model_dump(exclude_none=True)}


def as_alternatives(gold: object) -> object:
    """A flat list of spans is one alternative."""
    if isinstance(gold, list) and gold and all(isinstance(span, dict) for span in gold):
        return [gold]
    return gold


class Line(BaseModel):
    """One line of questions.jsonl; other keys are ignored."""

    model_config = ConfigDict(strict=True)

    question: Text
    answerable: bool
    video: Text | None = None
    scope: Literal["video", "corpus"] = "video"
    gold: Annotated[list[Annotated[list[Span], Field(min_length=1)]], BeforeValidator(as_alternatives)] = (
        Field(default_factory=list)
    )
    negative_kind: Text | None = None
    reference_answer: str | None = None

    @model_validator(mode="after")
    def label_and_gold(self) -> "Line":
        """Gold where, and only where, there is an answer."""
        if self.answerable and not self.gold:
            raise ValueError("an answerable question needs gold: where the video says it")
        if self.answerable and self.video is None:
            raise ValueError("an answerable question needs video: the one in which its gold lies")
        if self.answerable and self.negative_kind is not None:
            raise ValueError("an answerable question has no negative_kind")
        if not self.answerable and self.gold:
            raise ValueError("a question that is not answerable has no gold")
        return self

    def asked(self, video_id: str | None) -> Question:
        """The question about the video of that id."""
        gold: Gold = [[span.mark() for span in alternative] for alternative in self.gold]
        return Question(
            text=" ".join(self.question.split()),
            video_id=video_id,
            scope=video_id if self.scope == "video" else None,
            answerable=self.answerable,
            gold=gold,
            negative_kind=None if self.answerable else self.negative_kind or "other",
            reference_answer=self.reference_answer,
        )


def read_questions(path: Path, names: Mapping[str, list[str]]) -> list[Question]:
    """Read the question file.

    Args:
        path: the file, UTF-8, with or without a byte order mark.
        names: what a user may call a video -> the ids of the videos that this may mean.

    Raises: UserError in one line that names the file and the first several wrong lines with what is wrong.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UserError(f"{shown(path)} is not UTF-8 (byte {error.start}): save it as UTF-8") from None
    lines = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    if not lines:
        raise UserError(f"{shown(path)} holds no questions: write one JSON object a line, or remove the file")
    questions: list[Question] = []
    problems: list[str] = []
    said: dict[tuple[str, str | None, str | None], tuple[int, bool]] = {}
    for number, line in lines:
        try:
            question = parse(line, names)
        except ValueError as error:  # pydantic's too
            problems.append(f"line {number}: {reason(error)}")
            continue
        key = (question.text, question.video_id, question.scope)
        first, answerable = said.setdefault(key, (number, question.answerable))
        if answerable != question.answerable:
            problems.append(f"line {number}: asks the same as line {first}, with the other label")
        questions.append(question)
    if problems:
        more = len(problems) - MAX_PROBLEMS
        listed = "; ".join(problems[:MAX_PROBLEMS]) + (f"; and {more} more" if more > 0 else "")
        raise UserError(f"{shown(path)}: {listed}: mend these lines (docs/datasets.md has the keys)")
    return questions


def parse(line: str, names: Mapping[str, list[str]]) -> Question:
    """One line. Raises ValueError (pydantic's ValidationError is one) saying what is wrong."""
    row = Line.model_validate_json(line)
    return row.asked(None if row.video is None else find_video(row.video, names))


def find_video(name: str, names: Mapping[str, list[str]]) -> str:
    """The id of the video that the user calls `name`: its path without or with extension."""
    found = names.get(name) or names.get(unicodedata.normalize("NFC", name)) or []
    if len(found) == 1:
        return found[0]
    if found:
        raise ValueError(f"video {name!r} may be several files: give its name with the extension")
    raise ValueError(f"there is no video {name!r}{hint(name, names)}")


def reason(error: ValueError) -> str:
    """What is wrong, in one line, without the text of the line: it may hold the answer."""
    if not isinstance(error, ValidationError):
        return str(error)
    parts = []
    for item in error.errors(include_url=False, include_input=False):
        where = ".".join(str(part) for part in item["loc"])
        message = item["msg"].removeprefix("Value error, ").replace(" at line 1 column", " at column")
        what = "missing" if item["type"] == "missing" else message
        parts.append(f"{where}: {what}" if where else what)
    return ", ".join(parts)
