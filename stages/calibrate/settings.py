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
    control: Literal["false_refusal", "false_answer"]
    """The error whose expected rate, over a new video, is declared."""
    alpha: Annotated[float, Field(gt=0, lt=1)]
    """That rate at most."""
    folds: Annotated[int, Field(ge=2)]
    """Of dev's videos, left out in turn; as many as there are videos, if they are fewer."""
    engines: Mapping[str, str]
