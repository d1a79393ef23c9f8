"""Negatives of the kind other-video: a question asked again of any other video of its split."""

import hashlib
from collections.abc import Sequence

from stages.ingest.dataset import Question, Video
from stages.ingest.negatives.asking import asked_again

KIND = "other-video"
SALT = "vidwise:other-video:"


def other_video_negatives(
    questions: Sequence[Question], videos: Sequence[Video], dev_share: float, other_video_share: float
) -> list[Question]:
    """Ask a share of the questions again, each of the video whose hash with the question is highest.

    So a further video changes only the negatives that fall to it.

    Args:
        questions: all of the set.
        videos: all of the set.
        dev_share: as for `splits_of`.
        other_video_share: as `share` of `asked_again`.
    """
    return asked_again(questions, videos, dev_share, other_video_share, KIND, SALT, highest_hash)


def highest_hash(key: str, own: str, others: Sequence[str]) -> str:
    """The video that a hash chooses, whatever it is about."""
    return max(others, key=lambda name: digest(key, name))


def digest(key: str, name: str) -> bytes:
    """SHA-256 of a question's key and a video."""
    return hashlib.sha256(f"{key}:{name}".encode()).digest()
