"""P(answerable) by logistic regression on label-free features."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from sklearn.linear_model import LogisticRegression

Floats = npt.NDArray[np.float64]

PENALTY = 10.0
"""L2, on standardised features. Between 1 and 100 the AUROC on dev moves in its third digit; below, features
that say nearly the same get coefficients of opposite signs."""


@dataclass(frozen=True)
class Logistic:
    """P(answerable | x) = 1 / (1 + exp(-(intercept + coef . x))); coef of shape (d,)."""

    coef: Floats
    intercept: float

    def predict(self, x: Floats) -> Floats:
        """P(answerable) of each row of `x`, shape (n, d) -> (n,)."""
        z = self.intercept + x @ self.coef
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
    """Fit on features, shape (n, d), standardised on the way; both classes must be there.

    Newton's method, to the optimum: the digits that are kept do not depend on where an iteration stopped.
    """
    mean = x.mean(axis=0)
    spread = x.std(axis=0)
    scale = np.where(spread > 1e-12, spread, 1.0)  # a constant feature says nothing, and divides nothing
    model = LogisticRegression(C=1 / PENALTY, solver="newton-cholesky", tol=1e-10, max_iter=1000)
    answerable = [kind is None for kind in kinds]
    model.fit((x - mean) / scale, answerable, sample_weight=balanced(kinds))
    coef = np.asarray(model.coef_[0] / scale, dtype=np.float64)
    return Logistic(coef, float(model.intercept_[0] - coef @ mean))
