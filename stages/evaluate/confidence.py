"""auroc, aurc and ece: does the confidence know which questions can be answered, and how well?

Each takes weights of shape (..., n) and returns shape (...): a bootstrap is one call with a row a resample.
Equal confidences are one step: the order inside a tie never matters.
"""

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

BINS = 10


def auroc(confidence: Floats, positive: Bools, weights: Floats) -> Floats:
    """Area under the ROC curve: how likely a positive has the higher confidence; a tie is half.

    Args:
        confidence: shape (n,).
        positive: shape (n,).
        weights: shape (..., n).

    Returns: shape (...); NaN where either class has no weight.
    """
    order, starts = blocks(confidence)
    mass = weights[..., order]
    positives = np.add.reduceat(mass * positive[order], starts, axis=-1)
    negatives = np.add.reduceat(mass * ~positive[order], starts, axis=-1)
    # Blocks run from the highest confidence down, so what is not yet passed lies below.
    below = negatives.sum(axis=-1, keepdims=True) - np.cumsum(negatives, axis=-1)
    wins = (positives * (below + negatives / 2)).sum(axis=-1)
    return ratio(wins, positives.sum(axis=-1) * negatives.sum(axis=-1))


def aurc(confidence: Floats, risk: Floats, weights: Floats) -> Floats:
    """Area under the risk-coverage curve (Geifman and El-Yaniv 2017); lower is better.

    It is the mean, over questions, of the risk when that question and all of no less confidence are accepted.

    Args:
        confidence: shape (n,).
        risk: in [0, 1], shape (n,).
        weights: shape (..., n).

    Returns: shape (...); NaN without weight.
    """
    order, starts = blocks(confidence)
    mass = np.add.reduceat(weights[..., order], starts, axis=-1)
    lost = np.add.reduceat((weights * risk)[..., order], starts, axis=-1)
    selective = ratio(np.cumsum(lost, axis=-1), np.cumsum(mass, axis=-1), empty=0.0)
    return ratio((mass * selective).sum(axis=-1), mass.sum(axis=-1))


def ece(confidence: Floats, risk: Floats, weights: Floats) -> Floats:
    """Expected calibration error over BINS bins of equal width (Guo et al. 2017).

    It is how far the confidence is from the share that is right, averaged over the bins. Where there is no
    confidence (NaN) the question is off by 1, in a bin of its own: there no error can cancel another.

    Args:
        confidence: in [0, 1] or NaN, shape (n,).
        risk: in [0, 1], shape (n,).
        weights: shape (..., n).

    Returns: shape (...); NaN without weight.
    """
    given = ~np.isnan(confidence)
    bins = np.where(given, np.minimum(np.nan_to_num(confidence) * BINS, BINS - 1), BINS).astype(np.int64)
    error = np.where(given, 1 - risk - confidence, 1.0)
    gap = (weights * error) @ np.eye(BINS + 1)[bins]
    return ratio(np.abs(gap).sum(axis=-1), weights.sum(axis=-1))


def blocks(confidence: Floats) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Order from the highest confidence down, and where in it each run of equal ones starts."""
    order = np.argsort(-confidence, kind="stable")
    changes = np.flatnonzero(np.diff(confidence[order])) + 1
    return order, np.concatenate([[0], changes])


def ratio(above: Floats, below: Floats, empty: float = np.nan) -> Floats:
    """The quotient, and `empty` where `below` is 0."""
    quotient: Floats = np.divide(
        above, below, out=np.full(np.shape(above), empty), where=np.asarray(below) > 0
    )
    return quotient


def balanced(answerable: Bools, kinds: npt.NDArray[np.object_], counts: Floats) -> Floats:
    """Weights: half of the mass to the answerable questions, the rest to the negative kinds, each the same.

    So a figure does not move with the mix of questions that a dataset happens to have.

    Args:
        answerable: shape (n,).
        kinds: of the negatives, None for answerable questions; shape (n,).
        counts: how often each question is drawn, shape (..., n).

    Returns: shape (..., n), each row with sum 1; NaN in a row where a class was never drawn.
    """
    negatives = sorted({kind for kind in kinds if kind is not None})
    weights = np.zeros(counts.shape)
    for members, share in [(answerable, 0.5), *((kinds == kind, 0.5 / len(negatives)) for kind in negatives)]:
        drawn = counts[..., members]
        weights[..., members] = share * ratio(
            drawn, np.broadcast_to(drawn.sum(axis=-1, keepdims=True), drawn.shape)
        )
    return weights
