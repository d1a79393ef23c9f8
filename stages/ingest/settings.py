"""Settings of ingest: conf/dataset."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, get_args

from pydantic import Field

from stages.core.errors import UserError
from stages.core.settings import exact

SECTION = "dataset"
ENGINES = ("scikit-learn",)

Variant = Literal["wer23", "wer23_answers", "wer44", "wer54"]
"""Of Spoken-SQuAD."""

Share = Annotated[float, Field(ge=0, le=1)]


@exact
@dataclass(frozen=True)
class Settings:
    """Which dataset, and how it is read."""

    name: str
    """Folder below data/; set by configure from params.yaml."""
    reader: Literal["chroma_chunking", "folder", "qmsum", "spoken_squad", "tutorialvqa"]
    dev_share: Annotated[float, Field(gt=0, lt=1)]
    """Share of videos, by salted hash of the title, that land in dev."""
    engines: Mapping[str, str]
    other_video_share: Share = 0.0
    """Share of the answerable questions that are asked again of any other video of their split."""
    nearest_topic_share: Share = 0.0
    """Share of the answerable questions that are asked again of the nearest video in topic of their split."""
    variant: Variant | None = None
    """Of a set that has variants: spoken_squad, which needs one."""

    def __post_init__(self) -> None:
        """A variant where, and only where, the set has any."""
        if self.reader == "spoken_squad" and self.variant is None:
            raise UserError(f"dataset.variant is missing: one of {', '.join(get_args(Variant))}")
        if self.reader != "spoken_squad" and self.variant is not None:
            raise UserError(f"dataset.variant = {self.variant!r}: {self.name} has no variants: remove it")
