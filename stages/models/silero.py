"""Silero's voice activity detector for whisperX, with the weights that faster-whisper carries.

whisperX's own adapter fetches code and weights from the net.
"""

from collections.abc import Mapping
from typing import Any

from stages.models.audio import SAMPLE_RATE, Samples

LONGEST_S = 30.0
OPTIONS = {
    "threshold": 0.5,
    "min_speech_duration_ms": 250,
    "max_speech_duration_s": LONGEST_S,
    "min_silence_duration_ms": 100,
    "speech_pad_ms": 30,
}
"""Silero's own defaults; those of faster-whisper are for cutting at long silences only."""


def bundled_silero() -> Any:
    """The detector, as whisperX's `load_model` takes it; whisperX is imported only here, as that is slow."""
    from faster_whisper.vad import VadOptions, get_speech_timestamps
    from whisperx.diarize import Segment
    from whisperx.vads import Vad

    class BundledSilero(Vad):  # type: ignore[misc]  # whisperX has no types
        """What whisperX asks of a detector."""

        def __call__(self, audio: Mapping[str, Any], **_: Any) -> list[Any]:
            """Stretches of speech of at most LONGEST_S in {"waveform", "sample_rate"}, in seconds."""
            found = get_speech_timestamps(audio["waveform"], VadOptions(**OPTIONS), sampling_rate=SAMPLE_RATE)
            return [Segment(row["start"] / SAMPLE_RATE, row["end"] / SAMPLE_RATE, "UNKNOWN") for row in found]

        @staticmethod
        def preprocess_audio(audio: Samples) -> Samples:
            """Nothing to do."""
            return audio

        @staticmethod
        def merge_chunks(segments: list[Any], chunk_size: float, onset: float, offset: float | None) -> Any:
            """As whisperX merges them, up to chunk_size seconds; silence has none."""
            return Vad.merge_chunks(segments, chunk_size, onset, offset) if segments else []

    return BundledSilero(OPTIONS["threshold"])
