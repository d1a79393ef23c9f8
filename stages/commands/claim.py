"""`vidwise claim`: commit to a figure, or be told why not."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from stages.commands.claiming.figures import Obstacle
    from stages.commands.claiming.ledger import Line
    from stages.commands.claiming.looks import Look
    from stages.evaluate.settings import Claim


def claim(
    measures: Annotated[
        list[str] | None,
        typer.Argument(help="Such as recall_at_200w; all that conf/evaluate declares if none."),
    ] = None,
) -> None:
    """Claim figures of the test split: one line each in metrics/claims.jsonl, for you to commit.

    Refuses with exit code 1, and all reasons, unless each figure was declared in conf/evaluate before it was
    known, its interval over videos is narrow enough, the project is clean and up to date, and a run in a
    fresh clone with caches by-passed gives the same metrics, byte for byte.
    """
    from stages.commands.claiming.figures import Obstacle
    from stages.commands.claiming.ledger import claimed, line_of, read_ledger
    from stages.commands.claiming.looks import look_of, looks
    from stages.commands.claiming.project import project_obstacles
    from stages.commands.claiming.revisions import content
    from stages.commands.repository import git
    from stages.core.paths import ROOT

    wanted = declared_claims(measures or [])
    ledger = read_ledger()
    commit = git("rev-parse", "HEAD").strip()
    typer.echo(f"looking at commit {commit[:10]}")
    against_all = project_obstacles()
    look = look_of((content(commit, "dvc.lock") or b"").decode())
    if look is None:
        found = Obstacle("the committed dvc.lock has no test results", "dvc repro, then git commit")
        refuse("any claim", [*against_all, found])
        raise typer.Exit(1)
    seen = len(looks(look.dataset, look.dataset_digest))
    lines, refused = [], bool(against_all)
    for one in wanted:
        figure, against = judged(one, seen, look)
        before = claimed(look.dataset_digest, one.split, one.measure, figure, ledger) if figure else None
        if before:
            typer.echo(f"claimed already: {one.measure} = {before.value} at commit {before.commit[:10]}")
        elif figure and not against:
            lines.append(line_of(one, figure, seen, commit, ROOT))
        else:
            refused = True
            refuse(one.measure, against)
    if against_all:
        refuse("any claim", against_all)
    elif lines:
        refused |= not accepted(lines, look)
    if refused:
        raise typer.Exit(1)


def accepted(lines: "list[Line]", look: "Look") -> bool:
    """Run the commit again; if that gives the same metrics, add the lines to the ledger."""
    from stages.commands.claiming.ledger import LEDGER, append

    names = ", ".join(line.measure for line in lines)
    typer.echo(
        f"nothing stands against {names}: running commit {lines[0].commit[:10]} again in a fresh clone"
    )
    against = rerun(look)
    if against:
        refuse(names, against)
        return False
    append(lines)
    for line in lines:
        typer.echo(
            f"claimed: {line.measure} = {line.value} ({line.cluster_low} to {line.cluster_high} at level "
            f"{line.level:.4g}, n = {line.n}, {line.videos} videos)"
        )
    typer.echo(f"next: `vidwise check --write` renews the documents; git commit {LEDGER} and them")
    return True


def declared_claims(measures: list[str]) -> "list[Claim]":
    """The declarations of these measures in the committed conf/evaluate; all if none are named."""
    from stages.commands.claiming.declarations import conf_file, declared
    from stages.core.errors import UserError, hint

    there = declared("HEAD")
    file = conf_file("HEAD")
    for measure in measures:
        if measure not in there:
            known = f" (declared are {', '.join(there)})" if there else ""
            raise UserError(
                f"{measure} is not declared in the committed {file}{hint(measure, there)}{known}: add it to "
                "claims there, and commit that before its figure is known"
            )
    if not there:
        raise UserError(
            f"the committed {file} declares no claims: add `claims: [{{measure: correct, split: test}}]`, "
            "and commit that before the figure is known"
        )
    return [there[measure] for measure in measures or there]


def judged(one: "Claim", seen: int, look: "Look") -> "tuple[dict[str, object] | None, list[Obstacle]]":
    """A claim's figure at HEAD, and all that stands against it."""
    from stages.commands.claiming.declarations import declared, figure_at, seen_before_declared
    from stages.commands.claiming.figures import SIDE_BY_SIDE, Obstacle, obstacles

    there = figure_at("HEAD", one)
    if there is None:
        return None, [Obstacle("the committed metrics do not have it", "dvc repro, then git commit metrics")]
    figure = there[1]
    found = obstacles(figure, seen, one.max_half_width)
    beside = SIDE_BY_SIDE.get(one.measure)
    if beside and beside not in declared("HEAD"):
        found.append(Obstacle(f"it says nothing without {beside}", f"declare {beside} as well"))
    early = seen_before_declared(one, figure, look.dataset)
    if early:
        found.append(
            Obstacle(
                f"commit {early[:10]} had this figure before it was declared",
                "it stays provisional; the next figure can be claimed",
            )
        )
    return figure, found


def rerun(look: "Look") -> "list[Obstacle]":
    """Run HEAD in a fresh clone, caches by-passed; what came out differently."""
    from stages.commands.claiming.figures import Obstacle
    from stages.commands.claiming.fresh_clone import bring_dataset, fresh_clone, repro
    from stages.commands.claiming.looks import look_of
    from stages.commands.claiming.project import listed
    from stages.commands.repository import git

    with fresh_clone() as clone:
        bring_dataset(look.dataset, clone)
        seconds = repro(clone, "off", "--force", say=typer.echo)
        again = look_of((clone / "dvc.lock").read_text(encoding="utf-8"))
        if again is None or again.dataset_digest != look.dataset_digest:
            return [
                Obstacle(
                    f"a fresh clone sees another data/{look.dataset}",
                    f"git add what is ignored there, or dvc add data/{look.dataset}",
                )
            ]
        changed = git("status", "--porcelain", "--", "metrics/test", root=clone).splitlines()
        if changed:
            return [
                Obstacle(
                    f"a fresh clone gives other metrics ({listed(line[3:] for line in changed)})",
                    "find what is not the same twice: dvc repro --force -s STAGE, then git diff dvc.lock",
                )
            ]
        typer.echo(f"{seconds:6.0f} s  the same metrics, byte for byte")
    return []


def refuse(what: str, found: "list[Obstacle]") -> None:
    """Say all that stands against a claim."""
    typer.echo(f"refused: {what}", err=True)
    for obstacle in found:
        typer.echo(f"  - {obstacle}", err=True)
