"""Negatives of the kind nearest-topic: a question asked again of the video nearest to its own in topic."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from stages.core.terms import terms
from stages.ingest.dataset import Question, Video
from stages.ingest.negatives.asking import asked_again
from stages.ingest.negatives.other_video import digest

KIND = "nearest-topic"
SALT = "vidwise:nearest-topic:"
PLACES = 9
"""Cosines that agree to so many places are equal: their last bits differ between machines."""


def nearest_topic_negatives(
    questions: Sequence[Question], videos: Sequence[Video], dev_share: float, nearest_topic_share: float
) -> list[Question]:
    """Ask a share of the questions again, each of the nearest video in topic that is not asked it anyway.

    Of equally near ones a hash chooses. Nearness is one of two videos alone, so that a further video changes
    only the negatives that fall to it.

    Args:
        questions: all of the set.
        videos: all of the set.
        dev_share: as for `splits_of`.
        nearest_topic_share: as `share` of `asked_again`.
    """
    near = nearness(questions, videos)

    def nearest(key: str, own: str, others: Sequence[str]) -> str:
        return max(others, key=lambda name: (near[own][name], digest(key, name)))

    return asked_again(questions, videos, dev_share, nearest_topic_share, KIND, SALT, nearest)


def nearness(questions: Sequence[Question], videos: Sequence[Video]) -> Mapping[str, Mapping[str, float]]:
    """How near each two videos are in topic: the cosine of the terms of their titles and own questions.

    A term that occurs n times weighs 1 + ln n. There is no inverse document frequency: it would move with
    every video that comes or goes. Transcripts have no part in it: what is searched does not choose what is
    asked.

    Returns: by video_id and video_id, in [0, 1].
    """
    from sklearn.feature_extraction.text import TfidfVectorizer  # slow to import; most sets do without

    texts: defaultdict[str, list[str]] = defaultdict(list)
    for video in videos:
        texts[video.video_id].append(video.title)
    for question in questions:
        if question.answerable and question.video_id is not None:
            texts[question.video_id].append(question.text)
    found = [[term for text in own for term in terms(text)] for own in texts.values()]
    if not any(found):
        return {own: dict.fromkeys(texts, 0.0) for own in texts}
    weights = TfidfVectorizer(analyzer=list, use_idf=False, sublinear_tf=True).fit_transform(found)
    cosines = (weights @ weights.T).toarray().round(PLACES)
    return {own: dict(zip(texts, row.tolist(), strict=True)) for own, row in zip(texts, cosines, strict=True)}
