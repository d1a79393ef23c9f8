from hypothesis import given
from hypothesis import strategies as st

from stages.ingest.dataset import Question, Video
from stages.ingest.other_video import other_video_negatives
from stages.ingest.split import split_of

GOLD = [[{"kind": "segments", "segment_first": 0, "segment_last": 0}]]


def videos(count: int) -> list[Video]:
    return [Video(f"v{number}", f"title {number}", "0" * 64) for number in range(count)]


def asked(text: str, video_id: str) -> Question:
    return Question(text, video_id, video_id, True, GOLD, reference_answer="secret")


QUESTIONS = st.lists(
    st.builds(
        asked,
        st.sampled_from(["How?", "Why?", "Where?", "Who?"]),
        st.sampled_from([f"v{n}" for n in range(8)]),
    ),
    max_size=30,
)


@given(QUESTIONS)
def test_negatives_are_of_another_video_of_the_split_that_was_not_asked(questions: list[Question]) -> None:
    splits = {video.video_id: split_of(video.title, 0.5) for video in videos(8)}
    own = {(question.text, question.video_id) for question in questions}
    negatives = other_video_negatives(questions, videos(8), 0.5, 1.0)
    for negative in negatives:
        assert (negative.text, negative.video_id) not in own
        assert negative.scope == negative.video_id
        assert not negative.answerable and not negative.gold and negative.reference_answer is None
        sources = {splits[video_id or ""] for text, video_id in own if text == negative.text}
        assert splits[negative.video_id or ""] in sources
    assert len({(negative.text, negative.video_id) for negative in negatives}) == len(negatives)


@given(QUESTIONS)
def test_order_of_the_questions_does_not_matter(questions: list[Question]) -> None:
    def chosen(some: list[Question]) -> set[tuple[str, str | None]]:
        return {
            (negative.text, negative.video_id)
            for negative in other_video_negatives(some, videos(8), 0.5, 0.5)
        }

    assert chosen(questions) == chosen(questions[::-1])


def test_share() -> None:
    questions = [asked(f"How {number}?", f"v{number % 8}") for number in range(2000)]
    assert other_video_negatives(questions, videos(8), 0.5, 0.0) == []
    assert len(other_video_negatives(questions, videos(8), 0.5, 1.0)) == 2000
    assert 900 < len(other_video_negatives(questions, videos(8), 0.5, 0.5)) < 1100


def test_one_video_has_no_other() -> None:
    assert other_video_negatives([asked("How?", "v0")], videos(1), 0.5, 1.0) == []
