"""Caption files of two lengths, made by seed, through `vidwise parse`: what twice the file costs."""

import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

from stages.core.paths import ROOT
from tools.transcription.memory import own_peak_mib

MEGABYTES = (2.5, 5.0)
LOOKS = 3
"""The least of so many counts: whatever else the machine does adds to it."""
SEED = 1
VOCABULARY = 2000


def measure_parsing() -> list[dict[str, Any]]:
    """One row for each kind of file and length: CPU seconds and memory that the file takes."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for kind, cues in KINDS.items():
            for megabytes in MEGABYTES:
                path = Path(folder) / "made.vtt"
                path.write_text(made(cues, round(megabytes * 1e6)), encoding="utf-8")
                looks = [look(path) for _ in range(LOOKS)]
                rows.append(
                    {
                        "kind": kind,
                        "bytes": path.stat().st_size,
                        "cues": path.read_text(encoding="utf-8").count("-->"),
                        **{key: min(one[key] for one in looks) for key in looks[0]},
                    }
                )
    return rows


def look(path: Path) -> dict[str, float]:
    """Parse a file in a fresh process."""
    done = subprocess.run(
        [sys.executable, "-m", "tools.transcription.parsing", str(path)],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    found: dict[str, float] = json.loads(done.stderr.splitlines()[-1])
    return found


def parse_here(path: Path) -> dict[str, float]:
    """Parse in this process as `vidwise parse --json` does; what loading the program takes is not counted."""
    import stages.ingest.folder
    import stages.transcribe.parse  # noqa: F401  # the command imports them when it is called
    from stages.commands.parse import parse

    before_mib, cpu_s = own_peak_mib(), time.process_time()
    parse(path, as_json=True)
    return {"cpu_s": time.process_time() - cpu_s, "memory_mib": own_peak_mib() - before_mib}


def made(cues: Callable[[random.Random], Iterator[str]], size: int) -> str:
    """A WebVTT file of that many bytes, to the next cue."""
    parts = ["WEBVTT\n"]
    length = len(parts[0])
    for cue in cues(random.Random(SEED)):
        parts.append(cue)
        length += len(cue) + 1
        if length >= size:
            break
    return "\n".join(parts)


def words(rng: random.Random, number: int) -> list[str]:
    """Made words, the same ones again and again."""
    return [f"w{rng.randrange(VOCABULARY)}" for _ in range(number)]


def voices(rng: random.Random) -> Iterator[str]:
    """Cues of four seconds with a voice each."""
    for i in count():
        text = " ".join(words(rng, 10))
        yield f"{stamp(4 * i)} --> {stamp(4 * i + 4)}\n<v Speaker {rng.randrange(4)}>{text}\n"


def rolling(rng: random.Random) -> Iterator[str]:
    """Cues as of YouTube's own: the line before, and a new one with a time for each word."""
    before = " "  # an empty line would end the cue
    for i in count():
        new = words(rng, 8)
        timed = "".join(f"<{stamp(2 * i + j / 4)}><c> {word}</c>" for j, word in enumerate(new) if j)
        yield f"{stamp(2 * i)} --> {stamp(2 * i + 2)} align:start position:0%\n{before}\n{new[0]}{timed}\n"
        before = " ".join(new)


def stamp(time_s: float) -> str:
    """A time as WebVTT has it.

    >>> stamp(3723.25)
    '01:02:03.250'
    """
    ms = round(1000 * time_s)
    return f"{ms // 3_600_000:02d}:{ms // 60_000 % 60:02d}:{ms // 1000 % 60:02d}.{ms % 1000:03d}"


KINDS: dict[str, Callable[[random.Random], Iterator[str]]] = {
    "voices": voices,
    "rolling, with word times": rolling,
}


if __name__ == "__main__":
    sys.stderr.write(f"{json.dumps(parse_here(Path(sys.argv[1])))}\n")
