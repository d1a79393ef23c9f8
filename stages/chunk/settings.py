"""Settings of chunk: conf/chunk."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from stages.core.settings import exact

SECTION = "chunk"
ENGINES = ("sentencex", "tokenizers")


@exact
@dataclass(frozen=True)
class Settings:
    """How a transcript is cut."""

    name: Literal["sentence"]
    max_tokens: Annotated[int, Field(gt=2)]
    """Word pieces of the embedder in one chunk, special tokens included."""
    overlap_sentences: Annotated[int, Field(ge=0)]
    tokenizer: str
    """The embedder's weights, whose tokenizer counts."""
    language: Annotated[str, Field(pattern="^[a-z]{2,3}$")]
    engines: Mapping[str, str]
