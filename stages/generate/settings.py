"""Settings of generate: conf/generate."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from stages.core.settings import exact

SECTION = "generate"
ENGINES = ("sentence-transformers", "sentencex", "torch", "transformers")


@exact
@dataclass(frozen=True)
class Settings:
    """How an answer is made."""

    name: Literal["extractive"]
    k: Annotated[int, Field(gt=0, le=50)]
    """Passages shown to the generator."""
    sentences: Annotated[int, Field(gt=0)]
    """Sentences quoted."""
    encoder: str
    batch_size: Annotated[int, Field(gt=0)]
    """Sentences the encoder takes at once."""
    language: Annotated[str, Field(pattern="^[a-z]{2,3}$")]
    engines: Mapping[str, str]
