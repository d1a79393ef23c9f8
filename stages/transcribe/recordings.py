"""Recordings are heard by the recogniser, each one once: the raw result is cached by content and settings."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from stages.core.cache import Cache
from stages.core.progress import progress
from stages.models.asr import REVISION, Engine, asr_weights
from stages.models.audio import AudioError, Sound, probe
from stages.models.folder import model_digest, model_folder
from stages.models.weights import weights_digest
from stages.transcribe.heard import heard_segments, notes_of
from stages.transcribe.known import Known
from stages.transcribe.listeners import listeners, process_count
from stages.transcribe.parts import fewest_parts
from stages.transcribe.segments import Segment
from stages.transcribe.settings import ATTENTION, Settings
from stages.transcribe.work import Work

PARTS_AHEAD = 2
"""Parts that are decoded and wait, for each process that hears."""


class Recording(NamedTuple):
    """A file to be heard, and the SHA-256 of its content."""

    path: Path
    sha256: str


@dataclass
class Outcome:
    """What came of recordings, by video_id."""

    segments: dict[str, list[Segment]] = field(default_factory=dict)
    failures: dict[str, str] = field(default_factory=dict)
    """Why a recording could not be heard."""
    notes: dict[str, list[str]] = field(default_factory=dict)
    """What a user should know of a recording that was heard."""
    sounds: dict[str, Sound] = field(default_factory=dict)
    """What a recording that was heard says of its sound."""


def hear_all(recordings: Mapping[str, Recording], settings: Settings) -> Outcome:
    """Transcribe recordings; only what no earlier run has heard with these settings costs time.

    Each part of a recording is in the cache as soon as it is heard, so that an interrupted run goes on where
    it was. A recording that fails does not stop the others.
    """
    outcome = Outcome()
    if not recordings:
        return outcome
    engine = engine_of(settings)
    cache = Cache("asr")
    try:
        known = Known(cache, key_base(engine, settings))
        keys = {
            video_id: known.key(sha256=one.sha256, language=settings.language, track=settings.audio_track)
            for video_id, one in recordings.items()
        }
        known.look_up(keys.values())
        new = {key: recordings[video_id].path for video_id, key in keys.items() if known.entry(key) is None}
        failures = hear_new(new, known, engine, settings)
        for video_id, key in keys.items():
            entry = known.entry(key)
            if entry is None:
                outcome.failures[video_id] = failures[key]
                continue
            heard = [(start_s, known.part(part)) for start_s, part in entry["parts"]]
            sound = Sound(**entry["sound"])
            outcome.sounds[video_id] = sound
            outcome.segments[video_id] = heard_segments(heard, sound.starts_s, settings)
            outcome.notes[video_id] = notes_of(heard, entry, settings)
    finally:
        cache.close()
    return outcome


def engine_of(settings: Settings) -> Engine:
    """The engine that the settings ask for; raises UserError when its weights are not there."""
    aligner = None if settings.alignment == ATTENTION else model_folder(settings.alignment)
    return Engine(
        asr_weights(settings.model), settings.vad, settings.compute_type, settings.batch_size, aligner
    )


def key_base(engine: Engine, settings: Settings) -> dict[str, Any]:
    """All that raw results depend on but for the sound and its language; where weights lie is not."""
    return {
        "revision": REVISION,
        "weights": weights_digest(engine.weights),
        "aligner": model_digest(engine.aligner) if engine.aligner else None,
        "vad": engine.vad,
        "compute_type": engine.compute_type,
        "batch_size": engine.batch_size,
        "engines": dict(settings.engines),
    }


def hear_new(paths: Mapping[str, Path], known: Known, engine: Engine, settings: Settings) -> dict[str, str]:
    """Hear recordings, the longest first so that no process is left alone with it at the end.

    Args:
        paths: key -> file.
        known: gets an entry for each recording that could be decoded.
        engine: to hear with.
        settings: of the room.

    Returns: key -> why the recording could not be decoded.
    """
    sounds: dict[str, Sound] = {}
    failures: dict[str, str] = {}
    for key, path in paths.items():
        try:
            sounds[key] = probe(path, settings.audio_track)
        except AudioError as error:
            failures[key] = str(error)
    if not sounds:
        return failures
    minutes = sum(sound.duration_s for sound in sounds.values()) / 60
    pieces = sum(fewest_parts(sound.duration_s) for sound in sounds.values())
    count = process_count(pieces, engine)
    sys.stderr.write(
        f"transcribe: {len(sounds)} recordings to hear, {minutes:.1f} minutes, on {count} "
        f"{'process' if count == 1 else 'processes'}\n"
    )
    with (
        progress("transcribe", minutes, "minutes of audio", real_time) as advance,
        listeners(engine, count) as submit,
    ):
        work = Work(known, submit, advance, PARTS_AHEAD * count)
        for key in sorted(sounds, key=lambda key: (-sounds[key].duration_s, key)):
            try:
                work.hear(key, paths[key], sounds[key], settings)
            except AudioError as error:
                failures[key] = str(error)
        work.finish()
    return failures


def real_time(minutes_per_s: float) -> str:
    """How fast that is.

    >>> real_time(0.1)
    '6.0 times real time'
    """
    return f"{60 * minutes_per_s:.1f} times real time"
