"""`vidwise plan`: how many videos and questions to collect before a figure, or a difference, can be told."""

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from stages.commands.runs import History
    from stages.evaluate.planning import Spread

QUESTIONS_PER_VIDEO = (1, 2, 5, 10, 20, 50)
UNBOUNDED = 1_000_000
"""Questions a video that stand for as many as one likes."""
HALF_WIDTH = 0.05


def plan(
    measure: Annotated[str, typer.Option(help="A measure of data/verdicts.")] = "recall_at_200w",
    split: Annotated[str, typer.Option(help="The split whose rate and ICC are taken: dev or test.")] = "dev",
    half_width: Annotated[
        float | None,
        typer.Option(
            min=0.001,
            max=0.5,
            help=f"Wanted half-width of the clustered interval. Without any goal: {HALF_WIDTH:g}.",
        ),
    ] = None,
    difference: Annotated[
        float | None,
        typer.Option(min=0.001, max=1, help="Wanted: a paired difference as large is seen with 80 % power."),
    ] = None,
    questions_per_video: Annotated[
        int | None, typer.Option(min=1, help="Only for so many questions of every video.")
    ] = None,
    looks: Annotated[
        int, typer.Option(min=1, help="Configurations judged on the split: the level is 1 - .05 / looks.")
    ] = 1,
    run: Annotated[
        str, typer.Option(help="The run to learn from: a revision, an experiment, or workspace.")
    ] = "workspace",
    against: Annotated[
        str | None, typer.Option(metavar="RUN", help="Take the spread of the differences from --run to it.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Say how many videos and questions give an interval of a given half-width, or show a given difference.

    At the rate and the ICC of the last run, with as many questions m of every video. For a half-width:
    Wilson's interval at n / deff with Student's t, deff = 1 + (m - 1) * max(ICC, .2). For a difference d: the
    power of the paired t test over videos, d / sqrt(variance * deff / n), deff = 1 + (m - 1) * ICC. Without
    --against the differences of two runs are taken to vary as this one's values do; that is so if the values
    of the two correlate by 1/2.
    """
    from stages.commands.claiming.figures import level_of
    from stages.commands.runs import check_split, history
    from stages.core.artifacts import METRIC_PLACES, plain
    from stages.core.errors import UserError

    check_split(split)
    if against is not None and difference is None:
        raise UserError("--against is for --difference: give one, such as --difference 0.05")
    with history() as past:
        dataset, found, between = spreads(past, run, against, measure, split)
    if difference is not None and not between.variance:
        raise UserError(
            f"--difference: {measure} does not vary over the questions of {run}"
            + (f" or from there to {against}" if against else "; give --against RUN")
        )
    level = level_of(looks)
    each = (questions_per_video,) if questions_per_video else QUESTIONS_PER_VIDEO
    result = {"measure": measure, "split": split, "dataset": dataset, "run": run, "level": level}
    result |= found._asdict()
    if half_width is not None or difference is None:
        result["half_width"] = narrowed(found, HALF_WIDTH if half_width is None else half_width, level, each)
    if difference is not None:
        result["difference"] = {"against": against, **seen(between, difference, level, each)}
    if as_json:
        typer.echo(json.dumps(plain(result, METRIC_PLACES), indent=1, ensure_ascii=False))
    else:
        show(result)


def narrowed(found: "Spread", goal: float, level: float, each: "Sequence[int]") -> dict[str, Any]:
    """The ways to an interval whose half is at most `goal`."""
    from stages.evaluate.intervals import MIN_ICC
    from stages.evaluate.planning import half_width

    def expected(videos: int, questions_per_video: int) -> float:
        return half_width(found, videos, questions_per_video, level)

    reached = ways("half_width", expected, lambda value: value <= goal, each)
    return {"goal": goal, "icc": max(found.icc, MIN_ICC), **reached}


def seen(between: "Spread", goal: float, level: float, each: "Sequence[int]") -> dict[str, Any]:
    """The ways to see a difference of `goal` in four of five cases."""
    from stages.evaluate.planning import POWER, power

    def expected(videos: int, questions_per_video: int) -> float:
        return power(goal, between, videos, questions_per_video, level)

    reached = ways("power", expected, lambda value: value >= POWER, each)
    return {"goal": goal, "icc": between.icc, "variance": between.variance, **reached}


def ways(
    name: str,
    expected: "Callable[[int, int], float]",
    enough: "Callable[[float], bool]",
    each: "Sequence[int]",
) -> dict[str, Any]:
    """For each number of questions a video, the fewest videos, and what they promise as `name`."""
    from stages.commands.claiming.figures import MIN_VIDEOS
    from stages.evaluate.planning import fewest

    def videos_for(questions_per_video: int) -> int:
        return fewest(lambda videos: enough(expected(videos, questions_per_video)), MIN_VIDEOS)

    rows = [
        {"questions_per_video": m, "videos": k, "questions": k * m, name: expected(k, m)}
        for m, k in ((m, videos_for(m)) for m in each)
    ]
    return {"least_videos": videos_for(UNBOUNDED), "rows": rows}


def spreads(
    past: "History", name: str, against: str | None, measure: str, split: str
) -> "tuple[str, Spread, Spread]":
    """The dataset of a run, the spread of its values, and that of its differences from another run.

    Without another run the spread of its own values stands for that of the differences.
    """
    from stages.commands.pairing import check_measure, pair
    from stages.core.errors import UserError
    from stages.evaluate.planning import spread

    runs = [past.run(each, split) for each in (name, *([against] if against else []))]
    check_measure(measure, runs)
    pairing = pair(runs)
    over = pairing.over(runs, measure)
    if not over:
        raise UserError(f"--measure {measure}: no question of {split} has a value of it in every run")
    clusters = [pairing.clusters[query_id] for query_id in over]
    columns = [pairing.column(run, measure, over) for run in runs]
    found = spread(columns[0], clusters)
    if against is None:
        return runs[0].dataset, found, found
    differences = [b - a for a, b in zip(columns[0], columns[1], strict=True)]
    return runs[0].dataset, found, spread(differences, clusters)


def show(result: dict[str, Any]) -> None:
    """Print what the run said, a table for each goal, and what follows from it."""
    from stages.commands.claiming.figures import MIN_VIDEOS
    from stages.commands.documents.tables import number
    from stages.commands.tables import note, print_table

    typer.echo(
        f"{result['measure']} on {result['split']} of {result['dataset']}: {number(result['mean'])}, "
        f"{result['n']} questions of {result['clusters']} videos, ICC {number(result['icc'])}"
    )
    goals = {"half_width": ("half-width of", "half_width"), "difference": ("difference of", "power")}
    for name, (title, column) in goals.items():
        if name not in result:
            continue
        found = result[name]
        print_table(
            f"{title} {found['goal']:g} at level {result['level']:.4g}, ICC {number(found['icc'])}",
            ["questions a video", "videos", "questions", column.replace("_", "-")],
            [
                [
                    str(each["questions_per_video"]),
                    str(each["videos"]),
                    str(each["questions"]),
                    number(each[column]),
                ]
                for each in found["rows"]
            ],
            left=0,
        )
        typer.echo(advice(found["least_videos"], result["clusters"], MIN_VIDEOS))
    if result.get("difference", {}).get("against", "") is None:
        note("assumed: differences between runs vary as this run's values do; --against RUN measures them")
    if "half_width" in result:
        note("a half-width is what is to be expected: about half of such datasets come out a little wider")
    if result["clusters"] < MIN_VIDEOS:
        note(f"an ICC from {result['clusters']} videos says little; plan again when there are {MIN_VIDEOS}")


def advice(least_videos: int, videos: int, min_videos: int) -> str:
    """What follows from the fewest videos that can do, however many questions are asked of each.

    >>> advice(74, 23, 10)
    'With fewer than 74 videos no number of questions is enough; this run has 23: more videos first.'
    """
    if least_videos == min_videos:
        return (
            f"{min_videos} videos, the fewest that may be claimed from, can do: ask more questions of each."
        )
    start = f"With fewer than {least_videos} videos no number of questions is enough; this run has {videos}"
    return f"{start}: more videos first." if videos < least_videos else f"{start}."
