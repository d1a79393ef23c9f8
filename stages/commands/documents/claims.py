"""The table of docs/claims.md: what has been claimed."""

from pathlib import Path

from stages.commands.claiming.ledger import read_ledger
from stages.commands.documents.tables import interval, number, table


def claims_block(root: Path) -> str:
    """One row a line of the ledger."""
    rows = [
        [
            line.dataset,
            line.measure,
            number(line.value),
            interval(line.cluster_low, line.cluster_high),
            f"{line.level:.4g}",
            str(line.n),
            str(line.videos),
            str(line.looks),
            line.commit[:10],
        ]
        for line in read_ledger(root)
    ]
    head = [
        "dataset",
        "measure (test)",
        "value",
        "clustered interval",
        "level",
        "n",
        "videos",
        "looks",
        "commit",
    ]
    return table(head, rows) + "\n" if rows else "No figure has been claimed yet.\n"
