"""Settings of index: conf/index."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from stages.core.settings import exact

SECTION = "index"
ENGINES = ("bm25s", "scikit-learn")


@exact
@dataclass(frozen=True)
class Settings:
    """BM25's two constants."""

    k1: Annotated[float, Field(ge=0)]
    b: Annotated[float, Field(ge=0, le=1)]
    engines: Mapping[str, str]
