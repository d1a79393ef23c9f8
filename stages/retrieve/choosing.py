"""How wide the passages of `peaks` are and which evidence counts most, chosen by coverage on dev."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from stages.core.progress import progress
from stages.retrieve import bm25
from stages.retrieve.engine import dense_rankings
from stages.retrieve.gold import mean_coverage, shares_of_units
from stages.retrieve.index import Floats, Index
from stages.retrieve.passages import searched, widest_words
from stages.retrieve.peaks import sought, windows_around_peaks
from stages.retrieve.question import Question, by_scope
from stages.retrieve.ranking import needed
from stages.retrieve.settings import Peaks, Settings, Weights
from stages.retrieve.tuning import DEFAULT_WEIGHTS, DEFAULT_WIDTH_WORDS

BUDGETS_WORDS = (200, 400, 800)
WIDTHS_WORDS = (DEFAULT_WIDTH_WORDS, 45, 90, 30, 120, 180, 240, 360)
"""Nearest to the default first: of those that cannot be told apart the first is taken."""
WEIGHTS = (
    DEFAULT_WEIGHTS,
    Weights(dense=2.0, bm25=1.0, ngrams=1.0),
    Weights(dense=1.0, bm25=2.0, ngrams=1.0),
    Weights(dense=1.0, bm25=1.0, ngrams=2.0),
)
"""The default first, too."""
MIN_VIDEOS = 5
"""With fewer, chance would choose."""


class Trial(NamedTuple):
    """One candidate on dev."""

    coverage: float
    """Mean over questions and budgets."""
    behind: float
    """The best candidate's lead."""
    standard_error: float
    """Of that lead, over videos."""


def tuning(
    settings: Settings, index: Index, questions: Sequence[Question], gold: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    """What data/tuning.json holds: the choices, and what each candidate reached on dev.

    First the width at the default weights, then the weights at that width; what the settings fix is not
    tried. The measure is the mean coverage within BUDGETS_WORDS over dev's answerable questions. Of the
    candidates that are within one standard error of the best, the one nearest to the default is taken, so
    that chance does not choose (the one-standard-error rule: Breiman et al., 1984, 3.4.3).

    Args:
        settings: of retrieve.
        index: the corpus.
        questions: all; only those of dev's gold are looked at.
        gold: rows of `records.GOLD`, dev's.
    """
    if not isinstance(settings, Peaks):
        return {"width_words": None, "weights": None, "dev": None, "reason": f"{settings.name} has no choice"}
    widths = (settings.width_words,) if settings.width_words else WIDTHS_WORDS
    weights = (settings.weights,) if settings.weights else WEIGHTS
    found = {"width_words": widths[0], "weights": asdict(weights[0]), "dev": None, "reason": None}
    answers = {row["query_id"]: row for row in gold if row["label"] == "answerable" and row["alternatives"]}
    asked = [question for question in questions if question.query_id in answers]
    videos = [answers[question.query_id]["video_id"] or question.query_id for question in asked]
    if len(widths) == len(weights) == 1:
        return found | {"reason": "both are set in conf/retrieve"}
    if len(set(videos)) < MIN_VIDEOS:
        few = f"dev has answers in {len(set(videos))} videos, {MIN_VIDEOS} are needed"
        return found | {"reason": f"{few}: what is not set is the default"}
    alternatives = [answers[question.query_id]["alternatives"] for question in asked]
    measure = partial(measured, settings, index, asked, alternatives)
    by_width = trials(measure([(width, weights[0]) for width in widths]), videos)
    width = widths[chosen(by_width)]
    by_weights = trials(measure([(width, weighting) for weighting in weights]), videos)
    dev = {
        "n": len(asked),
        "videos": len(set(videos)),
        "budgets_words": BUDGETS_WORDS,
        "widths": [
            {"width_words": one} | trial._asdict() for one, trial in zip(widths, by_width, strict=True)
        ],
        "weights": [
            {"weights": asdict(one)} | trial._asdict() for one, trial in zip(weights, by_weights, strict=True)
        ],
    }
    return found | {"width_words": width, "weights": asdict(weights[chosen(by_weights)]), "dev": dev}


def measured(
    settings: Peaks,
    index: Index,
    asked: Sequence[Question],
    alternatives: Sequence[Sequence[Any]],
    candidates: Sequence[tuple[int, Weights]],
) -> Floats:
    """Mean coverage over the budgets by width and weights, shape (questions, candidates)."""
    depth = needed(settings)
    nearest = dense_rankings("exact", index, asked, depth)
    values = np.zeros((len(asked), len(candidates)))
    place = {question.query_id: i for i, question in enumerate(asked)}
    with progress("tune", len(asked), "questions") as advance:
        for group in by_scope(asked).values():
            for question in group:
                i = place[question.query_id]
                rows = index.rows(question.scope)
                lexical = bm25.search(index.lexicon.scores(question.terms), rows, depth)
                # In a video they are the same for every width; in the corpus as far around as retrieve looks.
                near = {
                    width: searched(question, nearest[i], lexical, index, widest_words(width) // 2)
                    for width in dict.fromkeys(width for width, _ in candidates)
                }
                found = {
                    units: (shares_of_units(index, alternatives[i], units), sought(question, units, index))
                    for units in dict.fromkeys(near.values())
                }
                for j, (width, weights) in enumerate(candidates):
                    units = near[width]
                    shares, seen = found[units]
                    scores = seen.evidence(width).scores(weights)
                    windows = windows_around_peaks(scores, units, width, settings.depth)
                    values[i, j] = mean_coverage(windows, units, shares, BUDGETS_WORDS)
            advance(len(group))
    return values


def trials(values: Floats, videos: Sequence[str]) -> list[Trial]:
    """Each candidate's mean, and how far it is behind the best, with the standard error over videos.

    Of the sum over videos v of s_v, the sums of the deviations of the paired differences from their mean
    (the cluster-robust variance of a mean: Cameron and Miller, 2015, with the factor V / (V - 1)).

    Args:
        values: shape (questions, candidates).
        videos: of each question.
    """
    means = values.mean(axis=0)
    differences = values[:, [int(means.argmax())]] - values
    _, video = np.unique(np.array(videos, dtype=np.str_), return_inverse=True)
    clusters = int(video.max()) + 1
    sums = np.zeros((clusters, values.shape[1]))
    np.add.at(sums, video, differences - differences.mean(axis=0))
    errors = np.sqrt((sums**2).sum(axis=0) * clusters / (clusters - 1)) / len(values)
    behind = differences.mean(axis=0)
    return [Trial(*map(float, row)) for row in zip(means, behind, errors, strict=True)]


def chosen(tried: Sequence[Trial]) -> int:
    """The first candidate that is within one standard error of the best."""
    return next(i for i, trial in enumerate(tried) if trial.behind <= trial.standard_error)
