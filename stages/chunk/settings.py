"""Settings of chunk: conf/chunk. Each choice has its own keys."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from stages.core.errors import UserError
from stages.core.settings import exact

SECTION = "chunk"
ENGINES = ("sentencex", "tokenizers")

Positive = Annotated[int, Field(gt=0)]
Natural = Annotated[int, Field(ge=0)]


@exact
@dataclass(frozen=True)
class Limits:
    """What every choice has."""

    max_tokens: Annotated[int, Field(gt=2)]
    """Word pieces of the embedder in one chunk, special tokens included."""
    tokenizer: str
    """The embedder's weights, whose tokenizer counts."""
    language: Annotated[str, Field(pattern="^[a-z]{2,3}$")]
    """Whose sentence rules to use."""
    engines: Mapping[str, str]


@exact
@dataclass(frozen=True)
class Fixed(Limits):
    """A number of words after the other, wherever sentences end."""

    name: Literal["fixed"]
    words: Positive | None
    """Words in one chunk; null: as many as max_tokens allows."""
    overlap_words: Natural

    def __post_init__(self) -> None:
        """Refuse to repeat whole chunks."""
        below("overlap_words", self.overlap_words, "words", self.words)
        below("overlap_words", self.overlap_words, "max_tokens", self.max_tokens)


@exact
@dataclass(frozen=True)
class Recursive(Limits):
    """Paragraphs, else lines, else sentences, else words: the coarsest that fits, packed."""

    name: Literal["recursive"]
    overlap_tokens: Natural

    def __post_init__(self) -> None:
        """Refuse to repeat whole chunks."""
        below("overlap_tokens", self.overlap_tokens, "max_tokens", self.max_tokens)


@exact
@dataclass(frozen=True)
class Sentence(Limits):
    """Whole sentences, one or several a chunk."""

    name: Literal["sentence"]
    max_sentences: Positive | None
    """Sentences in one chunk; null: as many as max_tokens allows."""
    overlap_sentences: Natural

    def __post_init__(self) -> None:
        """Refuse to repeat whole chunks."""
        below("overlap_sentences", self.overlap_sentences, "max_sentences", self.max_sentences)
        below("overlap_sentences", self.overlap_sentences, "max_tokens", self.max_tokens)


@exact
@dataclass(frozen=True)
class Turn(Limits):
    """Speaker turns."""

    name: Literal["turn"]
    min_tokens: Positive
    """Turns shorter than this are merged."""

    def __post_init__(self) -> None:
        """Refuse to merge all that max_tokens would part."""
        below("min_tokens", self.min_tokens, "max_tokens", self.max_tokens)


@exact
@dataclass(frozen=True)
class Window(Limits):
    """Overlapping windows of whole sentences."""

    name: Literal["window"]
    words: Positive
    """Words in one window, at most."""
    step_sentences: Positive
    """Sentences from the start of a window to the start of the next."""


Settings = Fixed | Recursive | Sentence | Turn | Window


def below(key: str, value: int, limit: str, most: int | None) -> None:
    """UserError that names both keys unless `value` is smaller than `most` (None: no limit)."""
    if most is not None and value >= most:
        raise UserError(
            f"chunk.{key} = {value} is not smaller than chunk.{limit} = {most}: "
            f"lower {key} or raise {limit} in conf/chunk"
        )
