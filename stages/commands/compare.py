"""`vidwise compare`: is run B better than run A on the same questions, beyond chance."""

import dataclasses
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from stages.commands.comparison import Comparison
    from stages.commands.lost import Lost
    from stages.commands.runs import Run


def compare(
    runs: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[A] [B]...",
            help="Git revisions, experiments' names, or workspace. Left out: A is HEAD, B is workspace.",
        ),
    ] = None,
    measure: Annotated[
        list[str] | None, typer.Option(help="A measure of data/verdicts; repeat for several.")
    ] = None,
    split: Annotated[str, typer.Option(help="dev or test. Choose on dev; keep test for the chosen.")] = "dev",
    worst: Annotated[int, typer.Option(min=0, help="How many lost questions to show for each B.")] = 5,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    fail_on_regression: Annotated[
        float | None,
        typer.Option(
            min=0,
            max=1,
            metavar="MARGIN",
            help="For CI: exit with 1 unless a loss of more than MARGIN (0.02: two points) is ruled out for "
            "every measure compared: the interval of B - A must end above -MARGIN. So it also fails where "
            "there are too few videos to tell (under 6) or no values. It passes where no question differs.",
        ),
    ] = None,
) -> None:
    """Compare runs question by question: B - A with its interval over videos, and the questions lost.

    Intervals (95 %) and p come from flipping the signs of whole videos' differences. Those of several B are
    corrected: they hold together. Swapping A and B gives the mirror image.
    """
    from stages.commands.comparison import comparison, headlines, notes_on, regressions
    from stages.commands.lost import most_lost
    from stages.commands.pairing import check_measure, pair
    from stages.commands.runs import WORKSPACE, check_split, history
    from stages.core.artifacts import METRIC_PLACES, plain

    check_split(split)
    names = runs or ["HEAD"]
    names = names if len(names) > 1 else [*names, WORKSPACE]
    with history() as past:
        read = [past.run(name, split) for name in names]
        for name in measure or []:
            check_measure(name, read)
        pairing = pair(read)
        measures = list(dict.fromkeys(measure or headlines(name for run in read for name in run.values)))
        found = [comparison(read, pairing, name) for name in measures]
        lost = most_lost(past, read, pairing, measures, worst)
    notes = [*pairing.notes, *dict.fromkeys(note for compared in found for note in notes_on(compared, read))]
    failures = [] if fail_on_regression is None else regressions(read, found, fail_on_regression)
    if as_json:
        result = as_mapping(read, found, lost, notes, failures)
        typer.echo(json.dumps(plain(result, METRIC_PLACES), indent=1, ensure_ascii=False))
    else:
        show(read, found, lost, notes)
    for failure in failures:
        typer.echo(f"regression not ruled out: {failure}", err=True)
    if failures:
        raise typer.Exit(1)


def as_mapping(
    runs: "Sequence[Run]",
    found: "Sequence[Comparison]",
    lost: "Sequence[Lost]",
    notes: Sequence[str],
    failures: Sequence[str],
) -> dict[str, Any]:
    """What `--json` prints."""
    comparisons = [
        {
            "measure": compared.measure,
            "less_is_better": compared.less_is_better,
            "same_questions": compared.same_questions,
            "a": compared.means[0],
            "runs": [
                {
                    "b": mean,
                    "run": run.name,
                    "difference": difference.value,
                    **{key: getattr(difference, key) for key in ("low", "high", "p", "n", "clusters")},
                    "better": compared.better_and_worse(i)[0],
                    "worse": compared.better_and_worse(i)[1],
                    "flipped_clusters": difference.flipped_clusters,
                }
                for i, (run, mean, difference) in enumerate(
                    zip(runs[1:], compared.means[1:], compared.differences, strict=True)
                )
            ],
        }
        for compared in found
    ]
    return {
        "a": runs[0].name,
        "split": runs[0].split,
        "dataset": runs[0].dataset,
        "comparisons": comparisons,
        "lost": [dataclasses.asdict(question) for question in lost],
        "notes": list(notes),
        "regressions": list(failures),
    }


def show(
    runs: "Sequence[Run]", found: "Sequence[Comparison]", lost: "Sequence[Lost]", notes: Sequence[str]
) -> None:
    """Print a table for each B, the questions that it lost, and the notes."""
    from stages.commands.documents.tables import number
    from stages.commands.tables import note, print_table, signed
    from stages.report.page import clock

    for i, run in enumerate(runs[1:]):
        title = f"B {run.name} against A {runs[0].name}, on {run.split} of {run.dataset}"
        rows = []
        for compared in found:
            difference = compared.differences[i]
            better, worse = compared.better_and_worse(i)
            rows.append(
                [
                    f"{compared.measure} (less is better)" if compared.less_is_better else compared.measure,
                    number(compared.means[0]),
                    number(compared.means[i + 1]),
                    signed(difference.value),
                    "–"
                    if difference.low is None or difference.high is None
                    else f"{signed(difference.low)} to {signed(difference.high)}",
                    number(difference.p),
                    str(better),
                    str(worse),
                    str(difference.n),
                    str(difference.clusters),
                ]
            )
        heads = ["measure", "A", "B", "B - A", "95 %", "p", "better", "worse", "n", "videos"]
        print_table(title, heads, rows, left=1)
        losses = [question for question in lost if question.run == run.name]
        if losses:
            print_table(
                f"most lost of {losses[0].measure}",
                ["A", "B", "at", "video", "question"],
                [
                    [number(q.before), number(q.after), clock(q.start_s), q.video or "–", q.question]
                    for q in losses
                ],
                left=5,
            )
    if len(runs) > 2:
        note(f"intervals and p are corrected for {len(runs) - 1} comparisons: they hold together")
    for text in notes:
        note(text)
