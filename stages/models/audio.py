"""Recordings as samples, decoded by PyAV: no ffmpeg binary is needed."""

from pathlib import Path

import av
import numpy as np
import numpy.typing as npt

SAMPLE_RATE = 16_000
"""Hz; what Whisper hears."""

Samples = npt.NDArray[np.float32]


class AudioError(ValueError):
    """A recording cannot be heard; the message says why, without the file's name."""


def read_audio(path: Path) -> tuple[Samples, float]:
    """Decode the first audio track of a recording.

    Returns: mono samples in [-1, 1] at SAMPLE_RATE, and when the first of them is played, in seconds from the
    start of the recording: in a video the sound may set in later than the picture.
    Raises: AudioError when the file is missing, is no recording, or has no sound.
    """
    from faster_whisper.audio import decode_audio  # slow to import

    starts_s = sound_starts_s(path)
    try:
        samples = decode_audio(str(path), sampling_rate=SAMPLE_RATE)
    except (av.FFmpegError, ValueError, TypeError) as error:
        raise AudioError(f"cannot be decoded ({first_line(error)})") from None
    if not len(samples):
        raise AudioError("holds no sound that can be decoded")
    return samples, starts_s


def sound_starts_s(path: Path) -> float:
    """When the first audio track sets in, seconds from the recording's start; raises as `read_audio`."""
    try:
        with av.open(str(path), metadata_errors="ignore") as container:
            if not container.streams.audio:
                raise AudioError("has no audio track")
            begin_s = (container.start_time or 0) / av.time_base
            first = next(container.decode(audio=0), None)
    except FileNotFoundError:
        raise AudioError("is missing") from None
    except av.FFmpegError as error:
        raise AudioError(f"cannot be decoded ({first_line(error)})") from None
    return max(0.0, first.time - begin_s) if first is not None and first.time is not None else 0.0


def duration_s(path: Path) -> float:
    """Seconds that the container says it lasts; 0 where it does not say. For progress only."""
    try:
        with av.open(str(path), metadata_errors="ignore") as container:
            return float((container.duration or 0) / av.time_base)
    except (av.FFmpegError, OSError):
        return 0.0


def first_line(error: Exception) -> str:
    """An error's message on one line, without the path that PyAV appends."""
    return str(error).split(";")[0].split(": '")[0].strip() or type(error).__name__
