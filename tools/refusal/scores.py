"""AUROC of the calibrated confidence beside that of each feature alone, on the same questions."""

from collections.abc import Callable
from typing import Any

import numpy as np

from stages.core.records import FEATURE_NAMES
from stages.evaluate.abstention import SEED
from stages.evaluate.bootstrap import bootstrap_interval
from stages.evaluate.confidence import auroc, balanced
from stages.generate.confidence import Calibration
from tools.refusal.world import Floats, World

SAMPLES = 2000
"""Of the bootstrap by video."""
FALLING = frozenset({"names_unseen"})
"""Features that are higher for negatives."""


def separation(world: World, calibration: Calibration) -> dict[str, Any]:
    """How well answerable questions are told from negatives, all together and by kind.

    Returns: by kind (`all` first): n, the AUROC of the confidence and of each feature, the best feature,
        chosen on these very questions, and how far the confidence is above it, with the interval of the
        paired bootstrap by video. Nothing without a model, or with only one sort of question.
    """
    kinds = world.kinds
    negatives = sorted({kind for kind in kinds if kind is not None})
    if calibration.model is None or not negatives or None not in kinds:
        return {}
    confidence = np.array([calibration.confidence(row) for row in world.rows], dtype=np.float64)
    found = {"all": one(world, confidence)}
    for kind in negatives if len(negatives) > 1 else []:
        chosen = [each is None or each == kind for each in kinds]
        found[kind] = one(world.of(chosen), confidence[chosen])
    return found


def one(world: World, confidence: Floats) -> dict[str, Any]:
    """The figures of one kind, or of all."""
    answerable = np.array([kind is None for kind in world.kinds], dtype=np.bool_)
    kinds = np.array(world.kinds, dtype=object)
    columns = {
        name: np.where(name in FALLING, -column, column)
        for name, column in zip(FEATURE_NAMES, world.x.T, strict=True)
    }

    def area(scores: Floats) -> Callable[[Floats], Floats]:
        return lambda counts: auroc(scores, answerable, balanced(answerable, kinds, counts))

    once = np.ones(len(kinds))
    singles = {name: float(area(column)(once)) for name, column in columns.items()}
    best = max(singles, key=lambda name: (singles[name], name))
    of_confidence, of_best = area(confidence), area(columns[best])
    low, high = bootstrap_interval(
        lambda counts: of_confidence(counts) - of_best(counts),
        world.videos,
        SAMPLES,
        np.random.default_rng(SEED),
    )
    return {
        "n": len(kinds),
        "auroc": float(of_confidence(once)),
        "features": singles,
        "best_feature": best,
        "above_best": float(of_confidence(once)) - singles[best],
        "low": low,
        "high": high,
    }
