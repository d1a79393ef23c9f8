"""Settings of embed: conf/embed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from stages.core.settings import exact

SECTION = "embed"
ENGINES = ("sentence-transformers", "transformers", "torch")


@exact
@dataclass(frozen=True)
class Settings:
    """Which encoder."""

    model: str
    batch_size: Annotated[int, Field(gt=0)]
    engines: Mapping[str, str]
