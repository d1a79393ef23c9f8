"""Simulate every row on all cores; write metrics/coverage.json and the table in docs/intervals.md."""

import multiprocessing
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed

from stages.commands.documents.blocks import BLOCKS, write_blocks
from stages.commands.documents.coverage import COVERAGE
from stages.core.artifacts import write_json
from stages.core.errors import UserError
from stages.core.paths import ROOT
from stages.core.progress import progress
from tools.coverage.simulate import RATES, REPETITIONS, ROWS, simulate

PLACES = 4
"""More would be noise."""


def main() -> None:
    """Simulate, then write."""
    # Not fork: the progress bar has a thread.
    context = multiprocessing.get_context("spawn")
    with (
        ProcessPoolExecutor(mp_context=context) as pool,
        progress("coverage", len(ROWS), "rows") as advance,
    ):
        futures = [pool.submit(simulate, row) for row in ROWS]
        for future in as_completed(futures):
            future.result()
            advance(1)
    rows = [future.result() for future in futures]
    found = {"repetitions": REPETITIONS, "rates": RATES, "rows": rows}
    write_json(ROOT / COVERAGE, found, places=PLACES)
    write_blocks(ROOT, {"coverage": BLOCKS["coverage"]})
    sys.stdout.write(f"{COVERAGE} and docs/intervals.md: {len(ROWS) * len(RATES)} cells\n")


if __name__ == "__main__":
    try:
        main()
    except UserError as error:
        sys.stderr.write(f"error: {error}\n")
        raise SystemExit(2) from None
