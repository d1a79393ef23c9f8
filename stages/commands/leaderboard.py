"""`vidwise leaderboard`: the runs of a sweep in order, and which of them chance could have put there."""

import dataclasses
import json
import statistics
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from stages.commands.runs import History, Run
    from stages.commands.standing import Row


def leaderboard(
    runs: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[RUNS]...",
            help="Git revisions, experiments' names, or workspace. Left out: HEAD, its experiments, and the "
            "workspace if its dvc.lock is another.",
        ),
    ] = None,
    measure: Annotated[
        str, typer.Option(help="A measure of data/verdicts; at equal words chunk sizes are ranked fairly.")
    ] = "recall_at_200w",
    split: Annotated[str, typer.Option(help="dev or test. Choose on dev; keep test for the chosen.")] = "dev",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Rank runs on the same questions, and mark those that are worse beyond chance.

    The best of many equal runs looks better than it is. So a run is marked worse only if its distance to a
    better one is beyond what flipping the signs of whole videos' differences yields for the largest of all
    pairs (max-T, 95 %): among runs as good as the best, any is marked in at most 5 % of leaderboards. What is
    not marked has not been shown to be worse. `seen from` is the distance to the best that would be marked.
    """
    from stages.commands.pairing import caveats, check_measure, pair
    from stages.commands.runs import check_split, history
    from stages.commands.standing import rows_of
    from stages.core.artifacts import METRIC_PLACES, plain
    from stages.core.errors import UserError

    check_split(split)
    with history() as past:
        read, apart = read_runs(past, list(dict.fromkeys(runs or default_runs(past))), split)
    if len(read) < 2:
        reason = next(iter(apart.values()), "make some with `vidwise sweep`, or name them")
        more = f" (and {len(apart) - 1} more)" if len(apart) > 1 else ""
        raise UserError(
            f"a leaderboard needs two runs with {split} up to date, not {len(read)}: {reason}{more}"
        )
    check_measure(measure, read)
    pairing = pair(read)
    query_ids = pairing.over(read, measure)
    if not query_ids or not pairing.same_questions(read, measure):
        raise UserError(f"--measure {measure}: it is not over the same questions in every run; give another")
    rows = rows_of(read, pairing, measure)
    notes = [*pairing.notes, *caveats(measure, read)]
    videos = len({pairing.clusters[query_id] for query_id in query_ids})
    if as_json:
        result = {
            "measure": measure,
            "split": split,
            "dataset": read[0].dataset,
            "n": len(query_ids),
            "clusters": videos,
            "runs": [dataclasses.asdict(row) for row in rows],
            "not_ranked": apart,
            "notes": notes,
        }
        typer.echo(json.dumps(plain(result, METRIC_PLACES), indent=1, ensure_ascii=False))
        return
    title = f"{measure} on {split} of {read[0].dataset}, {len(query_ids)} questions of {videos} videos"
    show(title, rows, apart, notes)


def default_runs(past: "History") -> list[str]:
    """HEAD and its experiments; the workspace too if its results are others than HEAD's."""
    from stages.commands.repository import call
    from stages.commands.runs import WORKSPACE

    same = call("git", "diff", "--quiet", "HEAD", "--", "dvc.lock").returncode == 0
    return ["HEAD", *past.experiments(), *([] if same else [WORKSPACE])]


def read_runs(past: "History", names: Sequence[str], split: str) -> "tuple[list[Run], dict[str, str]]":
    """The runs that can be ranked together, and why others cannot, by name."""
    from stages.core.errors import UserError
    from stages.core.progress import progress

    read: list[Run] = []
    apart: dict[str, str] = {}
    with progress("read", len(names), "runs") as advance:
        for name in names:
            try:
                run = past.run(name, split)
            except UserError as error:
                apart[name] = str(error)
            else:
                if read and run.dataset != read[0].dataset:
                    apart[name] = f"{name}: it is of {run.dataset}, not of {read[0].dataset}"
                else:
                    read.append(run)
            advance(1)
    return read, apart


def show(title: str, rows: "Sequence[Row]", apart: Mapping[str, str], notes: Sequence[str]) -> None:
    """Print the table, what could have been seen, and what is not ranked."""
    from stages.commands.documents.tables import number
    from stages.commands.tables import note, print_table

    cells = [
        [
            str(row.rank),
            row.run,
            " ".join(f"{key}={setting}" for key, setting in row.settings.items()) or "–",
            verdict(row),
            number(row.value),
            number(row.behind),
            number(row.visible),
            number(row.p),
        ]
        for row in rows
    ]
    heads = ["", "run", "settings", "", "value", "behind", "seen from", "p"]
    print_table(title, heads, cells, left=4)
    distances = [row.visible for row in rows if row.visible is not None]
    if distances:
        middle = statistics.median(distances)
        typer.echo(f"smallest distance to the best that would be marked: {middle:.3f} (the median run's)")
    else:
        typer.echo("no distance to the best would be marked: there are too few videos")
    for text in notes:
        note(text)
    for reason in apart.values():
        note(f"not ranked: {reason}")


def verdict(row: "Row") -> str:
    """What may be said of a run."""
    if row.same_as:
        return f"same verdicts as {row.same_as}"
    if row.rank == 1:
        return "best"
    return "worse" if row.separated else "not separated"
