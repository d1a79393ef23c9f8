"""`vidwise export`: a run as TREC files and as a table of verdicts, for programs that are not ours."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    import pandas as pd

    from stages.commands.runs import History, Run
    from stages.commands.trec import Trec

FILES = ("qrels.txt", "recall-qrels.txt", "run.txt", "verdicts.csv")


def export(
    out_dir: Annotated[Path, typer.Argument(help="A new folder, or one that holds an earlier export")],
    split: Annotated[str, typer.Option(help="dev or test")] = "test",
    run: Annotated[
        str, typer.Option(help="A git revision, an experiment's name, or workspace")
    ] = "workspace",
) -> None:
    """Write run.txt, qrels.txt and recall-qrels.txt (TREC), and verdicts.csv, a row a question.

    docs/exports.md says what is in them, and which of ir_measures' figures are ours.
    """
    from stages.commands.runs import check_split, history
    from stages.core.artifacts import renamed_into, write_text
    from stages.core.errors import UserError

    check_split(split)
    out_dir = out_dir.resolve()
    check_replaceable(out_dir)
    with history() as past:
        read = past.run(run, split)
        lines = trec_of(past, read)
        table = verdict_table(read, past.queries(run), past.videos(run))
    try:
        with renamed_into(out_dir) as folder:
            folder.mkdir()
            write_text(folder / "run.txt", joined(lines.run))
            write_text(folder / "qrels.txt", joined(lines.qrels))
            write_text(folder / "recall-qrels.txt", joined(lines.recall_qrels))
            write_text(folder / "verdicts.csv", table.to_csv(index=False, lineterminator="\n"))
    except OSError as error:
        raise UserError(f"{out_dir} cannot be written ({error.strerror}): give another folder") from None
    typer.echo(f"{out_dir}: {len(table)} questions of {read.dataset}, {split}: {', '.join(FILES)}")


def check_replaceable(out_dir: Path) -> None:
    """Raise a UserError for a path that holds anything but an earlier export."""
    from stages.core.errors import UserError

    if not out_dir.exists():
        return
    if not out_dir.is_dir():
        raise UserError(f"{out_dir} is a file: give a folder")
    others = sorted(path.name for path in out_dir.iterdir() if path.name not in FILES or not path.is_file())
    if others:
        raise UserError(f"{out_dir} holds {others[0]}, which is no export: give a new folder")


def joined(lines: list[str]) -> str:
    """Lines as a text."""
    return "".join(f"{line}\n" for line in lines)


def trec_of(past: "History", run: "Run") -> "Trec":
    """The TREC files of a run.

    Raises: UserError if its verdicts were made by other rules than this version's.
    """
    from itertools import groupby
    from operator import itemgetter

    from stages.commands.trec import trec
    from stages.core.errors import UserError
    from stages.core.paths import CHUNKS, RANKINGS
    from stages.core.records import CHUNKS as CHUNKS_SCHEMA
    from stages.core.records import RANKINGS as RANKINGS_SCHEMA
    from stages.evaluate.documents import documents_of
    from stages.evaluate.passages import chunk_spans, delivered
    from stages.evaluate.questions import questions_of
    from stages.evaluate.ranks import first_touches, reciprocal_rank

    with past.at(run.name):
        chunks = past.table(run.name, CHUNKS, CHUNKS_SCHEMA).to_pylist()
        rankings = past.table(run.name, RANKINGS, RANKINGS_SCHEMA).to_pylist()
    documents = documents_of(past.transcripts(run.name, set(past.videos(run.name))))
    questions = questions_of(run.gold.values(), documents)
    by_id = {question.query_id: question for question in questions}
    rows = groupby(sorted(rankings, key=itemgetter("query_id")), itemgetter("query_id"))
    passages = {query_id: delivered(found, documents) for query_id, found in rows}
    for query_id, value in run.values.get("mrr", {}).items():
        gold = by_id[query_id].alternatives
        if value != reciprocal_rank(first_touches(passages.get(query_id, ()), gold, documents)):
            raise UserError(
                f"{run.name} was measured by other rules than this version's: export it with its own code"
            )
    return trec(questions, passages, chunk_spans(chunks), documents)


def verdict_table(
    run: "Run", queries: Mapping[str, Mapping[str, Any]], videos: Mapping[str, Mapping[str, Any]]
) -> "pd.DataFrame":
    """A row a question: what was asked of which video, and its value of each measure that is over it."""
    import pandas as pd

    measures = sorted(run.values)
    rows = [
        {
            "query_id": query_id,
            "query": queries[query_id]["text"],
            "video_id": gold["video_id"],
            "video": videos[gold["video_id"]]["title"] if gold["video_id"] else None,
            "split": run.split,
            "label": gold["label"],
            "kind": gold["negative_kind"],
            **{measure: run.values[measure].get(query_id) for measure in measures},
        }
        for query_id, gold in sorted(run.gold.items())
    ]
    columns = ["query_id", "query", "video_id", "video", "split", "label", "kind", *measures]
    return pd.DataFrame(rows, columns=columns)
