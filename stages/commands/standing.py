"""The rows of a leaderboard."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from stages.commands.pairing import Pairing
from stages.commands.runs import Run
from stages.evaluate.gains import gain
from stages.evaluate.separation import standings


@dataclass(frozen=True)
class Row:
    """One run on the leaderboard."""

    rank: int
    """Runs of equal value share it."""
    run: str
    settings: Mapping[str, Any]
    """Those in which the runs differ."""
    value: float
    behind: float
    """How far behind the best."""
    visible: float | None
    """How far behind it would have to be to be seen; None for the best, and where no distance would do."""
    p: float
    separated: bool
    same_as: str | None
    """A run further up with the same values on every question."""


def rows_of(runs: Sequence[Run], pairing: Pairing, measure: str) -> list[Row]:
    """The runs, best first, equal ones by name; `measure` must be over the same questions in all of them."""
    query_ids = pairing.over(runs, measure)
    clusters = [pairing.clusters[query_id] for query_id in query_ids]
    columns = [tuple(pairing.column(run, measure, query_ids)) for run in runs]
    better = np.array(columns).T if gain(measure) > 0 else 1 - np.array(columns).T
    found = standings(better, clusters)
    order = sorted(range(len(runs)), key=lambda i: (found[i].behind, runs[i].name))
    varied = varied_settings([run.settings for run in runs])
    first: dict[tuple[float, ...], str] = {}
    rows: list[Row] = []
    for place, i in enumerate(order):
        run, standing = runs[i], found[i]
        tied = bool(rows) and rows[-1].behind == standing.behind
        rows.append(
            Row(
                rank=rows[-1].rank if tied else place + 1,
                run=run.name,
                settings=varied[i],
                value=float(np.mean(columns[i])),
                behind=standing.behind,
                visible=standing.visible,
                p=standing.p,
                separated=standing.separated,
                same_as=first.get(columns[i]),
            )
        )
        first.setdefault(columns[i], run.name)
    return rows


def varied_settings(settings: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Of each run, the settings in which those runs differ that have them.

    >>> varied_settings([{"chunk": {"name": "a", "k": 1}}, {"chunk": {"name": "b", "k": 1, "extra": 2}}])
    [{'chunk.name': 'a'}, {'chunk.name': 'b'}]
    """
    flat = [dict(flattened(each)) for each in settings]
    names = sorted({name for each in flat for name in each})
    varied = [name for name in names if len({str(each[name]) for each in flat if name in each}) > 1]
    return [{name: each[name] for name in varied if name in each} for each in flat]


def flattened(settings: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Settings by dotted name."""
    for key, value in settings.items():
        if isinstance(value, Mapping):
            yield from flattened(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value
