"""The tables of docs/refusal.md, from what `python -m tools.refusal` found."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from stages.commands.documents.tables import interval, number, table
from stages.core.artifacts import read_json

REFUSAL = "metrics/refusal"


def refusal_block(root: Path) -> str:
    """What the refusal is worth on test, dataset by dataset, and whether declared rates are kept."""
    found = {path.stem: read_json(path) for path in sorted((root / REFUSAL).glob("*.json"))}
    if not found:
        return "Not measured yet: `python -m tools.refusal`.\n"
    declared = [declared_row(name, one) for name, one in found.items()]
    told = [row for name, one in found.items() for row in separation_rows(name, one)]
    again = [row for name, one in found.items() for row in resplit_rows(name, one)]
    parts = [
        "What was declared, and the rates on test, over its videos:",
        "",
        table(["dataset", "declared", "guaranteed", "videos", "false refusal", "false answer"], declared),
        "",
        "AUROC of the confidence on test, beside the best feature alone (the best on these very questions):",
        "",
        table(["dataset", "negatives", "n", "confidence", "best feature", "difference", "95 %"], told),
        "",
        "Videos drawn again into dev and test: the mean rate of a new video where alpha is guaranteed, and "
        "what it would be without the correction for the video to come:",
        "",
        table(
            ["dataset", "control", "alpha", "re-splits", "rate", "spread", "uncorrected", "other error"],
            again,
        ),
        "",
    ]
    return "\n".join(parts)


def declared_row(name: str, found: Mapping[str, Any]) -> list[str]:
    """One dataset's declaration, and its rates on test."""
    control, test = found["control"], found["test"]
    if control is None:
        return [name, f"nothing: {found['reason']}", "–", "–", "–", "–"]
    return [
        name,
        f"{control['control'].replace('_', ' ')} ≤ {control['alpha']:g}",
        "yes" if control["guaranteed"] else f"no: {control['least_alpha']:.2f} at least",
        str(control["units"]),
        number(test["false_refusal"]),
        number(test["false_answer"]),
    ]


def separation_rows(name: str, found: Mapping[str, Any]) -> list[list[str]]:
    """One dataset's AUROC, of all negatives and of each kind."""
    return [
        [
            name,
            kind,
            str(one["n"]),
            number(one["auroc"]),
            f"{one['best_feature']} {number(one['features'][one['best_feature']])}",
            f"{one['above_best']:+.3f}",
            interval(one["low"], one["high"]),
        ]
        for kind, one in sorted(
            found["test"]["separation"].items(), key=lambda item: (item[0] != "all", item[0])
        )
    ]


def resplit_rows(name: str, found: Mapping[str, Any]) -> list[list[str]]:
    """One dataset's re-splits, by control and alpha."""
    return [
        [
            name,
            one["control"].replace("_", " "),
            f"{one['alpha']:g}",
            f"{one['guaranteed']} of {one['resplits']}",
            number(one["rate"]),
            number(one["spread"]),
            number(one["uncorrected"]),
            number(one["other"]),
        ]
        for one in found["resplits"]
    ]
