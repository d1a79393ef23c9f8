"""The `vidwise` command. One file a command in stages/commands; each imports engines only when it runs."""

import sys

import typer

from stages.commands import (
    audit,
    cache,
    check,
    claim,
    compare,
    dataset,
    doctor,
    export,
    leaderboard,
    parse,
    plan,
    set_params,
    sweep,
)
from stages.core.errors import UserError

app = typer.Typer(
    help="Ask questions of long videos, and measure the answers. The pipeline itself is run by `dvc repro`.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command("audit")(audit.audit)
app.command("check")(check.check)
app.command("claim")(claim.claim)
app.command("compare")(compare.compare)
app.command("doctor")(doctor.doctor)
app.command("export")(export.export)
app.command("leaderboard")(leaderboard.leaderboard)
app.command("parse")(parse.parse)
app.command("plan")(plan.plan)
app.command("set")(set_params.set_params)
app.command("sweep")(sweep.sweep)
app.add_typer(dataset.app, name="dataset")
app.add_typer(cache.app, name="cache")


def main() -> None:
    """Run the command; a user's error is one line and exit code 2."""
    try:
        app()
    except UserError as error:
        sys.stderr.write(f"error: {error}\n")
        raise SystemExit(2) from None
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        raise SystemExit(130) from None
