"""dev or test, by a salted hash of the title: a video is on the same side in every variant of a set."""

import hashlib
import math
from collections import defaultdict
from collections.abc import Iterable
from typing import Literal

from stages.ingest.dataset import Video

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


def splits_of(videos: Iterable[Video], dev_share: float) -> dict[str, Split]:
    """The split of each video, by video_id.

    A video of no domain goes by its own title, as `split_of` has it. Of a domain the titles of lowest hash
    are dev, as many as come nearest to `dev_share` of them (a half counts up): so both splits get their share
    of every domain, and one more video moves at most one other.
    """
    splits: dict[str, Split] = {}
    domains: defaultdict[str, list[Video]] = defaultdict(list)
    for video in videos:
        if video.domain is None:
            splits[video.video_id] = split_of(video.title, dev_share)
        else:
            domains[video.domain].append(video)
    for inside in domains.values():
        titles = sorted({video.title for video in inside}, key=lambda title: unit_hash(SALT + title))
        dev = set(titles[: math.floor(dev_share * len(titles) + 0.5)])
        splits |= {video.video_id: "dev" if video.title in dev else "test" for video in inside}
    return splits


def unit_hash(text: str) -> float:
    """SHA-256 of `text` as a number in [0, 1): the same on every machine, unlike `hash`."""
    return int(hashlib.sha256(text.encode()).hexdigest(), 16) / 2**256
