"""All labelled questions of a dataset, with their features."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from stages.calibrate.calibration import kind_of
from stages.core.artifacts import read_rows
from stages.core.records import FEATURE_NAMES, FEATURES, GOLD

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class World:
    """Questions, sorted by query_id."""

    rows: list[dict[str, Any]]
    """Of records.FEATURES."""
    gold: list[dict[str, Any]]
    """Of records.GOLD."""

    @cached_property
    def x(self) -> Floats:
        """The features, shape (questions, features)."""
        return np.array([[row[name] for name in FEATURE_NAMES] for row in self.rows], dtype=np.float64)

    @cached_property
    def kinds(self) -> list[str | None]:
        """Negative kinds; None where answerable."""
        return [kind_of(row) for row in self.gold]

    @cached_property
    def videos(self) -> list[str]:
        """The video of each question; one of no one video stands alone."""
        return [row["video_id"] or f"question {row['query_id']}" for row in self.gold]

    def of(self, chosen: Sequence[bool]) -> "World":
        """Some of the questions."""
        keep = [i for i, one in enumerate(chosen) if one]
        return World([self.rows[i] for i in keep], [self.gold[i] for i in keep])


def read_world(data: Path, split: str) -> World:
    """A split's questions, from a project's data folder."""
    gold = sorted(read_rows(data / "gold" / f"{split}.parquet", GOLD), key=lambda row: str(row["query_id"]))
    rows = {row["query_id"]: row for row in read_rows(data / "features.parquet", FEATURES)}
    return World([rows[row["query_id"]] for row in gold], gold)


def together(first: World, second: World) -> World:
    """Both, sorted anew."""
    pairs = zip([*first.rows, *second.rows], [*first.gold, *second.gold], strict=True)
    ordered = sorted(pairs, key=lambda pair: str(pair[1]["query_id"]))
    return World([row for row, _ in ordered], [row for _, row in ordered])
