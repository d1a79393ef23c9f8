"""P(answerable) by logistic regression on label-free features, judged out of fold by video."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Logistic:
    """P(answerable | x) = 1 / (1 + exp(-(intercept + coef . (x - mean) / scale))); arrays of shape (d,)."""

    mean: Floats
    scale: Floats
    coef: Floats
    intercept: float

    def predict(self, x: Floats) -> Floats:
        """P(answerable) of each row of `x`, shape (n, d) -> (n,)."""
        z = self.intercept + ((x - self.mean) / self.scale) @ self.coef
        return np.asarray(np.exp(-np.logaddexp(0.0, -z)))  # without overflow for any z


def balanced(kinds: Sequence[str | None]) -> Floats:
    """Weights under which negatives weigh as much as answerables, and each negative kind as much as another.

    So P(answerable) is for questions of which half are answerable, whatever mixture dev happens to have.
    `kinds` has a question's negative kind, or None where it is answerable.

    >>> balanced([None, None, None, "other", "other", "near"]).tolist()
    [1.0, 1.0, 1.0, 0.75, 0.75, 1.5]
    """
    negatives = sorted({kind for kind in kinds if kind is not None})
    answerable = sum(kind is None for kind in kinds)
    weight = {kind: answerable / len(negatives) / list(kinds).count(kind) for kind in negatives}
    return np.array([1.0 if kind is None else weight[kind] for kind in kinds])


def fit(x: Floats, kinds: Sequence[str | None]) -> Logistic:
    """Fit on standardised features, shape (n, d), with L2 penalty 1; both classes must be there.

    Newton's method, to the optimum: the digits that are kept do not depend on where an iteration stopped.
    """
    mean = x.mean(axis=0)
    spread = x.std(axis=0)
    scale = np.where(spread > 1e-12, spread, 1.0)  # a constant feature says nothing, and divides nothing
    model = LogisticRegression(C=1.0, solver="newton-cholesky", tol=1e-10, max_iter=1000)
    answerable = [kind is None for kind in kinds]
    model.fit((x - mean) / scale, answerable, sample_weight=balanced(kinds))
    return Logistic(mean, scale, model.coef_[0].astype(np.float64), float(model.intercept_[0]))


def out_of_fold(
    x: Floats, kinds: Sequence[str | None], videos: Sequence[str], folds: int
) -> tuple[Floats, int] | None:
    """P(answerable) of each question by a model that has seen no question of its video.

    Returns: probabilities, shape (n,), and the number of folds: `folds`, or one a video where videos are
    fewer. None if the questions without some fold are all answerable or all negative: nothing to fit there.
    """
    folds = min(folds, len(set(videos)))
    probabilities = np.zeros(len(kinds))
    for train, held_out in GroupKFold(n_splits=folds).split(x, groups=list(videos)):
        train_kinds = [kinds[i] for i in train]
        if len({kind is None for kind in train_kinds}) < 2:
            return None
        probabilities[held_out] = fit(x[train], train_kinds).predict(x[held_out])
    return probabilities, folds
