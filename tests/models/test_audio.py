from pathlib import Path

import av
import numpy as np
import pytest

from stages.models.audio import SAMPLE_RATE, AudioError, duration_s, read_audio


def write(
    path: Path, samples: np.ndarray, late_s: float = 0.0, picture: bool = False, sound: bool = True
) -> Path:
    """A recording whose sound begins `late_s` after its picture."""
    with av.open(str(path), "w") as container:
        video = (
            container.add_stream("libx264" if path.suffix == ".mp4" else "mpeg4", rate=10)
            if picture
            else None
        )
        audio = (
            container.add_stream(
                "pcm_s16le" if path.suffix in (".wav", ".mkv") else "aac", rate=SAMPLE_RATE, layout="mono"
            )
            if sound
            else None
        )
        if video is not None:
            video.width = video.height = 32
            video.pix_fmt = "yuv420p"
            for i in range(30):
                frame = av.VideoFrame.from_ndarray(np.zeros((32, 32, 3), np.uint8), format="rgb24")
                frame.pts = i
                container.mux(video.encode(frame))
            container.mux(video.encode(None))
        if audio is not None:
            pcm = np.round(samples * 32767).astype(np.int16)[np.newaxis, :]
            for begin in range(0, pcm.shape[1], 1024):
                frame = av.AudioFrame.from_ndarray(
                    np.ascontiguousarray(pcm[:, begin : begin + 1024]), format="s16", layout="mono"
                )
                frame.sample_rate = SAMPLE_RATE
                frame.pts = begin + round(late_s * SAMPLE_RATE)
                container.mux(audio.encode(frame))
            container.mux(audio.encode(None))
    return path


TONE = (0.5 * np.sin(2 * np.pi * 440 * np.arange(SAMPLE_RATE) / SAMPLE_RATE)).astype(np.float32)


def test_samples_of_a_wav(tmp_path: Path) -> None:
    samples, starts_s = read_audio(write(tmp_path / "a.wav", TONE))
    assert samples.dtype == np.float32
    np.testing.assert_allclose(samples, TONE, atol=1e-4)
    assert starts_s == 0.0
    assert duration_s(tmp_path / "a.wav") == pytest.approx(1.0)


def test_sound_that_sets_in_late_is_counted(tmp_path: Path) -> None:
    _, starts_s = read_audio(write(tmp_path / "a.mkv", TONE, late_s=2.0, picture=True))
    assert starts_s == pytest.approx(2.0, abs=0.01)


def test_a_video_without_sound(tmp_path: Path) -> None:
    path = write(tmp_path / "a.mkv", TONE, picture=True, sound=False)
    with pytest.raises(AudioError, match="has no audio track"):
        read_audio(path)


@pytest.mark.parametrize(
    ("content", "says"),
    [(b"this is no recording" * 50, "cannot be decoded"), (b"", "cannot be decoded"), (None, "is missing")],
)
def test_what_cannot_be_heard_says_why_in_one_line(tmp_path: Path, content: bytes | None, says: str) -> None:
    path = tmp_path / "a.mp3"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(AudioError, match=says) as caught:
        read_audio(path)
    assert "\n" not in str(caught.value) and str(tmp_path) not in str(caught.value)
    assert duration_s(path) == 0.0
