"""`vidwise dataset`: bring a folder of recordings, captions and questions to where DVC sees it."""

import shutil
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(help="The datasets in data/.", no_args_is_help=True)


@app.command("add")
def add(
    name: Annotated[str, typer.Argument(help="Its name: conf/dataset/NAME.yaml and data/NAME")],
    folder: Annotated[Path, typer.Argument(help="The folder to copy from")],
) -> None:
    """Copy FOLDER to data/NAME, track it with DVC, and make conf/dataset/NAME.yaml if there is none."""
    from stages.commands.repository import dvc, git
    from stages.configure.compose import RESERVED
    from stages.core.artifacts import renamed_into, write_text
    from stages.core.errors import UserError
    from stages.core.paths import CONF, DATA

    if not name.replace("-", "").replace("_", "").isalnum() or name in RESERVED:
        raise UserError(f"{name} cannot name a dataset: use letters, digits, - and _, and none of {RESERVED}")
    if not folder.is_dir() or not any(folder.iterdir()):
        raise UserError(f"{folder} is not a folder with files in it")
    target = DATA / name
    if target.exists():
        raise UserError(f"data/{name} is there already: choose another name, or remove it first")
    conf = CONF / "dataset" / f"{name}.yaml"
    if not conf.exists():
        write_text(conf, (CONF / "dataset" / "folder.yaml").read_text(encoding="utf-8"))
    with renamed_into(target) as temporary:
        shutil.copytree(folder, temporary)
        make_writable(temporary)
    dvc("add", "--quiet", f"data/{name}")
    git("add", f"data/{name}.dvc", "data/.gitignore", str(conf))
    typer.echo(f"data/{name}: {sum(path.is_file() for path in target.rglob('*'))} files, tracked by DVC")
    typer.echo(
        f"next: vidwise set dataset={name} && dvc repro; commit data/{name}.dvc before a sweep or a claim"
    )


@app.command("list")
def show() -> None:
    """List the datasets that conf/dataset names, and whether their folders are here."""
    from stages.core.paths import CONF, DATA

    for path in sorted((CONF / "dataset").glob("*.yaml")):
        state = "here" if (DATA / path.stem).is_dir() else f"not here: vidwise dataset add {path.stem} FOLDER"
        typer.echo(f"{path.stem}: {state}")


def make_writable(folder: Path) -> None:
    """Copies of read-only files must not be read-only: DVC and the user move them."""
    for path in [folder, *folder.rglob("*")]:
        path.chmod(path.stat().st_mode | 0o200)
