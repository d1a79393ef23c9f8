"""Recordings as samples, decoded by PyAV: no ffmpeg binary is needed.

A recording is decoded block by block, so that memory does not grow with its length.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import av
import numpy as np
import numpy.typing as npt

SAMPLE_RATE = 16_000
"""Hz; what Whisper hears."""
BLOCK_FRAMES = 500_000
"""Samples, at the recording's own rate, that are resampled at once."""
SHORTEST_GAP_S = 0.2
"""A shorter lag between a recording's clock and its samples is jitter, a longer one sound that is missing."""

Samples = npt.NDArray[np.float32]
Pcm = npt.NDArray[np.int16]


class AudioError(ValueError):
    """A recording cannot be heard; the message says why, without the file's name."""


@dataclass(frozen=True)
class Sound:
    """What a recording says of the track that is to be heard."""

    track: int
    """Its number among the audio tracks, from 1."""
    tracks: int
    starts_s: float
    """When its first sample is played, from the recording's start: the picture may set in earlier."""
    duration_s: float
    """How long the recording says the sound lasts; 0 where it does not say."""


def probe(path: Path, track: int | None = None) -> Sound:
    """Look at a recording's sound.

    Args:
        path: of the recording.
        track: number of the audio track, from 1; None for the one that is marked as default, or the first.

    Raises: AudioError when the file is missing, is no recording, has no such track, or none that decodes.
    """
    with opened(path) as container:
        streams = container.streams.audio
        if not streams:
            raise AudioError("has no audio track")
        if track is None:
            marked = [i for i, one in enumerate(streams) if one.disposition & av.stream.Disposition.default]
            track = marked[0] + 1 if marked else 1
        if track > len(streams):
            raise AudioError(f"has no audio track {track}, only {len(streams)}: mend transcribe.audio_track")
        stream = streams[track - 1]
        lasts = stream.duration * stream.time_base if stream.duration and stream.time_base else None
        if lasts is None:
            lasts = (container.duration or 0) / av.time_base
        begin_s = (container.start_time or 0) / av.time_base
        sound = Sound(track, len(streams), 0.0, float(lasts))
        first = next(Blocks(path, sound).frames(container), None)
        if first is None:
            raise AudioError("holds no sound that can be decoded")
        starts_s = max(0.0, first.time - begin_s) if first.time is not None else 0.0
        return replace(sound, starts_s=float(starts_s))


class Blocks:
    """A recording's track, mono at SAMPLE_RATE, decoded block by block while it is iterated over.

    Where the recording's clock runs ahead of its samples (a call that sends nothing in pauses, a packet that
    does not decode) there is silence, so that sample i is played at `sound.starts_s + i / SAMPLE_RATE`.
    """

    def __init__(self, path: Path, sound: Sound) -> None:
        self.path = path
        self.sound = sound
        self.broken_packets = 0
        """So far; their sound is missing."""

    def __iter__(self) -> Iterator[Pcm]:
        with opened(self.path) as container:
            resampler, fifo = mono(), av.audio.fifo.AudioFifo()
            shape: tuple[int, str, str] | None = None
            begun_s: float | None = None
            heard_s = 0.0
            for frame in self.frames(container):
                begun_s = frame.time if begun_s is None else begun_s
                gap_s = 0.0 if begun_s is None or frame.time is None else frame.time - begun_s - heard_s
                if gap_s < SHORTEST_GAP_S or heard_s + gap_s > self.sound.duration_s:
                    gap_s = 0.0  # none, or a broken clock that leaps beyond the end
                changed = shape not in (
                    None,
                    shape := (frame.sample_rate, frame.format.name, frame.layout.name),
                )
                if gap_s or changed:
                    yield from resampled(resampler, fifo, last=True)
                    yield np.zeros(round(gap_s * SAMPLE_RATE), dtype=np.int16)
                    resampler, fifo = mono(), av.audio.fifo.AudioFifo()
                elif fifo.samples >= BLOCK_FRAMES:
                    yield from resampled(resampler, fifo)
                heard_s += gap_s + frame.samples / frame.sample_rate
                frame.pts = None  # the fifo wants times without gaps
                fifo.write(frame)
            yield from resampled(resampler, fifo, last=True)

    def frames(self, container: Any) -> Iterator[Any]:
        """The frames that decode, to the end or to where the file cannot be read further."""
        packets = container.demux(container.streams.audio[self.sound.track - 1])
        while True:
            try:
                packet = next(packets, None)
            except av.FFmpegError:
                self.broken_packets += 1
                return
            if packet is None:
                return
            try:
                yield from packet.decode()
            except av.FFmpegError:
                self.broken_packets += 1


def read_audio(path: Path, track: int | None = None) -> tuple[Samples, float]:
    """Decode a recording's sound at once.

    Returns: mono samples in [-1, 1] at SAMPLE_RATE, and when the first of them is played, in seconds from the
    start of the recording.
    Raises: AudioError, as `probe`.
    """
    sound = probe(path, track)
    return as_float(np.concatenate([*Blocks(path, sound), np.zeros(0, dtype=np.int16)])), sound.starts_s


def as_float(pcm: Pcm) -> Samples:
    """Samples of 16 bits as numbers in [-1, 1)."""
    return pcm.astype(np.float32) / 32768.0


@contextmanager
def opened(path: Path) -> Iterator[Any]:
    """PyAV's container of a recording; whatever goes wrong with it is an AudioError."""
    try:
        with av.open(str(path), metadata_errors="ignore") as container:
            yield container
    except FileNotFoundError:
        raise AudioError("is missing") from None
    except (av.FFmpegError, OSError) as error:
        raise AudioError(f"cannot be decoded ({error.strerror or type(error).__name__})") from None


def mono() -> Any:
    """A resampler to what Whisper hears."""
    return av.AudioResampler(format="s16", layout="mono", rate=SAMPLE_RATE)


def resampled(resampler: Any, fifo: Any, last: bool = False) -> Iterator[Pcm]:
    """Empty the fifo through the resampler; `last` empties that too, after which it takes no more."""
    if fifo.samples:
        for frame in [fifo.read(), None] if last else [fifo.read()]:
            for piece in resampler.resample(frame):
                yield piece.to_ndarray()[0]
