"""Negatives of the kind other-video: a question asked again of a video that was not asked it."""

import hashlib
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from stages.ingest.dataset import Question, Video
from stages.ingest.split import split_of, unit_hash

KIND = "other-video"
SALT = "vidwise:other-video:"


def other_video_negatives(
    questions: Sequence[Question], videos: Sequence[Video], dev_share: float, other_video_share: float
) -> list[Question]:
    """Ask a share of the answerable questions again, each of another video of the same split.

    Which ones, and of which video, is decided by hashes of text and ids: the rule never uses the system, and
    a further video changes only the negatives that fall to it (the highest hash wins). A video that has the
    same question among its own answerable ones is never chosen. Nobody has checked that the chosen video does
    not say it.

    Args:
        questions: answerable questions.
        videos: all videos of the set.
        dev_share: as for `split_of`.
        other_video_share: expected share of `questions` that are asked again, in [0, 1].

    Returns: the negatives, each text once per video.
    """
    splits = {video.video_id: split_of(video.title, dev_share) for video in videos}
    asked: defaultdict[str, set[str]] = defaultdict(set)
    for question in questions:
        asked[question.text].add(question.video_id or "")
    negatives: dict[tuple[str, str], Question] = {}
    for question in questions:
        own = question.video_id or ""
        key = f"{SALT}{own}:{question.text}"
        others = [
            name
            for name, split in splits.items()
            if split == splits[own] and name not in asked[question.text] and name != own
        ]
        if unit_hash(key) >= other_video_share or not others:
            continue
        other = max(others, key=lambda name: hashlib.sha256(f"{key}:{name}".encode()).digest())
        negatives.setdefault(
            (question.text, other),
            replace(
                question,
                video_id=other,
                scope=other,
                answerable=False,
                gold=[],
                negative_kind=KIND,
                reference_answer=None,
            ),
        )
    return list(negatives.values())
