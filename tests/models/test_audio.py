from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import av
import numpy as np
import pytest
from faster_whisper.audio import decode_audio

from stages.core.paths import ROOT
from stages.models.audio import SAMPLE_RATE, AudioError, Blocks, probe, read_audio

PCM = (".wav", ".mkv", ".mov", ".avi")


def write(
    path: Path,
    samples: np.ndarray,
    late_s: float = 0.0,
    gap: tuple[float, float] = (0.0, 0.0),
    picture: bool = False,
    sound: bool = True,
    rate: int = SAMPLE_RATE,
) -> Path:
    """A recording whose sound begins `late_s` after its picture and, after gap[0] s, is silent for gap[1]."""
    codecs = {".ogg": "libopus", ".opus": "libopus", ".mp3": "mp3", ".flac": "flac", ".webm": "libopus"}
    with av.open(str(path), "w") as container:
        video = None
        if picture:
            video = container.add_stream("libx264" if path.suffix == ".mp4" else "mpeg4", rate=10)
            video.width = video.height = 32
            video.pix_fmt = "yuv420p"
        audio = None
        if sound:
            codec = "pcm_s16le" if path.suffix in PCM else codecs.get(path.suffix, "aac")
            layout = "mono" if samples.ndim == 1 else "stereo"
            audio = container.add_stream(codec, rate=rate, layout=layout)
        if video is not None:
            for i in range(30):
                frame = av.VideoFrame.from_ndarray(np.zeros((32, 32, 3), np.uint8), format="rgb24")
                frame.pts = i
                container.mux(video.encode(frame))
            container.mux(video.encode(None))
        if audio is not None:
            planes = np.round(np.atleast_2d(samples) * 32767).astype(np.int16)
            for begin in range(0, planes.shape[1], 960):
                block = np.ascontiguousarray(planes[:, begin : begin + 960].T.reshape(1, -1))
                frame = av.AudioFrame.from_ndarray(block, format="s16", layout=layout)
                frame.sample_rate = rate
                lag_s = gap[1] if begin >= gap[0] * rate else 0.0
                frame.pts = begin + round((late_s + lag_s) * rate)
                container.mux(audio.encode(frame))
            container.mux(audio.encode(None))
    return path


def tone(seconds: float, rate: int = SAMPLE_RATE, hertz: float = 440) -> np.ndarray:
    found: np.ndarray = (0.5 * np.sin(2 * np.pi * hertz * np.arange(round(seconds * rate)) / rate)).astype(
        np.float32
    )
    return found


TONE = tone(1.0)


def test_samples_of_a_wav(tmp_path: Path) -> None:
    path = write(tmp_path / "a.wav", TONE)
    samples, starts_s = read_audio(path)
    assert samples.dtype == np.float32
    np.testing.assert_allclose(samples, TONE, atol=1e-4)
    assert starts_s == 0.0
    assert probe(path).duration_s == pytest.approx(1.0)


@pytest.mark.parametrize("rate", [8000, 22050, 44100, 48000])
@pytest.mark.parametrize("channels", [1, 2])
def test_any_rate_and_channels_become_mono_at_the_rate_of_whisper(
    tmp_path: Path, rate: int, channels: int
) -> None:
    there = tone(2.0, rate)
    samples, _ = read_audio(write(tmp_path / "a.wav", np.stack([there] * channels).squeeze(), rate=rate))
    assert len(samples) == pytest.approx(2 * SAMPLE_RATE, abs=32)
    spectrum = np.abs(np.fft.rfft(samples[: 2 * SAMPLE_RATE]))
    assert np.argmax(spectrum) / 2 == pytest.approx(440, abs=1)


@pytest.mark.parametrize(
    "suffix", ["mp3", "m4a", "mp4", "mov", "mkv", "webm", "ogg", "opus", "flac", "avi", "ts"]
)
def test_containers(tmp_path: Path, suffix: str) -> None:
    samples, starts_s = read_audio(write(tmp_path / f"a.{suffix}", tone(2.0, 48_000), rate=48_000))
    assert len(samples) / SAMPLE_RATE == pytest.approx(2.0, abs=0.08)  # codecs pad to their frames
    assert starts_s < 0.1
    assert np.sqrt(np.mean(np.square(samples[SAMPLE_RATE:]))) == pytest.approx(0.5 / np.sqrt(2), rel=0.1)


def test_the_same_samples_as_faster_whisper_decodes() -> None:
    for path in sorted((ROOT / "data" / "talks").glob("*.mp*"))[:2]:
        assert np.array_equal(read_audio(path)[0], decode_audio(str(path), sampling_rate=SAMPLE_RATE))


def test_sound_that_sets_in_late_is_counted(tmp_path: Path) -> None:
    _, starts_s = read_audio(write(tmp_path / "a.mkv", TONE, late_s=2.0, picture=True))
    assert starts_s == pytest.approx(2.0, abs=0.01)


def test_a_gap_in_the_recordings_clock_is_silence(tmp_path: Path) -> None:
    path = write(tmp_path / "a.mkv", tone(2.0), gap=(1.2, 1.5), picture=True)
    samples, _ = read_audio(path)
    assert len(samples) / SAMPLE_RATE == pytest.approx(3.5, abs=0.01)
    loud = np.flatnonzero(np.abs(samples) > 0.01) / SAMPLE_RATE
    breaks = [(before, after) for before, after in pairwise(loud) if after - before > 0.1]
    assert breaks == [(pytest.approx(1.2, abs=0.01), pytest.approx(2.7, abs=0.01))]


def with_tracks(path: Path, levels: Sequence[float], marked: int | None = None) -> Path:
    with av.open(str(path), "w") as container:
        streams = [container.add_stream("pcm_s16le", rate=SAMPLE_RATE, layout="mono") for _ in levels]
        for i, stream in enumerate(streams):
            stream.disposition = av.stream.Disposition.default if i == marked else av.stream.Disposition(0)
        for stream, level in zip(streams, levels, strict=True):
            block = np.full((1, SAMPLE_RATE), round(level * 32768), dtype=np.int16)
            frame = av.AudioFrame.from_ndarray(block, format="s16", layout="mono")
            frame.sample_rate = SAMPLE_RATE
            frame.pts = 0
            container.mux(stream.encode(frame))
            container.mux(stream.encode(None))
    return path


@pytest.mark.parametrize(
    ("marked", "asked", "track"), [(None, None, 1), (1, None, 2), (1, 1, 1), (None, 3, 3)]
)
def test_of_several_tracks_the_asked_the_marked_or_the_first(
    tmp_path: Path, marked: int | None, asked: int | None, track: int
) -> None:
    path = with_tracks(tmp_path / "a.mkv", [0.1, 0.2, 0.3], marked)
    assert (probe(path, asked).track, probe(path, asked).tracks) == (track, 3)
    assert read_audio(path, asked)[0][100] == pytest.approx(track / 10, abs=1e-3)


def test_a_track_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(AudioError, match=r"has no audio track 2, only 1: mend transcribe\.audio_track"):
        probe(write(tmp_path / "a.wav", TONE), 2)


def test_a_video_without_sound(tmp_path: Path) -> None:
    path = write(tmp_path / "a.mkv", TONE, picture=True, sound=False)
    with pytest.raises(AudioError, match="has no audio track"):
        read_audio(path)


def test_a_file_that_is_cut_short_is_decoded_as_far_as_it_goes(tmp_path: Path) -> None:
    whole = write(tmp_path / "a.mkv", tone(10.0))
    path = tmp_path / "b.mkv"
    path.write_bytes(whole.read_bytes()[: whole.stat().st_size // 2])
    sound = probe(path)
    samples, _ = read_audio(path)
    assert sound.duration_s == pytest.approx(10.0, abs=0.1)
    assert 4.0 < len(samples) / SAMPLE_RATE < 5.5
    np.testing.assert_allclose(samples[:1000], TONE[:1000], atol=1e-4)


def test_packets_that_do_not_decode_are_counted_and_what_follows_keeps_its_time(tmp_path: Path) -> None:
    there = np.concatenate([tone(8.0, 48_000), np.zeros(48_000, np.float32), tone(1.0, 48_000)])
    path = write(tmp_path / "a.mp4", there, rate=48_000)
    data = bytearray(path.read_bytes())
    middle = data.index(b"mdat") + 4 + 20_000
    data[middle : middle + 6000] = b"\xff" * 6000
    path.write_bytes(data)
    blocks = Blocks(path, probe(path))
    samples = np.concatenate(list(blocks))
    assert blocks.broken_packets > 0
    assert len(samples) / SAMPLE_RATE == pytest.approx(10.0, abs=0.3)
    loud = np.flatnonzero(np.abs(samples) > 3000) / SAMPLE_RATE
    assert min(loud[loud > 8.5]) == pytest.approx(9.0, abs=0.25)


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
