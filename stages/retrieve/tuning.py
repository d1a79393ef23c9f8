"""What `tune` chose on dev, in data/tuning.json: the width of passages and the weights of the evidence."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from stages.retrieve.settings import Peaks, Settings, Weights

DEFAULT_WIDTH_WORDS = 60
DEFAULT_WEIGHTS = Weights(dense=1.0, bm25=1.0, ngrams=1.0)


def tuned(settings: Settings, tuning: Mapping[str, Any]) -> Settings:
    """Fill in what the settings leave open, and nothing else."""
    if not isinstance(settings, Peaks):
        return settings
    return replace(
        settings,
        width_words=settings.width_words or int(tuning["width_words"]),
        weights=settings.weights or Weights(**tuning["weights"]),
    )
