"""Dev's questions, each judged by a model that has seen no question of its video."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from sklearn.model_selection import GroupKFold

from stages.calibrate.logistic import Floats, Logistic, fit


class HeldOut(NamedTuple):
    """What leaving out each fold of videos in turn gives."""

    models: list[Logistic]
    """One a fold: fitted on the questions of all other videos."""
    fold: list[int]
    """Of each question: the fold that its video is in."""
    probabilities: Floats
    """Of each question: P(answerable) by the model that was fitted without its fold; shape (n,)."""


def held_out(x: Floats, kinds: Sequence[str | None], videos: Sequence[str], folds: int) -> HeldOut | None:
    """Leave out each fold of whole videos in turn.

    Args:
        x: features, shape (n, d).
        kinds: negative kind of each question, None where it is answerable.
        videos: of each question.
        folds: at most so many; where videos are fewer, each is a fold of its own.

    Returns: None if the questions without some fold are all answerable or all negative: nothing to fit there.
    """
    models: list[Logistic] = []
    fold = np.zeros(len(kinds), dtype=np.int64)
    probabilities = np.zeros(len(kinds))
    splits = GroupKFold(n_splits=min(folds, len(set(videos)))).split(x, groups=list(videos))
    for number, (train, out) in enumerate(splits):
        seen = [kinds[i] for i in train]
        if len({kind is None for kind in seen}) < 2:
            return None
        models.append(fit(x[train], seen))
        fold[out] = number
        probabilities[out] = models[-1].predict(x[out])
    return HeldOut(models, fold.tolist(), probabilities)
