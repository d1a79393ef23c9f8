import numpy as np
import pytest

from stages.calibrate.folds import held_out
from stages.calibrate.logistic import fit
from tests.calibrate.test_logistic import KINDS, X


def test_no_question_is_judged_by_a_model_that_saw_its_video():
    """Swapping the labels of one video changes what is said of others, never of itself."""
    videos = [f"v{i % 8}" for i in range(40)]
    judged = held_out(X, KINDS, videos, folds=5)
    assert len(judged.models) == 5
    for video in sorted(set(videos)):
        own = np.array([v == video for v in videos])
        swapped = [
            ("near" if kind is None else None) if o else kind for kind, o in zip(KINDS, own, strict=True)
        ]
        again = held_out(X, swapped, videos, folds=5)
        assert again.probabilities[own].tolist() == judged.probabilities[own].tolist()
        assert again.probabilities[~own].tolist() != judged.probabilities[~own].tolist()


def test_fewer_videos_than_folds_is_one_fold_a_video():
    videos = [f"v{i % 3}" for i in range(40)]
    judged = held_out(X, KINDS, videos, folds=100)
    assert len(judged.models) == 3
    out = np.array([v == "v1" for v in videos])
    assert len({judged.fold[i] for i in np.flatnonzero(out)}) == 1
    seen = fit(X[~out], [kind for kind, o in zip(KINDS, out, strict=True) if not o])
    assert judged.probabilities[out] == pytest.approx(seen.predict(X[out]))
    assert judged.models[judged.fold[int(np.flatnonzero(out)[0])]].predict(X) == pytest.approx(
        seen.predict(X)
    )


def test_a_fold_without_one_class_cannot_be_fitted():
    assert held_out(X, KINDS, ["a"] * 20 + ["b"] * 20, folds=2) is None
