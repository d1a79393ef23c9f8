"""docs/results.md and the table in README.md, from what the runs left."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tools.results.run import Run

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
BLOCK = re.compile(r"(<!-- results: written by `make results` -->\n).*?(<!-- end of results -->)", re.DOTALL)


def find(metrics: dict[str, Any], name: str) -> dict[str, Any]:
    """A measure's full figure, in whichever of a split's metrics files it stands."""
    for file in ("retrieval", "citations", "abstention"):
        if name in metrics[file]:
            figure: dict[str, Any] = metrics[file][name]
            return figure
    raise KeyError(name)


def number(value: float | None, places: int = 3) -> str:
    """A value for a table; a dash where it is undefined.

    >>> number(0.12345), number(None)
    ('0.123', '–')
    """
    return "–" if value is None else f"{value:.{places}f}"


def interval(low: float | None, high: float | None) -> str:
    """An interval for a table."""
    return "–" if low is None or high is None else f"{low:.3f} to {high:.3f}"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def figures_table(figures: Mapping[str, dict[str, Any]]) -> str:
    """One row a measure: value, plain and clustered interval, n, videos, and what to know of it."""
    rows = []
    for name, figure in figures.items():
        notes = []
        if figure.get("by_construction"):
            notes.append("by construction")
        if figure.get("informative") is False:
            notes.append("not informative here")
        if figure.get("floor") is not None:
            notes.append(f"floor {number(figure['floor'])}, ceiling {number(figure['ceiling'])}")
        rows.append(
            [
                name,
                number(figure["value"]),
                interval(figure["low"], figure["high"]),
                interval(figure["cluster_low"], figure["cluster_high"]),
                str(figure["n"]),
                str(figure["clusters"]),
                "; ".join(notes),
            ]
        )
    return table(["measure", "value", "Wilson 95 %", "clustered 95 %", "n", "videos", "note"], rows)


def stage_table(run: Run) -> str:
    """Seconds and peak memory of each stage."""
    rows = [[row["stage"], f"{row['seconds']:.1f}", str(row["peak_mib"])] for row in run.stages]
    return table(["stage", "seconds", "peak MiB"], rows)


def speech_table(rows: Sequence[dict[str, Any]]) -> str:
    """Word error rate and word start error of each talk."""
    return table(
        ["talk", "word error rate", "median abs word start error, s", "words compared"],
        [[row["talk"], number(row["wer"]), number(row["start_error_s"]), str(row["words"])] for row in rows],
    )


def section(run: Run) -> str:
    """One dataset's part of docs/results.md."""
    parts = [f"## {run.dataset}", ""]
    for split in ("test", "dev"):
        metrics = run.metrics[split]
        figures = {name: find(metrics, name) for name in metrics["summary"]}
        kinds = {
            f"refusal, {kind}": figure for kind, figure in metrics["abstention"]["refusal_by_kind"].items()
        }
        parts += [f"### {split}", "", figures_table(figures | kinds), ""]
    peak = max(row["peak_mib"] for row in run.stages)
    parts += [f"`dvc repro` with empty caches: {run.seconds:.0f} s; peak memory of a stage {peak} MiB.", ""]
    return "\n".join([*parts, stage_table(run), ""])


def page(runs: Sequence[Run], speech: Sequence[dict[str, Any]], commit: str, machine: str) -> str:
    """docs/results.md."""
    parts = [
        "# Results",
        "",
        "Written by `make results`: each dataset that was here, by `dvc repro` in a clean clone of commit",
        f"{commit} with empty caches, on {machine}. Times are of one run on a shared machine.",
        "",
        "These figures are provisional: none went through a claim. `talks` has synthetic voices and is a",
        "smoke test; nothing about quality follows from it. Questions of one video hang together, so the",
        "clustered interval is the one to read; under 10 videos even that one is too short.",
        "",
        *[section(run) for run in runs],
    ]
    if speech:
        parts += [
            "## Speech of the talks",
            "",
            "Against the scripts and the word times known from synthesis; the captioned talk is not here.",
            "",
            speech_table(speech),
            "",
        ]
    return "\n".join(parts)


def readme_block(runs: Sequence[Run]) -> str:
    """The README's table: the test split of each dataset, value and clustered interval."""
    rows = []
    for run in runs:
        metrics = run.metrics["test"]
        for name in HEADLINES:
            figure = find(metrics, name)
            clustered = interval(figure["cluster_low"], figure["cluster_high"])
            rows.append(
                [
                    run.dataset,
                    name,
                    number(figure["value"]),
                    clustered,
                    str(figure["n"]),
                    str(figure["clusters"]),
                ]
            )
    return table(["dataset", "measure (test)", "value", "clustered 95 %", "n", "videos"], rows) + "\n"


def with_block(readme: str, block: str) -> str:
    """The README with its results block replaced."""
    if not BLOCK.search(readme):
        raise ValueError("README.md has no results block")
    return BLOCK.sub(lambda match: f"{match[1]}{block}{match[2]}", readme)
