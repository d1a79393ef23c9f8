"""A small transcript, and an encoder that counts letters: enough to know by hand what is nearest."""

from collections.abc import Sequence

import numpy as np

from stages.core.transcripts import Transcript


def transcript(video_id: str, texts: Sequence[str], seconds_per_word: float = 0.5) -> Transcript:
    """One segment a text; words one after another, each `seconds_per_word` long."""
    segments, at, clock = [], 0, 0.0
    for number, text in enumerate(texts):
        words, cursor = [], 0
        for token in text.split():
            cursor = text.index(token, cursor)
            words.append(
                {
                    "text": token,
                    "start_s": clock,
                    "end_s": clock + seconds_per_word,
                    "char_start": at + cursor,
                    "char_end": at + cursor + len(token),
                    "speaker": None,
                }
            )
            cursor += len(token)
            clock += seconds_per_word
        segments.append(
            {
                "segment_id": f"{video_id}-{number}",
                "start_s": words[0]["start_s"] if words else None,
                "end_s": words[-1]["end_s"] if words else None,
                "speaker": None,
                "text": text,
                "char_start": at,
                "char_end": at + len(text),
                "words": words,
                "time_source": "aligned",
            }
        )
        at += len(text) + 1
    return Transcript(video_id, segments)


def letters(texts: Sequence[str]) -> np.ndarray:
    """Unit vectors of letter counts."""
    counts = np.array([[text.casefold().count(chr(97 + i)) + 0.01 for i in range(26)] for text in texts])
    return (counts / np.linalg.norm(counts, axis=1, keepdims=True)).astype(np.float32)
