"""Small datasets to make negatives of: videos with titles, and questions about them."""

from hypothesis import strategies as st

from stages.ingest.dataset import Question, Video
from stages.ingest.split import split_of

GOLD = [[{"kind": "segments", "segment_first": 0, "segment_last": 0}]]
DEV_SHARE = 0.5


def video(name: str, title: str | None = None, sha256: str | None = None) -> Video:
    return Video(name, title or f"title {name}", sha256 or name)


def videos(count: int) -> list[Video]:
    return [video(f"v{number}") for number in range(count)]


def asked(text: str, video_id: str) -> Question:
    return Question(text, video_id, video_id, True, GOLD, reference_answer="secret")


def pairs(questions: list[Question]) -> set[tuple[str, str | None]]:
    return {(question.text, question.video_id) for question in questions}


def split(video_id: str) -> str:
    return split_of(f"title {video_id}", DEV_SHARE)


TEXTS = st.builds(
    " ".join, st.lists(st.sampled_from("how why kelp kiln tram glaze rope bees".split()), min_size=1)
)
QUESTIONS = st.lists(st.builds(asked, TEXTS, st.sampled_from([f"v{n}" for n in range(8)])), max_size=30)
