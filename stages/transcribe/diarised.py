"""Who speaks when in recordings: told once for each, the raw result is cached by content and settings."""

import json
import sys
from collections.abc import Mapping
from typing import Any

from stages.core.cache import Cache, content_key
from stages.core.progress import progress
from stages.models.audio import AudioError, read_audio
from stages.models.speakers import REVISION, Diariser, Turn, Turns, diariser_digest
from stages.transcribe.recordings import Outcome, Recording, real_time
from stages.transcribe.settings import NOBODY, Settings
from stages.transcribe.turns import said_by

ENGINES = ("pyannote.audio", "torch", "av")
"""Of the room's: those that turns depend on, so that another Whisper changes none."""


def diarised(heard: Outcome, recordings: Mapping[str, Recording], settings: Settings) -> Outcome:
    """Name who says what in recordings that were heard, if `transcribe.diarize` asks for it.

    Only recordings with speech that no earlier run has listened to with these settings cost time; each one is
    kept as soon as it is done.

    Args:
        heard: what was heard in recordings.
        recordings: the files of all of them.
        settings: of the room.

    Returns: the same with speakers, segments cut where the speaker changes, and a note of how many they are;
        a recording that cannot be decoded any more is a failure.
    Raises: UserError when the weights are not there.
    """
    spoken = {name: segments for name, segments in heard.segments.items() if segments}
    if settings.diarize == NOBODY or not spoken:
        return heard
    turns, failures = who_speaks(
        {name: recordings[name] for name in spoken},
        {name: heard.sounds[name].duration_s / 60 for name in spoken},
        settings,
    )
    how = "estimated" if settings.speakers is None else f"transcribe.speakers is {settings.speakers}"
    named = {name: segments for name, segments in heard.segments.items() if not segments}
    notes = dict(heard.notes)
    for name, found in turns.items():
        named[name] = said_by(spoken[name], found, heard.sounds[name].starts_s)
        count = len({turn.speaker for turn in found["turns"]})
        notes[name] = [*heard.notes[name], f"speakers: {count} ({how})"]
    return Outcome(named, heard.failures | failures, notes, heard.sounds)


def who_speaks(
    recordings: Mapping[str, Recording], minutes: Mapping[str, float], settings: Settings
) -> tuple[dict[str, Turns], dict[str, str]]:
    """Turns of recordings, from the cache where they are known.

    Args:
        recordings: by video_id.
        minutes: how long each one is, for the progress.
        settings: of the room.

    Returns: video_id -> turns; video_id -> why its recording could not be decoded.
    """
    base = {
        "revision": REVISION,
        "diarize": settings.diarize,
        "weights": diariser_digest(settings.diarize),
        "speakers": settings.speakers,
        "track": settings.audio_track,
        "engines": {name: settings.engines.get(name) for name in ENGINES},
    }
    keys = {name: content_key(**base, sha256=one.sha256) for name, one in recordings.items()}
    failures: dict[str, str] = {}
    cache = Cache("speakers")
    try:
        raw = cache.get_many(keys.values())
        new = {key: name for name, key in keys.items() if key not in raw}
        if new:
            total = sum(minutes[name] for name in new.values())
            sys.stderr.write(
                f"transcribe: {len(new)} recordings to tell speakers apart in, {total:.1f} minutes\n"
            )
            diariser = Diariser(settings.diarize)
            with progress("speakers", total, "minutes of audio", real_time) as advance:
                for key, name in new.items():
                    try:
                        samples, _ = read_audio(recordings[name].path, settings.audio_track)
                    except AudioError as error:
                        failures[key] = str(error)
                        continue
                    found = diariser.turns(samples, settings.speakers)
                    raw[key] = json.dumps(found, sort_keys=True, allow_nan=False).encode()
                    cache.put_many({key: raw[key]})
                    advance(minutes[name])
    finally:
        cache.close()
    return (
        {name: turns_of(json.loads(raw[key])) for name, key in keys.items() if key in raw},
        {name: failures[key] for name, key in keys.items() if key in failures},
    )


def turns_of(read: Mapping[str, Any]) -> Turns:
    """What was read as JSON, typed."""
    turns, main = ([Turn(*turn) for turn in read[kind]] for kind in ("turns", "main"))
    return {"turns": turns, "main": main}
