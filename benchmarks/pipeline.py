"""This project's own part: its pipeline up to the rankings, in a clean clone of HEAD."""

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from ruamel.yaml import YAML

from benchmarks.sets import QuestionSet
from stages.commands.claiming.fresh_clone import fresh_clone, repro
from stages.commands.repository import environment, git
from stages.commands.set_params import apply
from stages.core.artifacts import renamed_into, shown
from stages.core.cache import cache_folder, content_key
from stages.core.errors import UserError
from stages.core.paths import DATA, ROOT, RUN_LOG

KEPT = (
    "transcripts",
    "gold",
    "queries.parquet",
    "chunks.parquet",
    "embeddings",
    "index",
    "tuning.json",
    "rankings.parquet",
)
"""What later parts read of a run's data/."""
CORPUS = "rankings-corpus.parquet"
"""The same questions asked of all videos at once."""
Choices = Mapping[str, Any]
"""What params.yaml chooses otherwise: a group's choice (chunk), or a key (chunk.max_tokens)."""
RUNS = "runs.jsonl"
"""What each stage of a run took."""
UP_TO = ("gold", "retrieve")
MADE_BY = ("conf", "dvc.yaml", "params.yaml", "requirements.lock", "stages")
"""What of HEAD a run depends on."""


def data_folder(dataset: str, chosen: Path | None) -> Path:
    """Where a dataset lies: in the folder that was named, or else in data/ or ../shared/datasets.

    Raises: UserError where it is in none.
    """
    places = [chosen] if chosen else [DATA, ROOT.parent / "shared" / "datasets"]
    for place in places:
        if (place / dataset).is_dir():
            return place / dataset
    looked_in = " or ".join(shown(place) for place in places)
    raise UserError(f"dataset {dataset} is not in {looked_in}: copy it there")


def run_of(question_set: QuestionSet, source: Path) -> Path:
    """The artifacts of a set's run: those of the same code and the same files, if it was run before.

    Args:
        question_set: what to run.
        source: the dataset's own files.

    Returns: a folder with KEPT, CORPUS and resolved.yaml.
    """
    cache = cache_folder()
    if cache is None:
        raise UserError("the benchmarks need a cache folder: VIDWISE_CACHE=off is not for them")
    made_by = git("rev-parse", *(f"HEAD:{path}" for path in MADE_BY)).split()
    files = [
        hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(source.rglob("*")) if path.is_file()
    ]
    key = content_key(made_by=made_by, set=asdict(question_set), files=files)
    folder = cache / "benchmarks" / f"{question_set.name}-{key[:16]}"
    if not folder.is_dir():
        with renamed_into(folder) as unfinished, fresh_clone() as clone:
            run_pipeline(question_set, source, clone)
            unfinished.mkdir(parents=True)
            keep(clone, unfinished)
    return folder


def run_pipeline(question_set: QuestionSet, source: Path, clone: Path) -> None:
    """Run the clone up to its rankings, then ask the same questions of the whole corpus."""
    target = clone / "data" / question_set.dataset
    if not target.is_dir():
        shutil.copytree(source, target)
        subprocess.run(["chmod", "-R", "u+w", str(target)], check=True)
    choose(question_set, {}, clone / "params.yaml")
    cache = str(cache_folder())
    repro(clone, cache, *UP_TO, say=lambda line: print(f"{question_set.name} {line}", file=sys.stderr))
    if question_set.in_corpus:
        data = clone / "data"
        shutil.copytree(data, clone / "own")
        ask_whole_corpus(data)
        run_stages(clone, ["retrieve"])
        shutil.copy(data / "rankings.parquet", clone / "own" / CORPUS)
        shutil.rmtree(data)
        (clone / "own").rename(data)


@contextmanager
def configured_clone(question_set: QuestionSet, choices: Choices) -> Iterator[Path]:
    """A clean clone of HEAD, configured for a set, without data: stages are run there one by one."""
    with fresh_clone() as clone:
        choose(question_set, choices, clone / "params.yaml")
        (clone / "data" / question_set.dataset).mkdir(exist_ok=True)  # configure looks for it
        run_stages(clone, ["configure"])
        yield clone


def run_stages(clone: Path, stages: Iterable[str]) -> None:
    """Run stages of a clone by themselves, without DVC."""
    for stage in stages:
        in_clone(clone, f"stages.{stage}")


def choose(question_set: QuestionSet, choices: Choices, path: Path) -> None:
    """Make a set, and choices of other groups, those of a params.yaml."""
    yaml = YAML()
    params = yaml.load(path.read_text(encoding="utf-8"))
    apply(params, f"dataset={question_set.dataset}")
    for key, value in question_set.overrides.items():
        apply(params, f"dataset.{key}={value}")
    for key, value in choices.items():
        if "." not in key:  # another choice of a group knows other keys
            (params.get("set") or {}).pop(key, None)
        apply(params, f"{key}={value}")
    with path.open("w", encoding="utf-8") as file:
        yaml.dump(params, file)


def in_clone(clone: Path, module: str, *arguments: str) -> None:
    """Run a module of the clone there; it must succeed."""
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=clone,
        env={**environment(), "PYTHONPATH": str(clone), "VIDWISE_CACHE": str(cache_folder())},
        stdout=subprocess.DEVNULL,
        check=False,
    )
    if done.returncode:
        raise UserError(f"python -m {module} failed ({done.returncode}) in a clone; its message stands above")


def ask_whole_corpus(data: Path) -> None:
    """Leave of the questions those of test that have an answer, and let them search all videos."""
    gold = pq.read_table(data / "gold" / "test.parquet", filters=[("label", "=", "answerable")])
    for path in (data / "queries.parquet", data / "embeddings" / "queries.parquet"):
        table = pq.read_table(path)
        pq.write_table(table.filter(pc.is_in(table["query_id"], gold["query_id"].combine_chunks())), path)
    queries = data / "queries.parquet"
    table = pq.read_table(queries)
    scope = pa.nulls(table.num_rows, table.schema.field("scope").type)
    pq.write_table(
        table.set_column(table.schema.get_field_index("scope"), table.schema.field("scope"), scope), queries
    )


def keep(clone: Path, folder: Path) -> None:
    """Copy what later parts read."""
    for name in (*KEPT, CORPUS):
        source = clone / "data" / name
        if source.is_dir():
            shutil.copytree(source, folder / name)
        elif source.is_file():
            shutil.copy(source, folder / name)
    shutil.copy(clone / "resolved.yaml", folder / "resolved.yaml")
    shutil.copy(clone / RUN_LOG.relative_to(ROOT), folder / RUNS)
