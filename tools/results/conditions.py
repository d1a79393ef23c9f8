"""Figures of the talks by how they sound: clean, noisy, or with speakers at once."""

from collections import defaultdict
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from stages.core.paths import ROOT
from stages.evaluate.figures import proportion
from tools.talks.script import Script, read_script

SCRIPTS = ROOT / "tools" / "talks" / "scripts"
MEASURES = ("recall_at_1", "recall_at_200w", "correct")


def condition(script: Script) -> str:
    """How a talk sounds; none is both noisy and overlapped."""
    if script.noise:
        return "noisy"
    return "overlapped" if any(sentence.overlap_s for sentence in script.sentences) else "clean"


def condition_rows(data: Path) -> list[dict[str, Any]]:
    """Each measure's figure in each condition, dev and test together: they describe, and choose nothing.

    Args:
        data: the folder of a run's artifacts.
    """
    conditions = {path.stem: condition(read_script(path)) for path in sorted(SCRIPTS.glob("*.txt"))}
    hits: defaultdict[tuple[str, str], list[tuple[float, str]]] = defaultdict(list)
    for split in ("dev", "test"):
        gold = pq.read_table(data / "gold" / f"{split}.parquet").to_pylist()
        video = {row["query_id"]: row["video_id"] for row in gold}
        for row in pq.read_table(data / "verdicts" / f"{split}.parquet").to_pylist():
            if row["measure"] in MEASURES:
                name = video[row["query_id"]]
                hits[conditions[name], row["measure"]].append((row["value"], name))
    return [
        {"condition": key, "measure": measure, "figure": proportion(*zip(*hits[key, measure], strict=True))}
        for key in sorted({key for key, _ in hits})
        for measure in MEASURES
        if hits[key, measure]  # depths and budgets are settings
    ]
