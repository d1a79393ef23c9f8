"""Tables and figures as the commands print them."""

from collections.abc import Sequence

PIPED_WIDTH = 120
"""Columns where the output is no terminal."""


def print_table(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]], left: int) -> None:
    """Print a table; the first `left` columns are texts, the rest figures."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console()
    if not console.is_terminal:
        console = Console(width=PIPED_WIDTH)
    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    for i, head in enumerate(heads):
        table.add_column(head, justify="left" if i < left else "right", no_wrap=i >= left, overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))  # a question's [brackets] are no markup
    console.print(table)


def note(text: str) -> None:
    """Print a note below a table."""
    import typer

    typer.echo(f"note: {text}")


def signed(number: float | None) -> str:
    """A difference to three places with its sign, which 0 has not.

    >>> signed(0.25), signed(-0.0004), signed(None)
    ('+0.250', '0.000', '–')
    """
    if number is None:
        return "–"
    return f"{number:+.3f}" if round(number, 3) else "0.000"
