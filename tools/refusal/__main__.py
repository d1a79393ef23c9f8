"""Run datasets up to calibrate in clean clones; write metrics/refusal/ and the tables of docs/refusal.md."""

import sys
from typing import Any

from stages.calibrate.settings import SECTION, Settings
from stages.commands.claiming.fresh_clone import bring_dataset, fresh_clone, repro
from stages.commands.documents.blocks import BLOCKS, write_blocks
from stages.commands.documents.refusal import REFUSAL
from stages.core.artifacts import METRIC_PLACES, write_json
from stages.core.cache import cache_folder
from stages.core.errors import UserError
from stages.core.paths import ROOT
from stages.core.settings import check_settings, read_yaml
from tools.refusal.measure import measure
from tools.results.run import choose, datasets


def main(chosen: list[str]) -> None:
    """Measure the chosen datasets, or all that are here."""
    names = datasets(chosen)
    for name in names:
        write_json(ROOT / REFUSAL / f"{name}.json", run(name), places=METRIC_PLACES)
    write_blocks(ROOT, {"refusal": BLOCKS["refusal"]})
    sys.stdout.write(f"{REFUSAL} and docs/refusal.md: {', '.join(names)}\n")


def run(name: str) -> dict[str, Any]:
    """One dataset, with everything else as HEAD has it; the caches of this user may be warm."""
    with fresh_clone() as clone:
        bring_dataset(name, clone)
        choose(name, None, clone)
        cache = str(cache_folder() or "off")
        repro(clone, cache, "calibrate", say=lambda line: print(f"{name} {line}", file=sys.stderr))
        resolved = clone / "resolved.yaml"
        settings = check_settings(Settings, read_yaml(resolved)[SECTION], str(resolved), SECTION)
        return measure(clone / "data", settings.folds)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except UserError as error:
        sys.stderr.write(f"error: {error}\n")
        raise SystemExit(2) from None
