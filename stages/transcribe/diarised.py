"""Who speaks when in recordings: told once for each, the raw result is cached by content and settings."""

import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from stages.core.cache import Cache, content_key
from stages.core.progress import progress
from stages.models.audio import read_audio
from stages.models.speakers import REVISION, Diariser, Turn, Turns, diariser_digest
from stages.transcribe.recordings import Recording, real_time
from stages.transcribe.segments import Segment
from stages.transcribe.settings import NOBODY, Settings
from stages.transcribe.turns import said_by

ENGINES = ("pyannote.audio", "torch", "av")
"""Of the room's: those that turns depend on, so that another Whisper changes none."""


class Entry(TypedDict):
    """What the cache knows of a recording."""

    sound_starts_s: float
    found: Turns


def diarised(
    segments: Mapping[str, Sequence[Segment]], recordings: Mapping[str, Recording], settings: Settings
) -> tuple[dict[str, list[Segment]], dict[str, int]]:
    """Name who says what in recordings that were heard, if `transcribe.diarize` asks for it.

    Only recordings with speech that no earlier run has listened to with these settings cost time; each one is
    kept as soon as it is done.

    Args:
        segments: video_id -> what was heard.
        recordings: the files of all of them.
        settings: of the room.

    Returns: video_id -> segments with speakers, cut where the speaker changes; video_id -> their number.
    Raises: UserError when the weights are not there.
    """
    if settings.diarize == NOBODY:
        return {name: list(heard) for name, heard in segments.items()}, {}
    spoken = {name: heard for name, heard in segments.items() if heard}
    entries = who_speaks(
        {name: recordings[name] for name in spoken},
        {name: max(segment.end_s or 0.0 for segment in heard) for name, heard in spoken.items()},
        settings,
    )
    named: dict[str, list[Segment]] = {name: [] for name in segments}
    counts = {}
    for name, heard in spoken.items():
        entry = entries[name]
        named[name] = said_by(heard, entry["found"], entry["sound_starts_s"])
        counts[name] = len({turn.speaker for turn in entry["found"]["turns"]})
    return named, counts


def who_speaks(
    recordings: Mapping[str, Recording], lengths_s: Mapping[str, float], settings: Settings
) -> dict[str, Entry]:
    """Turns of each recording, from the cache where they are known.

    Args:
        recordings: by video_id.
        lengths_s: how long each one is, for the progress.
        settings: of the room.
    """
    if not recordings:
        return {}
    base = {
        "revision": REVISION,
        "diarize": settings.diarize,
        "weights": diariser_digest(settings.diarize),
        "speakers": settings.speakers,
        "track": settings.audio_track,
        "engines": {name: settings.engines.get(name) for name in ENGINES},
    }
    keys = {name: content_key(**base, sha256=one.sha256) for name, one in recordings.items()}
    cache = Cache("speakers")
    try:
        raw = cache.get_many(keys.values())
        new = {key: name for name, key in keys.items() if key not in raw}
        if new:
            minutes = sum(lengths_s[name] for name in new.values()) / 60
            sys.stderr.write(
                f"transcribe: {len(new)} recordings to tell speakers apart in, {minutes:.1f} minutes\n"
            )
            diariser = Diariser(settings.diarize)
            with progress("speakers", minutes, "minutes of audio", real_time) as advance:
                for key, name in new.items():
                    samples, starts_s = read_audio(recordings[name].path, settings.audio_track)
                    entry = Entry(sound_starts_s=starts_s, found=diariser.turns(samples, settings.speakers))
                    raw[key] = json.dumps(entry, sort_keys=True, allow_nan=False).encode()
                    cache.put_many({key: raw[key]})
                    advance(lengths_s[name] / 60)
    finally:
        cache.close()
    return {name: entry_of(json.loads(raw[key])) for name, key in keys.items()}


def entry_of(read: Mapping[str, Any]) -> Entry:
    """What was read as JSON, typed."""
    turns, main = ([Turn(*turn) for turn in read["found"][kind]] for kind in ("turns", "main"))
    return {"sound_starts_s": read["sound_starts_s"], "found": {"turns": turns, "main": main}}
