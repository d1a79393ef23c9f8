"""Recordings are heard by the recogniser, each one once: the raw result is cached by content and settings."""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from stages.core.cache import Cache, content_key
from stages.core.progress import progress
from stages.models.asr import REVISION, Chunk, Recogniser, asr_weights
from stages.models.audio import AudioError, duration_s, read_audio
from stages.models.weights import weights_digest
from stages.transcribe.segments import Piece, Segment
from stages.transcribe.sentences import sentence_segments
from stages.transcribe.settings import Settings
from stages.transcribe.times import filled, joined_punctuation
from stages.transcribe.words import pieces_of


def hear_all(
    recordings: Mapping[str, tuple[Path, str]], settings: Settings
) -> tuple[dict[str, list[Segment]], dict[str, str]]:
    """Transcribe recordings; only those that no earlier run has heard with these settings cost time.

    Each result is in the cache as soon as it is there, so that an interrupted run goes on where it was.

    Args:
        recordings: video_id -> the file and the SHA-256 of its content.
        settings: of the room.

    Returns: video_id -> segments, one a sentence; and video_id -> why the recording could not be heard.
    """
    if not recordings:
        return {}, {}
    folder = asr_weights(settings.model)
    digest = weights_digest(folder)
    keys = {video_id: key_of(sha256, digest, settings) for video_id, (_, sha256) in recordings.items()}
    cache = Cache("asr")
    try:
        raw = cache.get_many(keys.values())
        new = {video_id: path for video_id, (path, _) in recordings.items() if keys[video_id] not in raw}
        failures: dict[str, str] = {}
        if new:
            recogniser = load(folder, settings)
            minutes = {video_id: duration_s(path) / 60 for video_id, path in new.items()}
            with progress("transcribe", sum(minutes.values()), "minutes of audio") as advance:
                for video_id, path in new.items():
                    if keys[video_id] not in raw:  # a copy of it may just have been heard
                        try:
                            entry = hear(recogniser, path)
                        except AudioError as error:
                            failures[video_id] = str(error)
                        else:
                            cache.put_many({keys[video_id]: entry})
                            raw[keys[video_id]] = entry
                    advance(minutes[video_id])
    finally:
        cache.close()
    heard = {
        video_id: segments_of(json.loads(raw[key]), settings.language)
        for video_id, key in keys.items()
        if video_id not in failures
    }
    return heard, failures


def key_of(sha256: str, digest: str, settings: Settings) -> str:
    """The cache key: all that the raw result depends on."""
    return content_key(
        revision=REVISION,
        sha256=sha256,
        weights=digest,
        model=settings.model,
        language=settings.language,
        vad=settings.vad,
        batch_size=settings.batch_size,
        compute_type=settings.compute_type,
        engines=dict(settings.engines),
    )


def load(folder: Path, settings: Settings) -> Recogniser:
    """Load the recogniser, and say so where its weights cannot hear the language that is asked for."""
    recogniser = Recogniser(
        folder, settings.language, settings.vad, settings.compute_type, settings.batch_size
    )
    if recogniser.language != settings.language:
        sys.stderr.write(
            f"transcribe: warning: {settings.model} hears English only, language is {settings.language}: "
            "choose multilingual weights, such as transcribe: base\n"
        )
    return recogniser


def hear(recogniser: Recogniser, path: Path) -> bytes:
    """The recogniser's raw result for one file, as JSON; times count from the first sample."""
    samples, sound_starts_s = read_audio(path)
    raw = {"sound_starts_s": sound_starts_s, "chunks": recogniser.hear(samples)}
    return json.dumps(raw, sort_keys=True, ensure_ascii=False, allow_nan=False).encode()


def segments_of(raw: Mapping[str, Any], language: str) -> list[Segment]:
    """A raw result as segments, one a sentence, in the recording's own time."""
    chunks: Sequence[Chunk] = raw["chunks"]
    return sentence_segments([chunk_segment(chunk, raw["sound_starts_s"]) for chunk in chunks], language)


def chunk_segment(chunk: Chunk, shift_s: float) -> Segment:
    """One stretch of speech with its words' times, mended where they are missing or out of order."""
    start_s, end_s = chunk["start_s"] + shift_s, chunk["end_s"] + shift_s
    words = [(word["text"], word["start_s"] + shift_s, word["end_s"] + shift_s) for word in chunk["words"]]
    pieces = joined_punctuation(pieces_of(chunk["text"], words) or [])
    placed, interpolated = filled(pieces or [Piece(chunk["text"], None, None)], start_s, end_s)
    source = "interpolated" if interpolated else "decoder"
    return Segment("", tuple(placed), start_s, end_s, None, source)
