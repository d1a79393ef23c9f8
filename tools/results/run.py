"""One dataset through the pipeline in a clean clone, cold, with its time and memory."""

import io
import json
import os
import shutil
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from stages.commands.claiming.declarations import declared
from stages.commands.claiming.fresh_clone import bring_dataset, fresh_clone, repro
from stages.commands.claiming.looks import look_of, looks
from stages.commands.repository import git
from stages.commands.set_params import apply
from stages.core.artifacts import read_json, write_text
from stages.core.errors import UserError
from stages.core.paths import CONF, DATA, ROOT
from tools.results.conditions import condition_rows
from tools.results.speech import speech_rows

TALKS = ("talks", "talks_scripts")
"""Datasets of the same talks and questions: heard, and read from the scripts."""


def datasets(chosen: list[str]) -> list[str]:
    """The chosen datasets, or all that are here. Raises: UserError for one that is not."""
    here = [path.stem for path in sorted((CONF / "dataset").glob("*.yaml")) if (DATA / path.stem).is_dir()]
    for name in chosen:
        if name not in here:
            raise UserError(f"dataset {name} is not here: here are {', '.join(here)}")
    return chosen or here


def run_dataset(name: str, variant: str | None = None) -> dict[str, Any]:
    """Run a dataset with everything else as HEAD has it, and with empty caches.

    Args:
        name: the dataset.
        variant: of it; None: as conf/dataset has it.

    Returns: metrics by split and file; of each stage its seconds and peak memory; of the transcripts how well
        they agree with what was spoken; and what the standing of a figure depends on: the digest of the data,
        what was judged (`configuration`), how many configurations have been, and what may be claimed.
    Raises: UserError if the pipeline fails.
    """
    with fresh_clone() as clone, tempfile.TemporaryDirectory() as cache:
        bring_dataset(name, clone)
        choose(name, variant, clone)
        what = " ".join(filter(None, [name, variant]))
        seconds = repro(clone, cache, say=lambda line: print(f"{what} {line}", file=sys.stderr))
        log = (clone / ".dvc" / "tmp" / "vidwise-runs.jsonl").read_text(encoding="utf-8").splitlines()
        look = look_of((clone / "dvc.lock").read_text(encoding="utf-8"))
        if look is None:
            raise ValueError("dvc repro left no test results")
        return {
            **look._asdict(),
            "variant": variant,
            "commit": git("rev-parse", "HEAD").strip(),
            "machine": machine(),
            "seconds": round(seconds, 1),
            "stages": [json.loads(line) for line in log],
            "metrics": {
                split: {path.stem: read_json(path) for path in (clone / "metrics" / split).glob("*.json")}
                for split in ("dev", "test")
            },
            "speech": speech_rows(clone / "data" / "transcripts") if name == "talks" else [],
            "conditions": condition_rows(clone / "data") if name in TALKS else [],
            "looks": len(looks(look.dataset, look.dataset_digest) | {look.configuration}),
            "claims": [asdict(claim) for claim in declared("HEAD").values()],
        }


def choose(name: str, variant: str | None, clone: Path) -> None:
    """Make a dataset, or a variant of it, the one that the clone's params.yaml chooses."""
    conf = Path("conf") / "dataset" / f"{name}.yaml"
    shutil.copy(ROOT / conf, clone / conf)
    params = clone / "params.yaml"
    yaml = YAML()
    choices = yaml.load(params.read_text(encoding="utf-8"))
    apply(choices, f"dataset={name}")
    if variant is not None:
        apply(choices, f"dataset.variant={variant}")
    out = io.StringIO()
    yaml.dump(choices, out)
    write_text(params, out.getvalue())


def machine() -> str:
    """The processor and memory that the figures were seen on."""
    model = next(
        (
            line.partition(":")[2].strip()
            for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
            if line.startswith("model name")
        ),
        "unknown processor",
    )
    memory_gib = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return f"{os.cpu_count()} cores of {model}, {memory_gib:.0f} GiB, no GPU"
