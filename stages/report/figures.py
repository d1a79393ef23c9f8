"""The metrics files as tables, whatever measures they hold."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

DEPTH = re.compile(r"(?P<stem>.+)_at_(?P<depth>\d+)(?P<words>w?)")


@dataclass(frozen=True)
class Figure:
    """One entry of a metrics file; what is undefined, or not there, is None."""

    name: str
    value: float | None
    n: int | None
    low: float | None = None
    high: float | None = None
    cluster_low: float | None = None
    cluster_high: float | None = None
    floor: float | None = None
    ceiling: float | None = None
    notes: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """The name as the field writes it.

        >>> Figure("recall_at_200w", None, 0).label, Figure("false_refusal", 0.5, 2).label
        ('recall@200w', 'false refusal')
        """
        return self.name.replace("_at_", "@").replace("_", " ")


def is_figure(entry: Any) -> bool:
    """Whether an entry of a metrics file is a figure: a count or a group of figures is not."""
    return isinstance(entry, Mapping) and "value" in entry and "n" in entry


def figure(name: str, entry: Mapping[str, Any]) -> Figure:
    """An entry as a figure, with what to beware of as notes."""
    notes = []
    if entry.get("informative") is False:
        notes.append(f"not informative here: {entry.get('uninformative_reason') or 'see floor and ceiling'}")
    if entry.get("by_construction"):
        notes.append("by construction")
    return Figure(
        name,
        entry["value"],
        entry["n"],
        **{key: entry.get(key) for key in ("low", "high", "cluster_low", "cluster_high", "floor", "ceiling")},
        notes=tuple(notes),
    )


def figures(metrics: Mapping[str, Any]) -> dict[str, Figure]:
    """The figures of a metrics file by name, in the order of `order`."""
    found = {name: figure(name, entry) for name, entry in metrics.items() if is_figure(entry)}
    return {name: found[name] for name in sorted(found, key=order)}


def group(metrics: Mapping[str, Any], name: str) -> dict[str, Figure]:
    """The figures of a group, such as refusal_by_kind; empty if it is not there."""
    return figures(metrics.get(name) or {})


def order(name: str) -> tuple[str, int, int]:
    """Sorts by measure, then depths before budgets, each by number.

    >>> sorted(["recall_at_200w", "recall_at_10", "mrr", "recall_at_5"], key=order)
    ['mrr', 'recall_at_5', 'recall_at_10', 'recall_at_200w']
    """
    match = DEPTH.fullmatch(name)
    return (match["stem"], int(bool(match["words"])), int(match["depth"])) if match else (name, 0, 0)


def by_depth(found: Iterable[Figure], words: bool) -> dict[str, dict[int, Figure]]:
    """Figures at several depths, by measure and depth: budgets in words, or numbers of passages.

    >>> found = [Figure("recall_at_1", 0.2, 5), Figure("recall_at_3", 0.4, 5), Figure("ndcg_at_10", 0.3, 5)]
    >>> {stem: sorted(depths) for stem, depths in by_depth(found, words=False).items()}
    {'recall': [1, 3]}
    """
    table: dict[str, dict[int, Figure]] = {}
    for one in found:
        match = DEPTH.fullmatch(one.name)
        if match and bool(match["words"]) == words:
            table.setdefault(match["stem"], {})[int(match["depth"])] = one
    return {stem: depths for stem, depths in table.items() if len(depths) > 1 or words}
