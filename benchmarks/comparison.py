"""A set's comparison: each peer as dev chose it, and this project, on the same test questions and budgets."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from benchmarks.judging import Values, figures, mean_coverage, values
from benchmarks.peers.choices import PEERS
from benchmarks.sets import BUDGETS_WORDS, QuestionSet
from benchmarks.tuning import Chosen, ranked_by, sample, tune
from benchmarks.vectors import PeerEncoder
from benchmarks.world import World
from stages.commands.documents.benchmark_targets import NON_INFERIOR
from stages.evaluate.paired import paired_together
from stages.evaluate.questions import Question
from stages.evaluate.retrieval import budget_bounds

OURS = "VidWise"
Row = dict[str, Any]


def compare(question_set: QuestionSet, world: World, encoder: PeerEncoder) -> dict[str, Any]:
    """Tune each peer on dev, run it on test once with what dev chose, and pair this project with it.

    Args:
        question_set: its name and what is wanted there.
        world: of the set.
        encoder: of the peers.

    Returns: what metrics/benchmarks.json says of the set.
    """
    dev = sample(world.questions["dev"], world)
    test = world.questions["test"]
    ours = values(world.ours, test, world.documents)
    rows: list[Row] = [
        {
            "system": OURS,
            "settings": world.settings,
            "dev_coverage": mean_coverage(values(world.ours, dev, world.documents)),
            "figures": figures(ours, test),
        }
    ]
    for peer in PEERS:
        chosen = tune(peer, dev, world, encoder)
        ranked, unread = ranked_by(chosen.cutting, [chosen.search], test, world, encoder)
        judged = values(ranked[chosen.search], test, world.documents)
        rows.append(
            {
                "system": peer.name,
                **chosen_row(chosen),
                "unread_tokens": unread,
                "figures": figures(judged, test),
                "ours_minus_it": differences(ours, judged, test),
            }
        )
    for row in rows[1:]:
        row["verdicts"] = {
            f"{budget}w": verdict(row["ours_minus_it"][f"coverage_at_{budget}w"])
            for budget in question_set.judged_at_words
        }
    best = max(rows[1:], key=lambda row: row["dev_coverage"])
    return {
        "judged_at_words": question_set.judged_at_words,
        "target": question_set.target,
        "dev": counts(dev),
        "dev_whole": counts(world.questions["dev"]),
        "test": counts(test),
        "bounds": {f"{budget}w": budget_bounds(test, budget, world.documents) for budget in BUDGETS_WORDS},
        "systems": rows,
        "best_peer": best["system"],
        "lowest_cosine_with_plain_vectors": encoder.agreement(beginnings(world)),
        "verdicts": best["verdicts"],
    }


def beginnings(world: World) -> list[str]:
    """How each document begins, longer than the model reads: what vectors are compared on."""
    return [document.text[:2000] for document in world.documents.values()]


def chosen_row(chosen: Chosen) -> Row:
    """What dev chose for a peer, and what it had to choose from."""
    tried = [{**one, "cutting": one["cutting"].as_job()} for one in chosen.tried]
    return {
        "chosen": {**chosen.cutting.as_job(), "search": chosen.search},
        "dev_coverage": max(one["coverage"] for one in tried),
        "tried": tried,
    }


def counts(questions: Sequence[Question]) -> dict[str, int]:
    """How many questions of how many videos."""
    return {"questions": len(questions), "videos": len({question.cluster for question in questions})}


def differences(ours: Values, theirs: Values, questions: Sequence[Question]) -> dict[str, Any]:
    """The paired difference of this project less a peer, over videos, for each measure by itself."""
    clusters = [question.cluster for question in questions]
    return {measure: difference(ours[measure], theirs[measure], clusters) for measure in ours}


def difference(ours: Sequence[float], theirs: Sequence[float], clusters: Sequence[str]) -> dict[str, Any]:
    """The mean paired difference, its interval over videos and p."""
    [found] = paired_together(np.subtract(ours, theirs).reshape(-1, 1), clusters)
    return found._asdict()


def verdict(difference: Mapping[str, Any]) -> str:
    """What a paired difference says of non-inferiority and superiority.

    >>> verdict({"low": -0.01, "high": 0.04})
    'non-inferior'
    """
    low, high = difference["low"], difference["high"]
    if low is None or high is None:
        return "too few videos to tell"
    if low > 0:
        return "superior"
    if low > NON_INFERIOR:
        return "non-inferior"
    return "inferior" if high < 0 else "not shown"
