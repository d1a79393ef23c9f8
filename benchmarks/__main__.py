"""Measure, write metrics/benchmarks.json and the blocks of docs/benchmarks.md; parts not asked for stay."""

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from benchmarks.comparison import compare
from benchmarks.corpus import compare_in_corpus
from benchmarks.crosstalk import measure_crosstalk
from benchmarks.encoders import measure_encoders
from benchmarks.growth import MILLION, SIZES, measure_growth
from benchmarks.latency import measure_latency
from benchmarks.pipeline import data_folder, run_of
from benchmarks.sets import SETS, QuestionSet
from benchmarks.speed import measure_chunking
from benchmarks.sweeping import measure_sweep
from benchmarks.vectors import PeerEncoder
from benchmarks.world import World, read_world
from stages.commands.documents.benchmarks import BENCHMARKS
from stages.commands.documents.blocks import write_blocks
from stages.commands.repository import git
from stages.core.artifacts import METRIC_PLACES, read_json, write_json
from stages.core.errors import UserError
from stages.core.paths import ROOT
from stages.core.transcripts import read_transcripts
from tools.results.run import machine

PARTS = ("retrieval", "corpus", "crosstalk", "chunking", "encoding", "latency", "sweep", "growth")


class Bench:
    """The parts, each measured and written by itself, so that an interrupted run loses one at most."""

    def __init__(self, sets: Iterable[str], datasets: Path | None, million: bool) -> None:
        self.sets = [SETS[name] for name in sets]
        self.datasets = datasets
        self.million = million

    def source(self, question_set: QuestionSet) -> Path:
        """Where the set's own files are."""
        return data_folder(question_set.dataset, self.datasets)

    def run(self, question_set: QuestionSet) -> Path:
        """The artifacts of this project's run on a set."""
        return run_of(question_set, self.source(question_set))

    def retrieval(self) -> None:
        """Each set's peers, tuned on dev and judged on test."""
        for question_set in self.sets:
            world = read_world(self.run(question_set))
            found = compare(question_set, world, encoder_of(world))
            keep("retrieval", {question_set.name: found}, nested=True)

    def corpus(self) -> None:
        """All videos at once."""
        for question_set in self.sets:
            if question_set.in_corpus:
                world = read_world(self.run(question_set))
                keep("corpus", {question_set.name: compare_in_corpus(world, encoder_of(world))}, nested=True)

    def crosstalk(self) -> None:
        """People who talk at once."""
        keep("crosstalk", measure_crosstalk(self.run(SETS["qmsum"])))

    def chunking(self) -> None:
        """MB a second."""
        keep("chunking", measure_chunking(read_transcripts(self.run(SETS["qmsum"]) / "transcripts")))

    def encoding(self) -> None:
        """Tokens a second, by backend."""
        run = self.run(SETS["tutorialvqa"])
        keep("encoding", measure_encoders(run, read_world(run).settings["embed"]["model"]))

    def latency(self) -> None:
        """One question."""
        keep("latency", measure_latency(self.run(SETS["tutorialvqa"])))

    def sweep(self) -> None:
        """Six chunk settings against one."""
        keep("sweep", measure_sweep(self.source(SETS["tutorialvqa"])))

    def growth(self) -> None:
        """From a thousand chunks on."""
        keep("growth", {"rows": measure_growth([*SIZES, MILLION] if self.million else SIZES)})


def encoder_of(world: World) -> PeerEncoder:
    """The peers' encoder: the same model as ours."""
    return PeerEncoder(world.settings["embed"])


def read_benchmarks() -> dict[str, Any]:
    """What was measured so far."""
    path = ROOT / BENCHMARKS
    found: dict[str, Any] = read_json(path) if path.is_file() else {}
    return found


def keep(part: str, found: Mapping[str, Any], nested: bool = False) -> None:
    """Put what a part found into the file, and rewrite the documents.

    Args:
        part: its name.
        found: figures; of a `nested` part those of one set, which leave the others as they are.
        nested: whether the part has sets.
    """
    made = {"commit": git("rev-parse", "HEAD").strip(), "machine": machine()}
    written = read_benchmarks()
    if nested:
        written[part] = written.get(part, {}) | {name: {**value, **made} for name, value in found.items()}
    else:
        written[part] = {**found, **made}
    write_json(ROOT / BENCHMARKS, written, places=METRIC_PLACES)
    write_blocks(ROOT)


def main(words: list[str]) -> None:
    """Measure the parts that are asked for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)}; all if none is named")
    parser.add_argument("--sets", default=",".join(SETS), help="question sets, comma-separated")
    parser.add_argument("--datasets", type=Path, help="folder of datasets (data/, else ../shared/datasets)")
    parser.add_argument("--million", action="store_true", help="growth up to a million chunks")
    asked = parser.parse_args(words)
    for name, known in [
        *((part, PARTS) for part in asked.parts),
        *((one, SETS) for one in asked.sets.split(",")),
    ]:
        if name not in known:
            raise UserError(f"{name}: one of {', '.join(known)}")
    bench = Bench(asked.sets.split(","), asked.datasets, asked.million)
    for part in asked.parts or PARTS:
        measure: Callable[[], None] = getattr(bench, part)
        started = time.monotonic()
        measure()
        sys.stderr.write(f"{part}: {time.monotonic() - started:.0f} s\n")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except UserError as error:
        sys.stderr.write(f"error: {error}\n")
        raise SystemExit(2) from None
    except KeyboardInterrupt:
        sys.stderr.write("interrupted: vectors and ended parts are kept; name the parts that are left\n")
        raise SystemExit(130) from None
