"""docs/results.md and the README's table, from metrics/results/ and the ledger."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from stages.commands.claiming.declarations import merged
from stages.commands.claiming.figures import RESULTS, find, obstacles
from stages.commands.claiming.ledger import Line, claimed, read_ledger
from stages.commands.documents.tables import interval, number, table
from stages.core.artifacts import read_json

HEADLINES = (
    "recall_at_1",
    "recall_at_5",
    "recall_at_200w",
    "mrr",
    "correct",
    "refusal",
    "false_refusal",
    "end_to_end",
)
NONE_YET = "No results yet: `make results` runs every dataset that is here.\n"


def read_results(root: Path) -> list[dict[str, Any]]:
    """What `make results` left of each dataset, in the order of their names; see tools/results."""
    return [read_json(path) for path in sorted((root / RESULTS).glob("*.json"))]


def readme_block(root: Path) -> str:
    """The README's table: the test split of each dataset but its variants, with what each figure is worth."""
    ledger = read_ledger(root)
    rows = []
    for run in read_results(root):
        if run.get("variant"):
            continue
        figures = merged(run["metrics"]["test"])
        for name in (name for name in HEADLINES if name in figures):  # depths and budgets are settings
            figure = figures[name]
            rows.append(
                [
                    run["dataset"],
                    name,
                    number(figure["value"]),
                    interval(figure["cluster_low"], figure["cluster_high"]),
                    str(figure["n"]),
                    str(figure["clusters"]),
                    standing(run, "test", name, figure, ledger),
                ]
            )
    head = ["dataset", "measure (test)", "value", "clustered 95 %", "n", "videos", "standing"]
    return table(head, rows) + "\n" if rows else NONE_YET


def results_block(root: Path) -> str:
    """All of docs/results.md but its title."""
    ledger = read_ledger(root)
    runs = read_results(root)
    sections = [*(section(run, ledger) for run in runs), *conditions(runs)]
    return "\n".join(sections) if sections else NONE_YET


def named(run: Mapping[str, Any]) -> str:
    """The dataset, with the variant if it is not the one of conf/dataset.

    >>> named({"dataset": "spoken_squad", "variant": "wer44"}), named({"dataset": "talks"})
    ('spoken_squad wer44', 'talks')
    """
    return " ".join(filter(None, [run["dataset"], run.get("variant")]))


def standing(
    run: Mapping[str, Any], split: str, measure: str, figure: Mapping[str, Any], ledger: Sequence[Line]
) -> str:
    """Claimed, or provisional and why."""
    line = claimed(run["dataset_digest"], split, measure, figure, ledger)
    if line:
        return f"claimed at {line.commit[:10]}, level {line.level:.4g}"
    if split != "test":
        return "provisional: choices are made on dev"
    width = {claim["measure"]: claim["max_half_width"] for claim in run["claims"]}.get(measure)
    if width is None:
        return "provisional: not declared"
    found = obstacles(figure, run["looks"], width)
    return f"provisional: {found[0].reason if found else 'not claimed yet'}"


def section(run: Mapping[str, Any], ledger: Sequence[Line]) -> str:
    """One dataset's part of docs/results.md."""
    parts = [
        f"## {named(run)}",
        "",
        f"By `dvc repro` in a clean clone of commit {run['commit'][:10]}, caches empty, on {run['machine']}.",
        f"Digest of the data: {run['dataset_digest']}. Configurations judged on test so far: {run['looks']}.",
        "",
    ]
    for split in ("test", "dev"):
        metrics = run["metrics"][split]
        figures = {name: find(metrics, name)[1] for name in metrics["summary"]}
        rows = [
            figure_row(name, figure, standing(run, split, name, figure, ledger))
            for name, figure in figures.items()
        ]
        audits = metrics["abstention"].get("contamination_by_kind", {})
        rows += [
            figure_row(f"refusal, {kind}", figure, contamination(audits.get(kind)))
            for kind, figure in metrics["abstention"]["refusal_by_kind"].items()
        ]
        rows += [
            figure_row(f"false refusal, videos of {kind}", figure, "")
            for kind, figure in metrics["abstention"].get("false_refusal_by_kind", {}).items()
            if figure["n"] != metrics["abstention"]["false_refusal"]["n"]
        ]
        head = ["measure", "value", "Wilson 95 %", "clustered 95 %", "n", "videos", "standing"]
        parts += [f"### {named(run)}, {split}", "", table(head, rows), ""]
    peak = max(row["peak_mib"] for row in run["stages"])
    stages = [[row["stage"], f"{row['seconds']:.1f}", str(row["peak_mib"])] for row in run["stages"]]
    parts += [
        f"`dvc repro` with empty caches: {run['seconds']:.0f} s; peak memory of a stage {peak} MiB.",
        "",
        table(["stage", "seconds", "peak MiB"], stages),
        "",
    ]
    if run["speech"]:
        parts += [speech(run), ""]
    return "\n".join(parts)


def contamination(figure: Mapping[str, Any] | None) -> str:
    """How many of a kind's questions the video answers after all, by `vidwise audit`.

    >>> contamination(None)
    'contamination: not audited'
    """
    if figure is None or figure["value"] is None:
        return "contamination: not audited"
    clustered = interval(figure["cluster_low"], figure["cluster_high"])
    return f"contamination {number(figure['value'])} ({clustered}), n {figure['n']}"


def figure_row(name: str, figure: Mapping[str, Any], note: str) -> list[str]:
    """Value, plain and clustered interval, n, videos, and what to know of it."""
    notes = [note] if note else []
    if figure.get("by_construction") and "by construction" not in note:
        notes.append("by construction")
    if figure.get("informative") is False and "not informative here" not in note:
        notes.append("not informative here")
    if figure.get("floor") is not None:
        notes.append(f"floor {number(figure['floor'])}, ceiling {number(figure['ceiling'])}")
    return [
        name,
        number(figure["value"]),
        interval(figure["low"], figure["high"]),
        interval(figure["cluster_low"], figure["cluster_high"]),
        str(figure["n"]),
        str(figure["clusters"]),
        "; ".join(notes),
    ]


def speech(run: Mapping[str, Any]) -> str:
    """Word error rate and word start error of each recognised recording whose words are known."""
    rows = [
        [row["talk"], number(row["wer"]), number(row["start_error_s"]), str(row["words"])]
        for row in run["speech"]
    ]
    head = ["talk", "word error rate", "median abs word start error, s", "words compared"]
    return "\n".join(
        [
            f"Speech of {run['dataset']}, against the scripts and the word times known from synthesis; what",
            "has captions is not here.",
            "",
            table(head, rows),
        ]
    )


def conditions(runs: Sequence[Mapping[str, Any]]) -> list[str]:
    """Datasets of the same talks side by side, by how the talks sound; nothing where no run has it."""
    found = {
        run["dataset"]: {(row["condition"], row["measure"]): row["figure"] for row in run["conditions"]}
        for run in runs
        if run["conditions"]
    }
    if not found:
        return []
    rows = []
    first, *others = found.values()
    for key in (key for key in first if all(key in figures for figures in others)):
        figures = [figures[key] for figures in found.values()]
        cells = [
            f"{number(one['value'])} ({interval(one['cluster_low'], one['cluster_high'])})" for one in figures
        ]
        rows.append([*key, *cells, str(figures[0]["n"]), str(figures[0]["clusters"])])
    text = [
        "## What hearing costs",
        "",
        "The same questions on the talks as heard and as written, by how the talks sound: with the clustered",
        "interval, dev and test together, so that this describes and chooses nothing. Under 10 videos an",
        "interval is too short to trust.",
        "",
        table(["talks", "measure", *found, "n", "videos"], rows),
        "",
    ]
    return ["\n".join(text)]
