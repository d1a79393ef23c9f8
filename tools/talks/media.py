"""Writes and reads back recordings with PyAV."""

import hashlib
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from av.codec.context import Flags
from numpy.typing import NDArray

AUDIO = {
    "mp4": ("aac", 22_050, 32_000),
    "webm": ("libopus", 48_000, 24_000),
    "mp3": ("libmp3lame", 22_050, 32_000),
    "ogg": ("libopus", 48_000, 24_000),
    "m4a": ("aac", 22_050, 32_000),
    "mkv": ("libopus", 48_000, 24_000),
}
VIDEO = {"mp4": "libx264", "webm": "libvpx", "mkv": "libx264"}
WIDTH, HEIGHT = 160, 90


def write_media(path: Path, samples: NDArray[np.float32], sample_rate: int) -> None:
    """Encodes mono speech, with a still picture where the container is one for videos.

    Args:
        path: file to write; its suffix (a key of ``AUDIO``) chooses the codecs.
        samples: mono samples in [-1, 1].
        sample_rate: of ``samples``, in Hz.
    """
    suffix = path.suffix[1:]
    codec, rate, bit_rate = AUDIO[suffix]
    # bitexact: no version strings and no random serial numbers, so that the same input gives the same bytes.
    with av.open(str(path), "w", options={"fflags": "+bitexact"}) as container:
        if suffix in VIDEO:
            video = container.add_stream(VIDEO[suffix], rate=1)
            video.width, video.height, video.pix_fmt = WIDTH, HEIGHT, "yuv420p"
            video.codec_context.thread_count = 1
            video.codec_context.flags |= Flags.bitexact
        audio = container.add_stream(codec, rate=rate, layout="mono")
        audio.bit_rate = bit_rate
        audio.codec_context.flags |= Flags.bitexact
        if suffix in VIDEO:
            picture = av.VideoFrame.from_ndarray(_picture(path.stem), format="rgb24")
            for second in range(int(np.ceil(len(samples) / sample_rate))):
                picture.pts, picture.time_base = second, Fraction(1, 1)
                container.mux(video.encode(picture))
            container.mux(video.encode(None))
        pcm = np.round(samples * 32_767).astype(np.int16)[np.newaxis, :]
        frame = av.AudioFrame.from_ndarray(pcm, format="s16", layout="mono")
        frame.sample_rate, frame.pts, frame.time_base = sample_rate, 0, Fraction(1, sample_rate)
        resampler = av.AudioResampler(
            format=audio.codec_context.format, layout="mono", rate=rate, frame_size=audio.frame_size
        )
        for part in [*resampler.resample(frame), *resampler.resample(None)]:
            container.mux(audio.encode(part))
        container.mux(audio.encode(None))


def read_media(path: Path, sample_rate: int) -> NDArray[np.float32]:
    """Decodes the first audio stream.

    Args:
        path: any file that PyAV can open.
        sample_rate: wanted, in Hz.

    Returns:
        Mono samples in [-1, 1], from the first decoded one on.
    """
    resampler = av.AudioResampler(format="flt", layout="mono", rate=sample_rate)
    pieces = []
    with av.open(str(path)) as container:
        for frame in container.decode(audio=0):
            pieces += [part.to_ndarray()[0] for part in resampler.resample(frame)]
    pieces += [part.to_ndarray()[0] for part in resampler.resample(None)]
    return np.concatenate(pieces)


def offset_s(path: Path, samples: NDArray[np.float32], sample_rate: int) -> float:
    """Measures by cross-correlation how much later the decoded file is than what was encoded, in seconds."""
    decoded = read_media(path, sample_rate)
    size = 1 << (len(samples) + len(decoded)).bit_length()
    product = np.fft.rfft(decoded, size) * np.conj(np.fft.rfft(samples, size))
    lag = int(np.argmax(np.fft.irfft(product, size)))
    return (lag - size if lag > size // 2 else lag) / sample_rate


def _picture(title: str) -> NDArray[np.uint8]:
    """A still picture in a colour of the talk's own, with a paler band."""
    colour = np.frombuffer(hashlib.sha256(title.encode()).digest()[:3], dtype=np.uint8) // 2
    picture = np.tile(colour, (HEIGHT, WIDTH, 1))
    picture[HEIGHT // 3 : 2 * HEIGHT // 3] += 90
    return picture.astype(np.uint8)
