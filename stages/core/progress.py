"""Progress of long work: a bar in a terminal, a line now and then elsewhere (DVC, CI)."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

LINE_EVERY_S = 10.0

Pace = Callable[[float], str]
"""Units a second, in words."""


@contextmanager
def progress(
    label: str, total: float, unit: str = "", pace: Pace | None = None
) -> Iterator[Callable[[float], None]]:
    """Yield `advance(amount)`; `total` and amounts are in `unit`, and `pace` words their speed.

    >>> with progress("embed", 2) as advance:
    ...     advance(2)
    """
    console = Console(stderr=True)
    if console.is_terminal:
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, *([PaceColumn(pace)] if pace else []), console=console) as bar:
            task = bar.add_task(f"{label} {unit}".strip(), total=total)
            yield lambda amount: bar.advance(task, amount)
        return
    done = 0.0
    started = last = time.monotonic()

    def advance(amount: float) -> None:
        nonlocal done, last
        done += amount
        now = time.monotonic()
        if done > 0 and now - last >= LINE_EVERY_S and done < total:
            last = now
            per_s = done / (now - started)
            speed = f", {pace(per_s)}" if pace else ""
            left_s = (total - done) / per_s
            sys.stderr.write(f"{label}: {done:.0f} of {total:.0f} {unit}{speed}, about {left_s:.0f} s left\n")

    yield advance


class PaceColumn(ProgressColumn):
    """The speed of a task, in words."""

    def __init__(self, pace: Pace) -> None:
        super().__init__()
        self.pace = pace

    def render(self, task: Task) -> Text:
        """Nothing as long as nothing is done."""
        return Text(self.pace(task.speed) if task.speed else "")
