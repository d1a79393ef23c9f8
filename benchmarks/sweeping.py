"""What a sweep of chunk settings costs, against one setting."""

import resource
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.pipeline import Choices, choose
from benchmarks.sets import SETS
from stages.commands.claiming.fresh_clone import fresh_clone, repro

SETTINGS: Sequence[Choices] = [
    {"chunk": "sentence", "chunk.max_sentences": sentences, "chunk.max_tokens": tokens}
    for sentences in (1, 2)
    for tokens in (64, 96, 128)
]
UP_TO = "evaluate@dev"


def measure_sweep(source: Path) -> dict[str, Any]:
    """CPU seconds of one setting, and of all SETTINGS one after the other, each from empty caches.

    Each setting is `dvc repro evaluate@dev`, as in a queued experiment: what it does not touch is not run
    again, and texts that were embedded once are not embedded again.
    """
    one = cost(SETTINGS[:1], source)
    six = cost(SETTINGS, source)
    return {
        "settings": [dict(setting) for setting in SETTINGS],
        "one_cpu_s": sum(one),
        "each_cpu_s": six,
        "times_one": sum(six) / sum(one),
    }


def cost(settings: Sequence[Choices], source: Path) -> list[float]:
    """CPU seconds of each setting in a clean clone whose caches are empty at first."""
    question_set = SETS["tutorialvqa"]
    spent: list[float] = []
    with fresh_clone() as clone, tempfile.TemporaryDirectory(prefix="vidwise-cold-") as cache:
        shutil.copytree(source, clone / "data" / question_set.dataset, dirs_exist_ok=True)
        for setting in settings:
            choose(question_set, setting, clone / "params.yaml")
            before = cpu_seconds_of_children()
            repro(clone, cache, UP_TO, say=lambda line: print(f"sweep {line}", file=sys.stderr))
            spent.append(cpu_seconds_of_children() - before)
    return spent


def cpu_seconds_of_children() -> float:
    """User and system time of all processes that were started here and have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
