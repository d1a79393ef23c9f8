"""Settings of retrieve: conf/retrieve. Each choice has its own keys."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from stages.core.errors import UserError
from stages.core.settings import exact

SECTION = "retrieve"
ENGINES = ("chromadb", "bm25s", "scikit-learn", "sentence-transformers", "transformers", "torch")

Weight = Annotated[float, Field(ge=0)]


@exact
@dataclass(frozen=True)
class Weights:
    """How much each kind of evidence counts; only their ratios matter."""

    dense: Weight
    bm25: Weight
    ngrams: Weight

    def __post_init__(self) -> None:
        """Refuse to rank by nothing."""
        if not self.dense + self.bm25 + self.ngrams:
            raise UserError("retrieve.weights are all 0: give one of dense, bm25 and ngrams more")


@exact
@dataclass(frozen=True)
class Rerank:
    """A cross-encoder that orders the first passages anew."""

    model: str
    """Named as conf/embed names its encoder: package:<import name>/<folder>, a folder, or a hub name."""
    first: Annotated[int, Field(gt=0, le=50)]
    """Passages that it reads; those after them are left out."""


@exact
@dataclass(frozen=True)
class Common:
    """What every choice has."""

    engine: Literal["chroma", "exact"]
    server: Annotated[str, Field(pattern=r"^.+:\d{1,5}$")] | None
    """host:port of a Chroma server; null: Chroma within the process."""
    depth: Annotated[int, Field(gt=0, le=50)]
    """Ranks kept."""
    rerank: Rerank | None
    engines: Mapping[str, str]


@exact
@dataclass(frozen=True)
class Dense(Common):
    """By cosine of the encoder's vectors."""

    name: Literal["dense"] = "dense"


@exact
@dataclass(frozen=True)
class Bm25(Common):
    """By words."""

    name: Literal["bm25"] = "bm25"


@exact
@dataclass(frozen=True)
class Fused(Common):
    """By both."""

    name: Literal["fused"]
    fusion: Literal["rrf", "zsum"]
    """Reciprocal ranks, or the sum of standard scores."""
    rrf_k: Annotated[int, Field(gt=0)]


@exact
@dataclass(frozen=True)
class Peaks(Common):
    """By windows at several scales; passages are grown around the best chunks."""

    name: Literal["peaks"]
    width_words: Annotated[int, Field(gt=0)] | None
    """Of a passage; null: what `tune` chose on dev."""
    weights: Weights | None
    """null: what `tune` chose on dev."""


Settings = Dense | Bm25 | Fused | Peaks
