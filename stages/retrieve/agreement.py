"""How often Chroma's candidates give what exact search gives; logged outside DVC for `vidwise doctor`."""

import json
from collections.abc import Sequence

import numpy as np

from stages.core.paths import AGREEMENT_LOG, ROOT
from stages.retrieve.order import Ranking


def agreement(found: Sequence[Ranking], exact: Sequence[Ranking]) -> float | None:
    """Share of questions whose rankings are the same, rows and order; None without questions."""
    if not exact:
        return None
    same = [np.array_equal(one.rows, other.rows) for one, other in zip(found, exact, strict=True)]
    return sum(same) / len(same)


def log_agreement(digest: str, queries: int, share: float | None, engine: str) -> None:
    """Append one line; where there is no DVC repository, there is no log."""
    if not (ROOT / ".dvc").is_dir():
        return
    AGREEMENT_LOG.parent.mkdir(parents=True, exist_ok=True)
    row = {"index": digest, "queries": queries, "agreement": share, "engine": engine}
    with AGREEMENT_LOG.open("a", encoding="utf-8") as log:
        log.write(json.dumps(row) + "\n")
