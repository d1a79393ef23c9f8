"""Progress of long work: a bar in a terminal, a line now and then elsewhere (DVC, CI)."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

LINE_EVERY_S = 10.0


@contextmanager
def progress(label: str, total: float, unit: str = "") -> Iterator[Callable[[float], None]]:
    """Yield `advance(amount)`; `total` and amounts are in `unit`.

    >>> with progress("embed", 2) as advance:
    ...     advance(2)
    """
    console = Console(stderr=True)
    if console.is_terminal:
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=console) as bar:
            task = bar.add_task(f"{label} {unit}".strip(), total=total)
            yield lambda amount: bar.advance(task, amount)
        return
    done = 0.0
    started = last = time.monotonic()

    def advance(amount: float) -> None:
        nonlocal done, last
        done += amount
        now = time.monotonic()
        if now - last >= LINE_EVERY_S and done < total:
            last = now
            left_s = (total - done) * (now - started) / done if done else float("nan")
            sys.stderr.write(f"{label}: {done:.0f} of {total:.0f} {unit}, about {left_s:.0f} s left\n")

    yield advance
