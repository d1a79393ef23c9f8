"""dev or test, by a salted hash of the title: a video is on the same side in every variant of a set."""

import hashlib
from typing import Literal

SALT = "vidwise:"
Split = Literal["dev", "test"]


def split_of(title: str, dev_share: float) -> Split:
    """The split of a video by its title (of a question about no video: by its text).

    Args:
        title: the video's title.
        dev_share: expected share of videos in dev, in (0, 1).

    >>> [split_of(title, 0.5) for title in ("winter-bees", "pipe-organ", "kelp-farming")]
    ['dev', 'dev', 'test']
    """
    return "dev" if unit_hash(SALT + title) < dev_share else "test"


def unit_hash(text: str) -> float:
    """SHA-256 of `text` as a number in [0, 1): the same on every machine, unlike `hash`."""
    return int(hashlib.sha256(text.encode()).hexdigest(), 16) / 2**256
