"""`vidwise sweep`: queue a grid of experiments, run them, and fail if any failed."""

import itertools
import re
import time
from typing import Annotated, Any

import typer

POLL_S = 3.0
ENDED = ("Success", "Failed")


def sweep(
    grid: Annotated[list[str], typer.Argument(help="chunk=fixed,sentence chunk.max_tokens=64,128")],
    target: Annotated[str, typer.Option(help="Stage to stop at.")] = "evaluate@dev",
    jobs: Annotated[int, typer.Option(min=1, help="Experiments at the same time.")] = 1,
) -> None:
    """Run every combination of the given values as a DVC experiment, on dev unless told otherwise.

    Prints the dvc commands it uses. Exits with 1 if any experiment failed (dvc itself exits 0).
    """
    from stages.commands.repository import dvc, untracked_inputs
    from stages.configure.compose import resolve
    from stages.core.errors import UserError
    from stages.core.paths import CONF, PARAMS
    from stages.core.progress import progress
    from stages.core.settings import read_yaml

    params = read_yaml(PARAMS)
    combinations = expand(grid)
    for combination in combinations:
        dataset = resolve(changed(params, combination), CONF)["dataset"]["name"]
        inputs = untracked_inputs(dataset)
        if inputs:
            raise UserError(
                f"{inputs[0]} is untracked, and queued runs see only what git or DVC tracks: "
                "git add it (or `dvc add` data), then sweep again"
            )
    queue = ["exp", "run", "--queue", *flags(grid), target]
    typer.echo(f"dvc {' '.join(queue)}")
    queued = re.findall(r"Queued experiment '([^']+)'", dvc(*queue))
    start = ["queue", "start", "--jobs", str(jobs)]
    typer.echo(f"dvc {' '.join(start)}")
    dvc(*start)
    states: dict[str, str] = {}
    with progress("sweep", len(queued), "experiments") as advance:
        while len(states) < len(queued):
            time.sleep(POLL_S)
            for name, state in ended(dvc("queue", "status"), queued).items():
                if name not in states:
                    states[name] = state
                    advance(1)
                    typer.echo(f"{name}: {state.lower()}")
    failed = sorted(name for name, state in states.items() if state == "Failed")
    if failed:
        typer.echo(f"{len(failed)} of {len(queued)} failed: dvc queue logs {failed[0]} says why", err=True)
        raise typer.Exit(1)
    typer.echo(f"{len(queued)} done: rank them with `vidwise leaderboard`")


def expand(grid: list[str]) -> list[tuple[str, ...]]:
    """All combinations of the values, by Hydra's grammar.

    >>> expand(["chunk=a,b", "retrieve.k=4"])
    [('chunk=a', 'retrieve.k=4'), ('chunk=b', 'retrieve.k=4')]
    """
    from hydra.core.override_parser.overrides_parser import OverridesParser
    from hydra.errors import HydraException

    from stages.core.errors import UserError

    axes = []
    for text in grid:
        try:
            override = OverridesParser.create().parse_override(text)
            if not override.key_or_group:
                raise HydraException("no key")
        except HydraException as error:
            raise UserError(
                f"{text}: write it as chunk.max_tokens=64,128 ({' '.join(str(error).split())})"
            ) from None
        values = (
            override.sweep_string_iterator() if override.is_sweep_override() else [text.partition("=")[2]]
        )
        axes.append([f"{override.key_or_group}={value}" for value in values])
    return list(itertools.product(*axes))


def changed(params: Any, combination: tuple[str, ...]) -> Any:
    """A copy of params with a combination applied; a wrong group is a UserError."""
    import copy

    from stages.commands.set_params import apply

    copied = copy.deepcopy(params)
    for change in combination:
        apply(copied, change)
    return copied


def flags(grid: list[str]) -> list[str]:
    """The `-S` flags that stand for the grid: choices as they are, keys below `set`.

    >>> flags(["chunk=fixed,sentence", "chunk.max_tokens=64,128"])
    ['-S', 'chunk=fixed,sentence', '-S', '++set.chunk.max_tokens=64,128']
    """
    keys = [text.removeprefix("set.") for text in grid]
    return [word for key in keys for word in ("-S", f"++set.{key}" if "." in key.partition("=")[0] else key)]


def ended(table: str, queued: list[str]) -> dict[str, str]:
    """Names of queued experiments that have ended, with their state, from `dvc queue status`."""
    states = {}
    for line in table.splitlines():
        words = line.split()
        if words and words[-1] in ENDED:
            for name in words[:2]:
                if name in queued:
                    states[name] = words[-1]
    return states
