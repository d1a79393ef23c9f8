"""What every kind shares: which questions are asked again, and of which videos they may be."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace

from stages.ingest.dataset import Question, Video
from stages.ingest.split import splits_of, unit_hash

Choice = Callable[[str, str, Sequence[str]], str]
"""(key of the question, its own video, the videos that it may be asked of) -> the one that it is asked of."""


def is_source(question: Question) -> bool:
    """Whether a question may be asked again: it has an answer, and searches the video that has it.

    One that searches the whole corpus has its answer there whatever video it is asked of; and were its
    negative to search one video, the scope would tell the label.
    """
    return question.answerable and question.scope is not None


def asked_again(
    questions: Sequence[Question],
    videos: Sequence[Video],
    dev_share: float,
    share: float,
    kind: str,
    salt: str,
    choose: Choice,
) -> list[Question]:
    """Ask a share of the answerable questions again, each of one other video of the same split.

    Never chosen is a video that is asked the same text anyway, answerable or not, nor a copy of it: one whose
    transcript is made from the same bytes; nor one of the same family as the question's own video.

    Args:
        questions: all of the set.
        videos: all of the set.
        dev_share: as for `splits_of`.
        share: expected share of the questions with an answer that are asked again, by hash, in [0, 1].
        kind: the negatives' kind.
        salt: of the hashes.
        choose: the kind's rule.

    Returns: the negatives, each text once per video.
    """
    splits = splits_of(videos, dev_share)
    families = {video.video_id: video.family or f"only {video.video_id}" for video in videos}
    heard = {video.video_id: video.sha256 for video in videos}
    asked: defaultdict[str, set[str]] = defaultdict(set)
    for question in questions:
        if question.video_id is not None:
            asked[question.text].add(heard[question.video_id])
    negatives: dict[tuple[str, str], Question] = {}
    for question in filter(is_source, questions):
        own = question.scope or ""
        key = f"{salt}{own}:{question.text}"
        others = [
            name
            for name, split in splits.items()
            if split == splits[own]
            and families[name] != families[own]
            and heard[name] not in asked[question.text]
        ]
        if unit_hash(key) >= share or not others:
            continue
        other = choose(key, own, others)
        negatives.setdefault(
            (question.text, other),
            replace(
                question,
                video_id=other,
                scope=other,
                answerable=False,
                gold=[],
                negative_kind=kind,
                reference_answer=None,
            ),
        )
    return list(negatives.values())
