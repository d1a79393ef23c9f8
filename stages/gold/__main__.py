"""gold: labels and transcripts become data/gold/: where each split's answers stand, and what has no place."""

import sys

from stages.core.artifacts import read_rows, write_json, write_table
from stages.core.door import enter
from stages.core.paths import GOLD, LABELS, TRANSCRIPTS
from stages.core.records import GOLD as GOLD_SCHEMA
from stages.core.records import LABELS as LABELS_SCHEMA
from stages.core.transcripts import read_transcripts
from stages.gold.placing import place_all


def main() -> None:
    """Read labels and transcripts, place the gold, write it a split a file."""
    rows, unplaced = place_all(read_rows(LABELS, LABELS_SCHEMA), read_transcripts(TRANSCRIPTS))
    for split, gold in rows.items():
        write_table(GOLD / f"{split}.parquet", gold, GOLD_SCHEMA)
    write_json(GOLD / "unplaced.json", unplaced)
    for split, found in unplaced.items():
        if found["without_gold"]:
            sys.stderr.write(
                f"gold: {split}: {found['without_gold']} of {found['answerable']} answerable questions have "
                "no place in the transcripts and count as misses (why: data/gold/unplaced.json)\n"
            )


if __name__ == "__main__":
    enter("gold", main)
