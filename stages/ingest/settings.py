"""Settings of ingest: conf/dataset."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from stages.core.settings import exact

SECTION = "dataset"
ENGINES = ("scikit-learn",)

Share = Annotated[float, Field(ge=0, le=1)]


@exact
@dataclass(frozen=True)
class Settings:
    """Which dataset, and how it is read."""

    name: str
    """Folder below data/; set by configure from params.yaml."""
    reader: Literal["folder", "qmsum", "tutorialvqa"]
    dev_share: Annotated[float, Field(gt=0, lt=1)]
    """Share of videos, by salted hash of the title, that land in dev."""
    engines: Mapping[str, str]
    other_video_share: Share = 0.0
    """Share of the answerable questions that are asked again of any other video of their split."""
    nearest_topic_share: Share = 0.0
    """Share of the answerable questions that are asked again of the nearest video in topic of their split."""
