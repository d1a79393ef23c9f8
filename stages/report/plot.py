"""Where the marks of a small plot stand: depths side by side, values from 0 to 1, intervals as bars."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

WIDTH, HEIGHT = 360, 220
LEFT, RIGHT, TOP, BOTTOM = 34, 10, 12, 34
DODGE = 7.0
"""Pixels between the marks of two splits at one depth."""


@dataclass(frozen=True)
class Mark:
    """A point in pixels, with the ends of its interval if it has one."""

    split: str
    x: float
    y: float
    low_y: float | None
    high_y: float | None
    label: str


@dataclass(frozen=True)
class Plot:
    """What a template draws. `ticks` are (x, label), `grid` (y, label)."""

    title: str
    axis: str
    ticks: tuple[tuple[float, str], ...]
    grid: tuple[tuple[float, str], ...]
    lines: Mapping[str, tuple[Mark, ...]]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT


def y_of(value: float) -> float:
    """Pixels from the top of a value in [0, 1]."""
    return round(TOP + (1 - value) * (HEIGHT - TOP - BOTTOM), 1)


def plot(points: Sequence[Mapping[str, Any]], key: str, title: str, axis: str) -> Plot | None:
    """Lay out the points of `curves.curve`; depths stand at equal distances. None without any value."""
    points = [point for point in points if point["value"] is not None]
    if not points:
        return None
    depths = sorted({point[key] for point in points})
    splits = list(dict.fromkeys(point["split"] for point in points))
    step = (WIDTH - LEFT - RIGHT) / len(depths)
    centre = {depth: LEFT + step * (place + 0.5) for place, depth in enumerate(depths)}

    def mark(point: Mapping[str, Any]) -> Mark:
        dodge = (splits.index(point["split"]) - (len(splits) - 1) / 2) * DODGE
        low, high = point["low"], point["high"]
        interval = "" if low is None or high is None else f", interval {low:.2f} to {high:.2f}"
        return Mark(
            split=point["split"],
            x=round(centre[point[key]] + dodge, 1),
            y=y_of(point["value"]),
            low_y=None if low is None else y_of(low),
            high_y=None if high is None else y_of(high),
            label=f"{point['split']}, {point[key]} {axis}: {point['value']:.2f}{interval}",
        )

    return Plot(
        title=title,
        axis=axis,
        ticks=tuple((round(x, 1), str(depth)) for depth, x in centre.items()),
        grid=tuple((y_of(value), f"{value:g}") for value in (0, 0.25, 0.5, 0.75, 1)),
        lines={split: tuple(mark(point) for point in points if point["split"] == split) for split in splits},
    )
