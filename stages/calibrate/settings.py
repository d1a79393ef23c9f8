"""Settings of calibrate: conf/calibrate."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from stages.core.settings import exact

SECTION = "calibrate"
ENGINES = ("scikit-learn",)


@exact
@dataclass(frozen=True)
class Settings:
    """How the refusal is fitted on dev."""

    name: Literal["logistic"]
    folds: Annotated[int, Field(ge=2)]
    max_false_refusal: Annotated[float, Field(ge=0, lt=1)]
    """Share of answerable dev questions that the threshold may refuse, out of fold."""
    engines: Mapping[str, str]
