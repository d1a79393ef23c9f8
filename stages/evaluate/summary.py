"""summary.json, the DVC metric: the dozen headline figures."""

from collections.abc import Mapping
from typing import Any

from stages.evaluate.figures import Figure
from stages.evaluate.settings import Settings


def headlines(settings: Settings) -> list[str]:
    """The measures of the summary: of depths and budgets the smallest and the middle one.

    The middle of an even number is the upper one: 5 of 1 3 5 8.
    """
    ks, budgets = sorted(settings.ks), sorted(settings.budgets_words)
    names = [
        f"recall_at_{ks[0]}",
        f"recall_at_{ks[len(ks) // 2]}",
        f"recall_at_{budgets[0]}w",
        f"coverage_at_{budgets[len(budgets) // 2]}w",
        "mrr",
        "ndcg_at_10",
        "grounded",
        "correct",
        "refusal",
        "false_refusal",
        "auroc",
        "end_to_end",
    ]
    return list(dict.fromkeys(names))


def summary(figures: Mapping[str, Any], settings: Settings) -> dict[str, Figure]:
    """value, low, high and n of each headline.

    low and high are the interval over clusters, the honest one of the two; null where there are too few
    clusters for it, also where Wilson's is known: two sorts of interval under one name would mislead.
    """
    return {
        name: {
            "value": figures[name]["value"],
            "low": figures[name]["cluster_low"],
            "high": figures[name]["cluster_high"],
            "n": figures[name]["n"],
        }
        for name in headlines(settings)
    }
