"""Settings of retrieve: conf/retrieve."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from stages.core.settings import exact

SECTION = "retrieve"
ENGINES = ("chromadb", "bm25s")


@exact
@dataclass(frozen=True)
class Settings:
    """How passages are found and ranked."""

    name: Literal["fused", "dense", "bm25"]
    engine: Literal["chroma", "exact"]
    depth: Annotated[int, Field(gt=0, le=50)]
    rrf_k: Annotated[int, Field(gt=0)]
    engines: Mapping[str, str]
