"""`vidwise check`: do the documents and the ledger say what git holds?"""

from typing import Annotated

import typer


def check(
    write: Annotated[bool, typer.Option("--write", help="First rewrite the blocks that differ.")] = False,
) -> None:
    """Compare the generated blocks of README.md and docs/, the metrics and each claim with what git holds.

    Needs no artifact, only a clone with its history. Exits with 1 if anything differs, and says where.
    """
    from stages.commands.claiming.ledger import LEDGER, disagreements, read_ledger
    from stages.commands.documents.blocks import BLOCKS, block_problems, write_blocks
    from stages.core.paths import ROOT

    if write:
        for document in write_blocks(ROOT):
            typer.echo(f"rewritten: {document}")
    problems = block_problems(ROOT)
    ledger = read_ledger()
    for i, line in enumerate(ledger, start=1):
        problems += [
            f"{LEDGER}:{i}: {line.measure}: {reason}: claim it anew, or drop the line"
            for reason in disagreements(line)
        ]
    problems += metrics_problems()
    for problem in problems:
        typer.echo(problem, err=True)
    if problems:
        raise typer.Exit(1)
    typer.echo(f"{len(BLOCKS)} blocks, {len(ledger)} claims and the committed metrics agree")


def metrics_problems() -> list[str]:
    """Metrics files in the working tree that are not what dvc.lock says the pipeline wrote."""
    from stages.commands.claiming.ledger import unlike_the_lock
    from stages.core.paths import METRICS, ROOT

    lock = ROOT / "dvc.lock"
    files = {
        path.relative_to(ROOT).as_posix(): path.read_bytes()
        for split in ("dev", "test")
        for path in sorted((METRICS / split).glob("*.json"))
    }
    return [
        f"{file}: not what dvc.lock says was written: run `dvc repro`, or git checkout {file} dvc.lock"
        for file in unlike_the_lock(lock.read_text(encoding="utf-8") if lock.exists() else "", files)
    ]
