"""Results at a git revision, in a DVC experiment or in the workspace, read only where they are up to date."""

import io
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from stages.core.errors import UserError
from stages.core.paths import (
    DATA,
    GOLD,
    MANIFEST,
    METRICS,
    QUERIES,
    RESOLVED,
    ROOT,
    TRANSCRIPTS,
    VERDICTS,
)

if TYPE_CHECKING:
    from pathlib import Path

    import pyarrow as pa
    from dvc.repo import Repo

    from stages.core.transcripts import Transcript

WORKSPACE = "workspace"
SPLITS = ("dev", "test")


@dataclass(frozen=True)
class Run:
    """What evaluate found for one split at one revision."""

    name: str
    """As the user wrote it: a git revision, an experiment's name, or `workspace`."""
    split: str
    settings: Mapping[str, Any]
    """resolved.yaml by section."""
    gold: Mapping[str, Mapping[str, Any]]
    """Rows of `records.GOLD` by query_id."""
    values: Mapping[str, Mapping[str, float]]
    """By measure, each question's value by query_id; a question that the measure is not over is not there."""
    metrics: Mapping[str, Mapping[str, Any]]
    """metrics/<split>/<name>.json by name."""
    evaluated_by: Mapping[str, Any]
    """Hashes of the code and the settings that the verdicts were made with."""

    @cached_property
    def dataset(self) -> str:
        """The dataset's name."""
        return str(self.settings["dataset"]["name"])


class History:
    """The project at its revisions, read from git, DVC's cache or its remote: nothing is checked out."""

    def __init__(self, repo: "Repo") -> None:
        self.repo = repo

    @contextmanager
    def at(self, name: str) -> Iterator[None]:
        """See the project as it is at a git revision, in a DVC experiment, or in the workspace."""
        from dvc.exceptions import DvcException
        from dvc.scm import RevError, resolve_rev

        if name == WORKSPACE:
            yield
            return
        try:
            commit = resolve_rev(self.repo.scm, name)
        except RevError as error:
            ambiguous = "several experiments have this name" if "ambiguous" in str(error) else "unknown"
            raise UserError(
                f"{name}: {ambiguous}; give {WORKSPACE}, a git revision or an experiment's name "
                "(`dvc exp list --all-commits` has them)"
            ) from None
        with self.repo.switch(commit):
            try:
                yield
            except DvcException as error:
                raise UserError(f"{name}: DVC cannot read that revision: {one_line(error)}") from None

    def run(self, name: str, split: str) -> Run:
        """Read a run.

        Raises: UserError if there is no such revision, if its `split` is not up to date there, or if an
            artifact is neither in DVC's cache nor in its remote.
        """
        from stages.core.records import GOLD as GOLD_SCHEMA
        from stages.core.records import VERDICTS as VERDICTS_SCHEMA
        from stages.core.settings import parse_yaml

        with self.at(name):
            reason = self.out_of_date(name, split)
            if reason:
                todo = how_to_update(name, f"evaluate@{split}")
                raise UserError(f"{name}: {split} is not up to date ({reason}): {todo}")
            gold = self.table(name, GOLD / f"{split}.parquet", GOLD_SCHEMA).to_pylist()
            values: dict[str, dict[str, float]] = {}
            for row in self.table(name, VERDICTS / f"{split}.parquet", VERDICTS_SCHEMA).to_pylist():
                values.setdefault(row["measure"], {})[row["query_id"]] = row["value"]
            stage = self.stages(split)[f"evaluate@{split}"]
            metrics = [self.repo.fs.name(out.fs_path) for out in stage.outs if out.fs_path.endswith(".json")]
            return Run(
                name=name,
                split=split,
                settings=parse_yaml(self.content(name, RESOLVED).decode()),
                gold={row["query_id"]: row for row in gold},
                values=values,
                metrics={
                    file.removesuffix(".json"): json.loads(self.content(name, METRICS / split / file))
                    for file in sorted(metrics)
                },
                evaluated_by={
                    self.path(dep.fs_path): dep.hash_info.value
                    for dep in stage.deps
                    if not self.path(dep.fs_path).startswith((f"{DATA.name}/", f"{METRICS.name}/"))
                },
            )

    def out_of_date(self, revision: str, split: str) -> str | None:
        """Why evaluate@<split> is not up to date in the project as it is seen now; None if it is.

        An experiment that stops at evaluate@dev carries the last commit's test results along, and so does a
        commit of changed code without a run. So the revision's dvc.lock is followed down to evaluate: each
        stage must have read what the one before it wrote, with that revision's code and settings, and what
        git holds of its outputs must be what it wrote.
        """
        if revision == WORKSPACE:
            return self.workspace_out_of_date(f"evaluate@{split}")
        from dvc.dependency.param import ParamsDependency

        producers = {out.fs_path: out for stage in self.repo.index.stages for out in stage.outs}
        seen: dict[tuple[str, Any], bool] = {}
        for name, stage in self.stages(split).items():
            if stage.changed_stage():
                return f"the command of {name} changed"
            for dep in stage.deps:
                if isinstance(dep, ParamsDependency):
                    same = not dep.workspace_status()
                elif dep.fs_path in producers:
                    same = dep.hash_info == producers[dep.fs_path].hash_info
                else:
                    key = dep.fs_path, dep.hash_info
                    if key not in seen:
                        seen[key] = not dep.workspace_status()
                    same = seen[key]
                if not same:
                    return f"{self.path(dep.fs_path)} changed since {name} ran"
            for out in stage.outs:
                if not out.hash_info:
                    return f"{name} never ran"
                if not out.use_cache and out.workspace_status():
                    return f"{self.path(out.fs_path)} is not what {name} wrote"
        return None

    def workspace_out_of_date(self, target: str) -> str | None:
        """Why a stage or what it rests on is not up to date in the workspace, as `dvc status` knows it."""
        from dvc.exceptions import DvcException

        try:
            changed = self.repo.status(targets=[target], with_deps=True)
        except DvcException as error:
            raise UserError(f"dvc status failed: {one_line(error)}") from None
        for stage, changes in sorted(changed.items()):
            return f"{stage}: {first_change(changes)}"
        return None

    def stages(self, split: str) -> dict[str, Any]:
        """evaluate@<split> and the stages that it rests on, by name, in dvc.yaml's order."""
        from dvc.stage.exceptions import StageNotFound

        try:
            found = self.repo.stage.collect(f"evaluate@{split}", with_deps=True)
        except StageNotFound:
            raise UserError(f"dvc.yaml has no stage evaluate@{split} there") from None
        return {label(stage): stage for stage in self.repo.index.stages if stage in found}

    def content(self, name: str, path: "Path") -> bytes:
        """The bytes of a file, from git, DVC's cache or its remote."""
        from dvc.exceptions import DvcException

        relative = path.relative_to(ROOT).as_posix()
        try:
            found: bytes = self.repo.dvcfs.read_bytes(f"/{relative}")
        except FileNotFoundError:
            raise UserError(
                f"{name}: {relative} is neither in DVC's cache nor in its remote: "
                f"`dvc fetch`, or {how_to_update(name)}"
            ) from None
        except (DvcException, OSError) as error:
            raise UserError(f"{name}: {relative} cannot be read: {one_line(error)}") from None
        return found

    def table(self, name: str, path: "Path", schema: "pa.Schema") -> "pa.Table":
        """A Parquet artifact, checked against the schema of this version."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        try:
            table = pq.read_table(io.BytesIO(self.content(name, path)))
        except pa.ArrowInvalid as error:
            raise UserError(f"{name}: {path.name} is not Parquet: {one_line(error)}") from None
        if not table.schema.equals(schema, check_metadata=False):
            raise UserError(
                f"{name}: {path.relative_to(ROOT).as_posix()} has other columns than this version reads: "
                f"{how_to_update(name)}"
            )
        return table

    def queries(self, name: str) -> dict[str, Mapping[str, Any]]:
        """The questions as asked: rows of `records.QUERIES` by query_id."""
        from stages.core.records import QUERIES as SCHEMA

        with self.at(name):
            return {row["query_id"]: row for row in self.table(name, QUERIES, SCHEMA).to_pylist()}

    def videos(self, name: str) -> dict[str, Mapping[str, Any]]:
        """Rows of `records.MANIFEST` by video_id."""
        from stages.core.records import MANIFEST as SCHEMA

        with self.at(name):
            return {row["video_id"]: row for row in self.table(name, MANIFEST, SCHEMA).to_pylist()}

    def transcripts(self, name: str, video_ids: set[str]) -> dict[str, "Transcript"]:
        """The transcripts of these videos."""
        from stages.core.records import TRANSCRIPT
        from stages.core.transcripts import Transcript

        with self.at(name):
            return {
                video_id: Transcript(
                    video_id, self.table(name, TRANSCRIPTS / f"{video_id}.parquet", TRANSCRIPT).to_pylist()
                )
                for video_id in sorted(video_ids)
            }

    def experiments(self, revision: str = "HEAD") -> list[str]:
        """Names of the experiments that were made on a commit."""
        found = self.repo.experiments.ls(rev=revision)
        return sorted(name for named in found.values() for name, _ in named)

    def path(self, fs_path: str) -> str:
        """A path of DVC's as a user would type it from the project's root."""
        return str(self.repo.fs.relpath(fs_path, self.repo.root_dir))


@contextmanager
def history() -> Iterator[History]:
    """Open the project's history."""
    from dvc.exceptions import DvcException
    from dvc.repo import Repo

    try:
        with Repo(str(ROOT)) as here:
            # Where artifacts lie is for this machine to say, not for a revision that knew no remote yet.
            places = {
                key: dict(here.config[key]) for key in ("core", "cache", "remote") if key in here.config
            }
        repo = Repo(str(ROOT), config=places)
    except DvcException as error:
        raise UserError(f"{ROOT} is no DVC project: {one_line(error)}") from None
    with repo:
        yield History(repo)


def label(stage: Any) -> str:
    """A stage as `dvc repro` takes it: its name in dvc.yaml, or its .dvc file."""
    return str(getattr(stage, "name", None) or stage.relpath)


def check_split(split: str) -> None:
    """Raise a UserError unless it is one of SPLITS."""
    if split not in SPLITS:
        raise UserError(f"--split {split}: give {' or '.join(SPLITS)}")


def how_to_update(name: str, stage: str = "") -> str:
    """What a user does about a run whose results are not there or not up to date.

    >>> how_to_update("workspace", "evaluate@dev")
    'run `dvc repro evaluate@dev`'
    """
    repro = f"`dvc repro {stage}`" if stage else "`dvc repro`"
    if name == WORKSPACE:
        return f"run {repro}"
    return (
        f"check it out (`git checkout {name}`, or `dvc exp apply {name}` for an experiment), run {repro} "
        f"and give {WORKSPACE} in its place"
    )


def first_change(changes: Any) -> str:
    """The first of DVC's changes to a stage, in words.

    >>> first_change(["always changed"])
    'always changed'
    >>> first_change([{"changed deps": {"resolved.yaml": {"chunk": "modified"}}}])
    'changed deps resolved.yaml chunk modified'
    """
    words = []
    found = changes[0] if isinstance(changes, list) else changes
    while isinstance(found, dict):
        key = sorted(found)[0]
        words.append(key)
        found = found[key]
    return " ".join([*words, str(found)])


def one_line(error: BaseException) -> str:
    """An error's message on one line."""
    return " ".join(str(error).split()) or type(error).__name__
