"""The table of docs/intervals.md, from what `make coverage` found."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from stages.commands.documents.tables import number, table
from stages.core.artifacts import read_json

COVERAGE = "metrics/coverage.json"
MAX_ICC = 0.3
LEAST = {True: 0.93, False: 0.90}
"""What is wanted of the coverage: up to MAX_ICC, and above."""
WIDEST = 1.15
"""What is wanted of the relative width."""
NEAR = 0.94
"""Cells below it are counted: near enough to .95 for the formulas to be told apart."""
FRACTIONAL = "half marks"


class Cell(NamedTuple):
    """One simulated cell."""

    dataset: str
    model: str
    icc: float
    rate: float
    covered: float
    exchangeable_covered: float
    wilson_covered: float
    relative_width: float

    @property
    def least(self) -> float:
        """The coverage that is wanted of it."""
        return LEAST[self.icc <= MAX_ICC]


def read_cells(found: Mapping[str, Any]) -> list[Cell]:
    """The cells of `make coverage`, one for each row and rate."""
    return [
        Cell(row["dataset"], row["model"], row["icc"], rate, *figures)
        for row in found["rows"]
        for rate, *figures in zip(found["rates"], *(row[name] for name in Cell._fields[4:]), strict=True)
    ]


def coverage_block(root: Path) -> str:
    """The worst cell of each dataset and ICC, and every cell that falls short of what is wanted."""
    found = read_json(root / COVERAGE)
    cells = read_cells(found)
    groups: dict[tuple[str, float], list[Cell]] = {}
    for cell in cells:
        groups.setdefault((cell.dataset, cell.icc), []).append(cell)
    head = [
        "videos",
        "ICC",
        "coverage",
        "at rate, model",
        "half marks",
        "without linearised deff",
        "plain Wilson",
        "relative width",
    ]
    rows = [row_of(dataset, icc, group) for (dataset, icc), group in groups.items()]
    short = [said(cell) for cell in cells if cell.covered < cell.least or cell.relative_width > WIDEST]
    parts = [
        f"{len(cells)} cells of {found['repetitions']} simulated datasets each.",
        "",
        table(head, rows),
        "",
        *summary(cells),
        f"- Cells that fall short: {'; '.join(short) if short else 'none'}.",
        "",
    ]
    return "\n".join(parts)


def summary(cells: Sequence[Cell]) -> list[str]:
    """What the table comes to, with the linearised deff and without it."""
    shares = [cell for cell in cells if cell.model != FRACTIONAL]
    lines = []
    for upper, where in ((True, f"up to ICC {MAX_ICC:g}"), (False, "above")):
        over = [cell for cell in shares if (cell.icc <= MAX_ICC) == upper]
        if over:
            worst = min(cell.covered for cell in over)
            before = min(cell.exchangeable_covered for cell in over)
            lines.append(
                f"- Worst coverage {where}: {number(worst)}; without the linearised deff {number(before)}."
            )
    gain = max(cell.covered - cell.exchangeable_covered for cell in shares)
    below = [cell.covered < NEAR for cell in shares].count(True)
    below_before = [cell.exchangeable_covered < NEAR for cell in shares].count(True)
    return [
        *lines,
        f"- Cells of 0/1 values below {NEAR:g}: {below} of {len(shares)}; without it {below_before}. "
        f"Its largest gain in one cell: {number(gain)}.",
        f"- Largest relative width: {number(max(cell.relative_width for cell in cells), places=3)}.",
    ]


def row_of(dataset: str, icc: float, group: Iterable[Cell]) -> list[str]:
    """The worst of a group's cells; those of half marks apart."""
    shares = [cell for cell in group if cell.model != FRACTIONAL]
    halves = [cell for cell in group if cell.model == FRACTIONAL]
    worst = min(shares, key=lambda cell: cell.covered)
    return [
        dataset,
        f"{icc:g}",
        number(worst.covered),
        f"{worst.rate:g}, {worst.model}",
        number(min(cell.covered for cell in halves)),
        number(min(cell.exchangeable_covered for cell in shares)),
        number(min(cell.wilson_covered for cell in shares)),
        number(max(cell.relative_width for cell in group), places=2),
    ]


def said(cell: Cell) -> str:
    """A cell in words."""
    return (
        f"{cell.dataset} videos, ICC {cell.icc:g}, rate {cell.rate:g}, {cell.model} "
        f"(coverage {number(cell.covered)}, relative width {number(cell.relative_width, places=2)})"
    )
