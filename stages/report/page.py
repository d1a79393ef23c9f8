"""The page: one self-contained HTML file, the same bytes for the same artifacts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from stages.report.curves import curve
from stages.report.figures import Figure, by_depth, figures, group
from stages.report.plot import Plot, plot
from stages.report.questions import Outcome, chosen

TEMPLATE = "page.html.j2"
REFUSALS = (
    "false_refusal",
    "false_refusal_evidence_shown",
    "false_refusal_evidence_not_shown",
    "decoys_recognised",
    "refusal",
)
CONFIDENCE = ("auroc", "aurc", "ece")


@dataclass(frozen=True)
class SplitTables:
    """A split's figures as the page's tables."""

    split: str
    headline: tuple[Figure, ...]
    by_k: Mapping[str, Mapping[int, Figure]]
    by_budget: Mapping[str, Mapping[int, Figure]]
    ranks: tuple[Figure, ...]
    refusals: tuple[Figure, ...]
    refusal_kinds: Mapping[str, Figure]
    confidence: Mapping[str, Mapping[str, Figure]]
    answers: tuple[Figure, ...]

    @property
    def ks(self) -> list[int]:
        """All depths of `by_k`."""
        return sorted({depth for row in self.by_k.values() for depth in row})


def split_tables(split: str, metrics: Mapping[str, Mapping[str, Any]]) -> SplitTables:
    """Lay out a split's metrics files, by their names: every figure in them has a place on the page."""
    retrieval, citations, abstention = (
        figures(metrics[name]) for name in ("retrieval", "citations", "abstention")
    )
    found = retrieval | citations | abstention
    by_k, by_budget = by_depth(retrieval.values(), words=False), by_depth(retrieval.values(), words=True)
    tabled = {one.name for table in (by_k, by_budget) for row in table.values() for one in row.values()}
    kinds = {name: group(metrics["abstention"], f"{name}_by_kind") for name in CONFIDENCE}
    return SplitTables(
        split=split,
        # Those of the summary, with both intervals and in the order of the chain: found, quoted, refused.
        headline=tuple(one for name, one in found.items() if name in metrics["summary"]),
        by_k=by_k,
        by_budget=by_budget,
        ranks=tuple(one for name, one in retrieval.items() if name not in tabled),
        refusals=tuple(found[name] for name in REFUSALS if name in found),
        refusal_kinds=audited(
            group(metrics["abstention"], "refusal_by_kind"),
            group(metrics["abstention"], "contamination_by_kind"),
        ),
        confidence={
            "all": {name: found[name] for name in CONFIDENCE if name in found},
            **{
                kind: {name: kinds[name][kind] for name in CONFIDENCE if kind in kinds[name]}
                for kind in dict.fromkeys(kind for row in kinds.values() for kind in row)
            },
        },
        answers=tuple(
            one for name, one in (citations | abstention).items() if name not in (*REFUSALS, *CONFIDENCE)
        ),
    )


def audited(kinds: Mapping[str, Figure], contamination: Mapping[str, Figure]) -> dict[str, Figure]:
    """The refusal of each kind, with how many of its negatives the video does answer as a note."""
    return {
        kind: replace(one, notes=(*one.notes, contaminated(contamination.get(kind))))
        for kind, one in kinds.items()
    }


def contaminated(found: Figure | None) -> str:
    """Contamination in words.

    >>> contaminated(Figure("other-video", 0.05, 100, cluster_low=0.01, cluster_high=0.15))
    'contamination 0.050 (0.01–0.15), n 100'
    >>> contaminated(None)
    'contamination: not audited'
    """
    if found is None or not found.n:
        return "contamination: not audited"
    return (
        f"contamination {share(found.value)} ({interval(found.cluster_low, found.cluster_high)}), n {found.n}"
    )


def curves(metrics: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> dict[str, list[dict[str, Any]]]:
    """The points of both plots, by the name of their file."""
    retrieval = {split: figures(files["retrieval"]) for split, files in metrics.items()}
    return {"recall_at_k": curve(retrieval, words=False), "recall_at_words": curve(retrieval, words=True)}


def plots(points: Mapping[str, Sequence[Mapping[str, Any]]]) -> list[Plot]:
    """Both plots; one without any point is left out."""
    drawn = [
        plot(points["recall_at_k"], "k", "Recall at k passages", "passages"),
        plot(points["recall_at_words"], "words", "Recall within a budget of words", "words"),
    ]
    return [one for one in drawn if one is not None]


def render(
    resolved: Mapping[str, Mapping[str, Any]],
    metrics: Mapping[str, Mapping[str, Mapping[str, Any]]],
    outcomes: Sequence[Outcome],
    videos: Sequence[Mapping[str, Any]],
    refusal: str,
) -> str:
    """The page's HTML. Everything that comes from data is escaped.

    Takes: resolved.yaml; by split, each metrics file by its name; every question's outcome; rows of
        records.MANIFEST; what is declared of the refusal, and whether it is guaranteed.
    """
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"share": share, "interval": interval, "clock": clock}
    shown = chosen(outcomes)
    return environment.get_template(TEMPLATE).render(
        resolved=resolved,
        tables=[split_tables(split, files) for split, files in metrics.items()],
        plots=plots(curves(metrics)),
        refusal=refusal,
        outcomes=shown,
        n_questions={split: sum(one.split == split for one in outcomes) for split in metrics},
        n_failures=sum(not one.right for one in outcomes),
        n_failures_hidden=sum(not one.right for one in outcomes) - sum(not one.right for one in shown),
        n_right_hidden=sum(one.right for one in outcomes) - sum(one.right for one in shown),
        n_videos=len(videos),
        n_captioned=sum(video["captions"] is not None for video in videos),
    )


def share(value: float | None) -> str:
    """A value to three places; a dash where it is undefined."""
    return "–" if value is None else f"{value:.3f}"


def interval(low: float | None, high: float | None) -> str:
    """Two ends to two places; a dash where they are undefined."""
    return "–" if low is None or high is None else f"{low:.2f}–{high:.2f}"


def clock(seconds: float | None) -> str:
    """Minutes and seconds, rounded down; hours from one on.

    >>> clock(75.9), clock(3661.0), clock(None)
    ('1:15', '1:01:01', '–')
    """
    if seconds is None:
        return "–"
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
