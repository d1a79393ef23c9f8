"""`vidwise cache`: what lies in the per-user cache, and how to empty it."""

import shutil

import typer

app = typer.Typer(help="The per-user cache of ASR output, vectors and Chroma stores.", no_args_is_help=True)


@app.command("show")
def show() -> None:
    """Show where the cache lies and how large each part is."""
    from stages.core.cache import cache_folder

    folder = cache_folder()
    if folder is None:
        typer.echo("the cache is off (VIDWISE_CACHE=off)")
        return
    typer.echo(f"{folder} (VIDWISE_CACHE moves it, VIDWISE_CACHE=off by-passes it)")
    for name, size_mib in sizes_mib().items():
        typer.echo(f"  {name}: {size_mib:.1f} MiB")


@app.command("clear")
def clear() -> None:
    """Delete the cache. Only time is lost: the next run fills it again."""
    from stages.core.cache import cache_folder

    folder = cache_folder()
    freed_mib = sum(sizes_mib().values())
    if folder is not None and folder.is_dir():
        for path in folder.iterdir():
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()
    typer.echo(f"freed {freed_mib:.1f} MiB")


def sizes_mib() -> dict[str, float]:
    """Size of each file or folder directly in the cache, in MiB."""
    from stages.core.cache import cache_folder

    folder = cache_folder()
    if folder is None or not folder.is_dir():
        return {}
    return {
        path.name: sum(file.stat().st_size for file in [path, *path.rglob("*")] if file.is_file()) / 2**20
        for path in sorted(folder.iterdir())
    }
