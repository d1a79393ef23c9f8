"""What each kind of evidence of `peaks` is worth on dev: `python -m tools.retrieval`, after `dvc repro tune`.

Reads data/ as it is, and prints the mean coverage within the budgets that tune looks at, with the lead of all
three kinds together and its standard error over videos. Dev only: nothing here may be chosen on test.
"""

from rich.console import Console
from rich.table import Table

from stages.core.artifacts import read_json, read_rows
from stages.core.paths import EMBEDDINGS, GOLD, INDEX, QUERIES, TUNING
from stages.core.records import GOLD as GOLD_SCHEMA
from stages.core.settings import load_settings
from stages.retrieve.choosing import BUDGETS_WORDS, measured, trials
from stages.retrieve.index import read_index
from stages.retrieve.question import read_questions
from stages.retrieve.settings import SECTION, Peaks, Settings, Weights

KINDS = (
    Weights(dense=1.0, bm25=1.0, ngrams=1.0),
    Weights(dense=1.0, bm25=1.0, ngrams=0.0),
    Weights(dense=1.0, bm25=0.0, ngrams=1.0),
    Weights(dense=0.0, bm25=1.0, ngrams=1.0),
    Weights(dense=1.0, bm25=0.0, ngrams=0.0),
    Weights(dense=0.0, bm25=1.0, ngrams=0.0),
    Weights(dense=0.0, bm25=0.0, ngrams=1.0),
)


def main() -> None:
    """Measure, print."""
    settings = load_settings(SECTION, Settings)
    if not isinstance(settings, Peaks):
        raise SystemExit(f"retrieve is {settings.name}: `vidwise set retrieve=peaks`, then `dvc repro tune`")
    index = read_index(INDEX)
    rows = {
        row["query_id"]: row
        for row in read_rows(GOLD / "dev.parquet", GOLD_SCHEMA)
        if row["label"] == "answerable" and row["alternatives"]
    }
    asked = [one for one in read_questions(QUERIES, EMBEDDINGS, index) if one.query_id in rows]
    alternatives = [rows[one.query_id]["alternatives"] for one in asked]
    videos = [rows[one.query_id]["video_id"] or one.query_id for one in asked]
    width = int(read_json(TUNING)["width_words"])
    found = trials(measured(settings, index, asked, alternatives, [(width, kind) for kind in KINDS]), videos)
    budgets = ", ".join(map(str, BUDGETS_WORDS))
    title = f"dev: {len(asked)} questions, {len(set(videos))} videos; mean coverage within {budgets} words"
    table = Table("evidence", "coverage", "behind the best", "standard error", title=title)
    for kind, trial in zip(KINDS, found, strict=True):
        names = [name for name in ("dense", "bm25", "ngrams") if getattr(kind, name)]
        table.add_row(" + ".join(names), *(f"{value:.3f}" for value in trial))
    Console().print(table)


if __name__ == "__main__":
    main()
