"""The measures are those that Whisper gave for such sounds; the sounds themselves are in test_hearing.py."""

import pytest

from stages.models.asr import Chunk
from stages.transcribe.phantoms import phantom


def chunk(text: str, avg_logprob: float, no_speech_prob: float) -> Chunk:
    return {
        "start_s": 0.0,
        "end_s": 3.0,
        "text": text,
        "words": [],
        "avg_logprob": avg_logprob,
        "no_speech_prob": no_speech_prob,
    }


@pytest.mark.parametrize(
    ("sound", "text", "avg_logprob", "no_speech_prob", "reason"),
    [
        ("silence", " you", -0.3998, 0.9496, "silence or noise"),
        ("pink noise", " Thank you.", -0.9866, 0.9354, "silence or noise"),
        ("a tune", " Thank you.", -0.7395, 0.7938, "silence or noise"),
        ("a hum", " you", -0.4829, 0.9351, "silence or noise"),
        ("loud noise, base", " and then", -2.6214, 0.5448, "silence or noise"),
        ("a tune", " . . .", -1.4185, 0.4803, "no words"),
        ("a tune", " ♪♪", -0.2, 0.1, "no words"),
        ("", "", 0.0, 0.0, "no words"),
        ("a loop", " and so" * 60, -0.1, 0.02, "a loop"),
        ("speech", " Thank you.", -0.3, 0.02, None),
        ("a second of speech in noise", " And so am I", -0.7596, 0.2918, None),
        ("a call", " Hello? Hello? Oh, hello.", -0.4987, 0.1247, None),
        ("a speech", " Ask not!", -0.6272, 0.1282, None),
        ("sure of its words, though it hears music", " Ask not what your country can do.", -0.2, 0.7, None),
        ("another script", " ありがとうございました", -0.3, 0.1, None),
    ],
)
def test_what_was_said_is_told_from_what_was_not(
    sound: str, text: str, avg_logprob: float, no_speech_prob: float, reason: str | None
) -> None:
    assert phantom(chunk(text, avg_logprob, no_speech_prob)) == reason
