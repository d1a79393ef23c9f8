"""Dev's features and gold become a calibration: models, a threshold, and how both did out of fold."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from sklearn.metrics import roc_auc_score

from stages.calibrate.control import Errors, controlled, standing
from stages.calibrate.folds import held_out
from stages.calibrate.logistic import Floats, balanced
from stages.calibrate.settings import Settings
from stages.core.errors import UserError
from stages.core.records import FEATURE_NAMES

SIGNIFICANT_DIGITS = 12
CONFIDENCE = {"false_refusal": "highest", "false_answer": "lowest"}
"""Of the models' probabilities, the one that makes the controlled error least likely."""


def calibrate(
    features: Sequence[Mapping[str, Any]], gold: Sequence[Mapping[str, Any]], settings: Settings
) -> dict[str, Any]:
    """Fit P(answerable) on dev and choose the threshold below which a question is refused.

    Takes: rows of records.FEATURES (all queries) and of records.GOLD (dev's).
    Returns: `model` (features, the fit of each fold, and which of their probabilities is the confidence),
        `threshold`, `control` (what was declared, and whether it is guaranteed), `dev` (out-of-fold figures
        at that threshold) and `reason`, null; or, where dev cannot say when to refuse, all null and why as
        `reason`: with such a calibration every question is answered.
    """
    rows = {row["query_id"]: row for row in features}
    lost = [row["query_id"] for row in gold if row["query_id"] not in rows]
    if lost:
        raise UserError(f"data/features.parquet has no row for dev question {lost[0]}: run `dvc repro`")
    gold = sorted(gold, key=lambda row: str(row["query_id"]))
    kinds = [kind_of(row) for row in gold]
    # A question of no one video is a cluster of its own.
    videos = [row["video_id"] or f"question {row['query_id']}" for row in gold]
    reason = cannot(kinds, videos)
    if reason:
        return never_refuse(reason)
    x = np.array([[rows[row["query_id"]][name] for name in FEATURE_NAMES] for row in gold], dtype=np.float64)
    judged = held_out(x, kinds, videos, settings.folds)
    if judged is None:
        return never_refuse("dev's negatives, or its answerable questions, are of too few videos to hold out")
    probabilities = np.array([significant(p) for p in judged.probabilities])
    errors = Errors(settings.control, kinds, videos, judged.fold, probabilities.tolist())
    threshold = controlled(errors, settings.alpha)
    return {
        "model": {
            "features": list(FEATURE_NAMES),
            "confidence": CONFIDENCE[settings.control],
            "fits": [
                {"coef": [significant(value) for value in fit.coef], "intercept": significant(fit.intercept)}
                for fit in judged.models
            ],
        },
        "threshold": threshold,
        "control": standing(errors, settings.alpha, threshold),
        "dev": figures(probabilities, kinds, threshold) | {"videos": len(set(videos))},
        "reason": None,
    }


def kind_of(row: Mapping[str, Any]) -> str | None:
    """A gold row's negative kind; None where it is answerable."""
    return None if row["label"] == "answerable" else row["negative_kind"] or "negative"


def cannot(kinds: Sequence[str | None], videos: Sequence[str]) -> str | None:
    """Why dev cannot say when to refuse, or None if it can."""
    if all(kind is None for kind in kinds):
        return "dev has no negatives"
    if None not in kinds:
        return "dev has no answerable questions"
    if len(set(videos)) < 2:
        return "dev has questions of one video only"
    return None


def never_refuse(reason: str) -> dict[str, Any]:
    """The calibration with which every question is answered."""
    return {"model": None, "threshold": None, "control": None, "dev": None, "reason": reason}


def figures(probabilities: Floats, kinds: Sequence[str | None], threshold: float) -> dict[str, Any]:
    """False refusal, refusal by negative kind, and AUROC (each kind weighing the same, half in all)."""
    counts = Counter(kinds)
    refused = Counter(kind for p, kind in zip(probabilities, kinds, strict=True) if p < threshold)
    auroc = roc_auc_score([kind is None for kind in kinds], probabilities, sample_weight=balanced(kinds))
    return {
        "n": len(kinds),
        "auroc": significant(auroc),
        "false_refusal": {"value": significant(refused[None] / counts[None]), "n": counts[None]},
        "refusal": {
            kind: {"value": significant(refused[kind] / counts[kind]), "n": counts[kind]}
            for kind in sorted(kind for kind in counts if kind is not None)
        },
    }


def significant(value: float) -> float:
    """Rounded to 12 significant digits, the same wherever the sums were done in another order.

    >>> significant(0.1 + 0.2)
    0.3
    """
    return float(f"{value:.{SIGNIFICANT_DIGITS}g}")
