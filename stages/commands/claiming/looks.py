"""How often a dataset's test split has been looked at: the configurations that were judged on it."""

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from stages.commands.claiming.figures import RESULTS
from stages.commands.claiming.revisions import EVERYWHERE, versions
from stages.core.paths import ROOT
from stages.core.settings import parse_yaml


class Look(NamedTuple):
    """What was judged on a test split."""

    dataset: str
    dataset_digest: str
    configuration: str
    """Digest of all that evaluate read of the pipeline: rankings, answers, chunks, transcripts, gold.

    So an experiment that stopped at dev, and carries the last commit's test results along, is no look of its
    own; nor is another way to count the same answers, nor a setting that changed none of them.
    """


def look_of(lock: str) -> Look | None:
    """The look that a dvc.lock records; None if it records no test results."""
    test, ingest = stage_entry(lock, "evaluate@test"), stage_entry(lock, "ingest")
    judged = sorted(
        f"{dep['path']} {dep['md5']}" for dep in test.get("deps", []) if dep["path"].startswith("data/")
    )
    sources = [dep for dep in ingest.get("deps", []) if dep["path"].startswith("data/")]
    if not judged or not sources:
        return None
    digest = hashlib.sha256("\n".join(judged).encode()).hexdigest()
    return Look(sources[0]["path"].removeprefix("data/"), sources[0]["md5"], digest)


def stage_entry(lock: str, stage: str) -> dict[str, Any]:
    """One stage of a dvc.lock; {} if it never ran. Only its lines are parsed: a whole lock takes long."""
    found = re.search(rf"^  {re.escape(stage)}:\n(?:    .*\n)*", lock, re.MULTILINE)
    return parsed(found[0]) if found else {}


@lru_cache(maxsize=1024)  # the locks of a history share most of their entries
def parsed(entry: str) -> dict[str, Any]:
    """The only value of a YAML mapping."""
    [value] = parse_yaml(entry).values()
    return dict(value)


def looks(dataset: str, digest: str, revisions: Sequence[str] = EVERYWHERE, root: Path = ROOT) -> set[str]:
    """The configurations that were judged on the test split of a dataset, in history or in experiments.

    Args:
        dataset: its name.
        digest: its content's; the same content under another name is the same dataset.
        revisions: whose history is searched.
        root: of the project.
    """
    return {
        look.configuration
        for look in all_looks(revisions, root)
        if look.dataset == dataset or look.dataset_digest == digest
    }


def all_looks(revisions: Sequence[str], root: Path = ROOT) -> Iterator[Look]:
    """Every look that a dvc.lock or a results file ever recorded."""
    for path, text in versions(["dvc.lock", RESULTS], revisions, root):
        if path == "dvc.lock":
            look = look_of(text.decode())
            if look:
                yield look
        elif path.endswith(".json"):
            found = json.loads(text)
            yield Look(*(found[key] for key in Look._fields))
