"""Numbers, intervals and Markdown tables, as the documents show them."""

from collections.abc import Iterable, Sequence


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
    """A Markdown table.

    >>> print(table(["a", "b"], [["1", "2"]]))
    | a | b |
    | --- | --- |
    | 1 | 2 |
    """
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
