"""Run every dataset that is here in a clean clone; write metrics/results/ and the documents' blocks."""

import sys

from stages.commands.claiming.figures import RESULTS
from stages.commands.documents.blocks import write_blocks
from stages.commands.repository import git
from stages.core.artifacts import write_json
from stages.core.errors import UserError
from stages.core.paths import ROOT
from tools.results.run import datasets, run_dataset

VARIANTS = {"spoken_squad": ("wer23_answers", "wer44", "wer54")}
"""Run besides the one that conf/dataset has: the same questions of worse transcripts, or with closer gold."""
WRITTEN = ("README.md", "docs/", RESULTS)


def main(chosen: list[str]) -> None:
    """Run the chosen datasets, or all that are here; write once all have run."""
    changed = git("status", "--porcelain", "--untracked-files=no").splitlines()
    if [line for line in changed if not line[3:].startswith(WRITTEN)]:
        raise UserError("commit your changes first: the results name the commit they were made from")
    runs = {
        name if variant is None else f"{name}_{variant}": run_dataset(name, variant)
        for name in datasets(chosen)
        for variant in (None, *VARIANTS.get(name, ()))
    }
    for name, run in runs.items():
        write_json(ROOT / RESULTS / f"{name}.json", run)
    documents = write_blocks(ROOT)
    sys.stdout.write(f"{RESULTS}: {', '.join(runs)}; rewritten: {', '.join(documents) or 'nothing'}\n")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except UserError as error:
        sys.stderr.write(f"error: {error}\n")
        raise SystemExit(2) from None
