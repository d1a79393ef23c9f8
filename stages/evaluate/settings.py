"""Settings of evaluate: conf/evaluate."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from stages.core.settings import exact

SECTION = "evaluate"
ENGINES = ("numpy", "scipy")

Positive = Annotated[int, Field(gt=0)]


@exact
@dataclass(frozen=True)
class Settings:
    """At which depths and budgets to measure."""

    ks: Annotated[list[Positive], Field(min_length=1)]
    budgets_words: Annotated[list[Positive], Field(min_length=1)]
    bootstrap_samples: Positive
    engines: Mapping[str, str]
