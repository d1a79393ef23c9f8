"""Text that nobody said: what Whisper writes for silence, music and noise, told by its own measures."""

from stages.models.asr import LOOP_RATIO, Chunk, compression_ratio

NO_SPEECH_PROB = 0.6
"""Whisper's own bound. Noise, hum and music forced on tiny.en and base had .54 to .95, nearly all of them
over .8; speech, even at 3 dB under its noise and in clips of a second, under .3."""
LOW_LOGPROB = -0.35
"""Whisper's own, -1, would let pass `you` and `Thank you.`, which it writes for silence with -.4 to -1."""
GUESS_LOGPROB = -1.5
"""A text as improbable as this is a guess whoever speaks: speech in noise had -.8 at worst."""


def phantom(chunk: Chunk) -> str | None:
    """Why a stretch's text was not said; None where it was.

    >>> chunk = {"text": " Thank you.", "avg_logprob": -1.7, "no_speech_prob": 0.68}
    >>> phantom(chunk)
    'silence or noise'
    >>> phantom({**chunk, "avg_logprob": -0.3})
    """
    if not any(character.isalnum() for character in chunk["text"]):
        return "no words"
    if compression_ratio(chunk["text"]) > LOOP_RATIO:
        return "a loop"
    if chunk["avg_logprob"] < (LOW_LOGPROB if chunk["no_speech_prob"] > NO_SPEECH_PROB else GUESS_LOGPROB):
        return "silence or noise"
    return None
