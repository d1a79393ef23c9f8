"""A recording of three hours, the talks joined, through the room's own code, with its time and memory."""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import av
import numpy as np

from stages.core.paths import ROOT
from stages.core.settings import check_settings
from stages.models.audio import SAMPLE_RATE, probe, read_audio
from stages.transcribe.settings import SECTION, Settings
from tools.transcription.memory import own_peak_mib

HOURS = 3.0
PAUSE_S = 1.0
SOFTER = 0.98
"""How loud the talks are each time against the time before."""


def measure_long(model: str) -> dict[str, Any]:
    """Join the talks, over and over, to HOURS of sound, and hear it in a fresh process without cache."""
    from tools.transcription.chosen import section  # neither is Hydra, in the fresh process

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.flac"
        join(path)
        environment = {**os.environ, "VIDWISE_CACHE": str(Path(folder) / "cache")}
        done = subprocess.run(
            [sys.executable, "-m", "tools.transcription.long", str(path)],
            cwd=ROOT,
            env=environment,
            check=True,
            input=json.dumps(section(SECTION, model)),
            stdout=subprocess.PIPE,
            text=True,
        )
    return {"model": model, **json.loads(done.stdout)}


def join(path: Path) -> None:
    """Write the joined talks, each time a little softer: a part that was heard before is not heard again."""
    from tools.transcription.measure import recordings  # its engines are not to count in `hear_one`

    talks = [read_audio(one.path)[0] for one in recordings(every=1) if not one.real]
    with av.open(str(path), "w") as container:
        stream = container.add_stream("flac", rate=SAMPLE_RATE, layout="mono")
        written = turn = 0
        while written < HOURS * 3600 * SAMPLE_RATE:
            talk = talks[turn % len(talks)]
            loudness = SOFTER ** (turn // len(talks))
            pcm = np.concatenate([np.round(talk * loudness * 32767), np.zeros(round(PAUSE_S * SAMPLE_RATE))])
            frame = av.AudioFrame.from_ndarray(pcm.astype(np.int16)[np.newaxis], format="s16", layout="mono")
            frame.sample_rate = SAMPLE_RATE
            frame.pts = written
            container.mux(stream.encode(frame))
            written, turn = written + len(pcm), turn + 1
        container.mux(stream.encode(None))


def hear_one(path: Path, settings: Settings) -> dict[str, Any]:
    """Hear a recording as the stage does, and say what that took.

    Times are those of the work: what this process has imported before is not in them, what the others that it
    starts import is. The peak of memory is the sum of the peaks of all processes: they need not have come at
    once.
    """
    from stages.transcribe.listeners import process_count
    from stages.transcribe.parts import fewest_parts
    from stages.transcribe.recordings import Recording, engine_of, hear_all

    audio_s = probe(path).duration_s
    count = process_count(fewest_parts(audio_s), engine_of(settings))
    wall_s, cpu_s = time.perf_counter(), cpu_seconds()
    outcome = hear_all({"long": Recording(path, "long")}, settings)
    wall_s, cpu_s = time.perf_counter() - wall_s, cpu_seconds() - cpu_s
    peak_mib = own_peak_mib()
    if count > 1:
        peak_mib += count * resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    segments = outcome.segments["long"]
    return {
        "audio_s": audio_s,
        "wall_s": wall_s,
        "cpu_s": cpu_s,
        "processes": count,
        "peak_mib": peak_mib,
        "segments": len(segments),
        "last_end_s": segments[-1].end_s,
    }


def cpu_seconds() -> float:
    """What this process, and those that it has started and that have ended, have computed so far."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used)


if __name__ == "__main__":
    given = check_settings(Settings, json.load(sys.stdin), "stdin", SECTION)
    json.dump(hear_one(Path(sys.argv[1]), given), sys.stdout)
