"""Videos drawn again into dev and test: is the rate that was declared kept, on average, on the new ones?"""

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from stages.calibrate.calibration import CONFIDENCE
from stages.calibrate.control import Control, Errors, attainable, boldest, controlled
from stages.calibrate.folds import HeldOut, held_out
from stages.core.progress import progress
from tools.refusal.world import Floats, World

RESPLITS = 200
SEED = 20261130
ALPHAS = (0.05, 0.1, 0.15, 0.2)
CONTROLS: tuple[Control, ...] = ("false_refusal", "false_answer")


def resplits(world: World, dev_videos: int, folds: int, count: int = RESPLITS) -> list[dict[str, Any]]:
    """Calibrate on `dev_videos` videos drawn at random, and look at the others; `count` times.

    Returns: of each control and alpha: in how many re-splits alpha was guaranteed; over those, the mean rate
        of a new video (`rate`), its standard deviation over re-splits (`spread`), the mean rate by the
        threshold that keeps dev's own mean at alpha (`uncorrected`), and that of the other error (`other`).
    """
    rng = np.random.default_rng(SEED)
    videos = np.array(world.videos, dtype=np.str_)
    names = np.unique(videos)
    found: dict[tuple[Control, float], list[tuple[float, float, float]]] = {
        (control, alpha): [] for control in CONTROLS for alpha in ALPHAS
    }
    with progress("re-splits", count, "re-splits") as advance:
        for _ in range(count):
            is_dev = np.isin(videos, rng.permutation(names)[:dev_videos])
            dev, test = world.of(is_dev.tolist()), world.of((~is_dev).tolist())
            kinds = dev.kinds
            judged = held_out(dev.x, kinds, dev.videos, folds) if None in kinds and any(kinds) else None
            if judged is not None:
                for control in CONTROLS:
                    for alpha, rates in rates_of(control, dev, test, judged).items():
                        found[control, alpha].append(rates)
            advance(1)
    return [summary(control, alpha, rates, count) for (control, alpha), rates in found.items()]


def rates_of(
    control: Control, dev: World, test: World, judged: HeldOut
) -> dict[float, tuple[float, float, float]]:
    """By alpha that dev can guarantee: the rate on test, the uncorrected one, and that of the other error."""
    errors = Errors(control, dev.kinds, dev.videos, judged.fold, judged.probabilities.tolist())
    other: Control = "false_answer" if control == "false_refusal" else "false_refusal"
    p = np.array([fit.predict(test.x) for fit in judged.models])
    confidence = p.max(axis=0) if CONFIDENCE[control] == "highest" else p.min(axis=0)
    of_test, of_other = errors_by_video(control, test, confidence), errors_by_video(other, test, confidence)
    rates = {}
    for alpha in ALPHAS:
        if not attainable(alpha, errors.units) or not of_test.units or not of_other.units:
            continue
        threshold = controlled(errors, alpha)
        plain = boldest(errors.thresholds(), partial(keeps, errors, alpha))
        rates[alpha] = (
            float(np.mean(of_test.rates(threshold))),
            float(np.mean(of_test.rates(plain))),
            float(np.mean(of_other.rates(threshold))),
        )
    return rates


def keeps(errors: Errors, alpha: float, threshold: float) -> bool:
    """Whether dev's own mean rate is at most alpha."""
    return float(np.mean(errors.rates(threshold))) <= alpha


def errors_by_video(control: Control, world: World, confidence: Floats) -> Errors:
    """The errors of new videos, each a unit of its own."""
    names = sorted(set(world.videos))
    units = [names.index(video) for video in world.videos]
    return Errors(control, world.kinds, world.videos, units, confidence.tolist())


def summary(
    control: Control, alpha: float, rates: Sequence[tuple[float, float, float]], count: int
) -> dict[str, Any]:
    """The means over re-splits; null where none could give the guarantee."""
    columns = np.array(rates).reshape(-1, 3)
    known = bool(len(columns))
    kept, uncorrected, other = columns.mean(axis=0).tolist() if known else (None, None, None)
    return {
        "control": control,
        "alpha": alpha,
        "resplits": count,
        "guaranteed": len(columns),
        "rate": kept,
        "spread": float(columns[:, 0].std()) if known else None,
        "uncorrected": uncorrected,
        "other": other,
    }
