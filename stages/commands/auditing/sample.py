"""Which questions an audit reads: drawn blind by hash, the same for every reader."""

import hashlib
import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from stages.core.errors import UserError

SALT = "vidwise:audit:"
NEGATIVES_PER_DECOY = 4

Row = Mapping[str, Any]


def readable(gold: Iterable[Row], queries: Mapping[str, Row]) -> list[Row]:
    """The gold rows that a reader of one transcript can judge: those that search one video.

    An answerable one must have its gold in the transcript, or it would be no decoy.
    """
    return [
        row
        for row in gold
        if queries[row["query_id"]]["scope"] is not None
        and (row["label"] == "negative" or row["alternatives"])
    ]


def sizes(gold: Sequence[Row], kinds: Collection[str], n: int) -> dict[str, int]:
    """How many of each kind are drawn: n, or all that there are.

    Raises: UserError for a kind of which there is none.
    """
    there = Counter(kind_of(row) for row in gold if row["label"] == "negative")
    for kind in kinds:
        if not there[kind]:
            known = ", ".join(sorted(there)) or "no negatives that search one video"
            raise UserError(f"--kind {kind}: there is none; this split has {known}")
    return {kind: min(n, there[kind]) for kind in sorted(kinds or there)}


def draw(gold: Sequence[Row], wanted: Mapping[str, int]) -> set[str]:
    """The query_ids of a sample: so many of each kind of negative, and a decoy for every four negatives.

    By hash, so that a larger sample holds a smaller one, and a dataset that grows keeps most of its sample.

    Args:
        gold: `readable` rows.
        wanted: how many of each kind.
    """
    ordered = sorted(gold, key=lambda row: hashlib.sha256((SALT + row["query_id"]).encode()).digest())
    drawn = set()
    for kind, count in wanted.items():
        of_kind = [row["query_id"] for row in ordered if row["label"] == "negative" and kind_of(row) == kind]
        drawn.update(of_kind[:count])
    decoys = [row["query_id"] for row in ordered if row["label"] == "answerable"]
    return drawn.union(decoys[: math.ceil(len(drawn) / NEGATIVES_PER_DECOY)])


def check_sample(marked: Collection[str], gold: Sequence[Row]) -> None:
    """Marks must be of a sample as it was drawn, whole: who leaves some out chooses the result.

    Raises: UserError saying what is missing or too much.
    """
    rows = {row["query_id"]: row for row in gold}
    strange = sorted(set(marked) - set(rows))
    if strange:
        raise UserError(
            f"question {strange[0]} ({len(strange)} in all) is none of this dataset and split as it is now: "
            "were the marks made for another, or before it changed? draw again with `vidwise audit`"
        )
    wanted = Counter(kind_of(rows[name]) for name in marked if rows[name]["label"] == "negative")
    drawn = draw(gold, wanted)
    if set(marked) != drawn:
        missing, extra = sorted(drawn - set(marked)), sorted(set(marked) - drawn)
        raise UserError(
            f"the marks are not of a sample as `vidwise audit` draws it: {len(missing)} of its questions are "
            f"left out{first(missing)}, {len(extra)} were not drawn{first(extra)}: mark the page as it is"
        )


def first(names: Sequence[str]) -> str:
    """The first of some ids, in brackets."""
    return f" (first {names[0]})" if names else ""


def kind_of(row: Row) -> str:
    """A negative's kind, as evaluate names it."""
    return str(row["negative_kind"] or "negative")
