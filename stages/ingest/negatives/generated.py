"""A dataset gets the generated negatives that its settings ask for, whichever reader read it."""

from collections import Counter
from dataclasses import replace

from stages.ingest.dataset import Dataset
from stages.ingest.negatives.asking import is_source
from stages.ingest.negatives.nearest_topic import nearest_topic_negatives
from stages.ingest.negatives.other_video import other_video_negatives
from stages.ingest.split import splits_of


def with_negatives(
    dataset: Dataset, dev_share: float, other_video_share: float, nearest_topic_share: float
) -> Dataset:
    """The dataset with a share of its questions asked again of other videos, and notes on what was not.

    No video is asked a text twice: what both kinds would ask of the same video is other-video's.

    Args:
        dataset: as its reader found it.
        dev_share: as for `splits_of`.
        other_video_share: as for `other_video_negatives`.
        nearest_topic_share: as for `nearest_topic_negatives`.
    """
    if not other_video_share and not nearest_topic_share:
        return dataset
    questions, videos = dataset.questions, dataset.videos
    other = other_video_negatives(questions, videos, dev_share, other_video_share)
    nearest = (
        nearest_topic_negatives(questions, videos, dev_share, nearest_topic_share)
        if nearest_topic_share
        else []
    )
    taken = {(question.text, question.video_id) for question in other}
    nearest = [question for question in nearest if (question.text, question.video_id) not in taken]
    return replace(
        dataset,
        questions=[*questions, *other, *nearest],
        notes=[*dataset.notes, *notes(dataset, dev_share)],
    )


def notes(dataset: Dataset, dev_share: float) -> list[str]:
    """Why there are fewer negatives than one would expect."""
    found = []
    everywhere = sum(question.answerable and not is_source(question) for question in dataset.questions)
    if everywhere:
        found.append(f"{everywhere} questions search the whole corpus: no negatives are made of them")
    videos = Counter(splits_of(dataset.videos, dev_share).values())
    found += [
        f"{split} has one video only: its questions can be asked of no other, it gets no negatives"
        for split in sorted(videos)
        if videos[split] == 1
    ]
    return found
