import hashlib

from stages.ingest.negatives.other_video import other_video_negatives
from stages.ingest.split import unit_hash
from tests.ingest.negatives.world import asked, video


def test_by_hand_which_questions_and_of_which_video() -> None:
    """The rule as docs/datasets.md has it, written out: published figures rest on its hashes."""
    names = [f"v{number}" for number in range(5)]
    same_split = [video(name, "same") for name in names]
    questions = [asked(f"How {number}?", names[number % 5]) for number in range(200)]
    expected = set()
    for question in questions:
        key = f"vidwise:other-video:{question.video_id}:{question.text}"
        if unit_hash(key) < 0.25:
            others = [name for name in names if name != question.video_id]
            expected.add(
                (question.text, max(others, key=lambda n: hashlib.sha256(f"{key}:{n}".encode()).hexdigest()))
            )
    negatives = other_video_negatives(questions, same_split, 0.5, 0.25)
    assert {(negative.text, negative.video_id) for negative in negatives} == expected
    assert len({video_id for _, video_id in expected}) == 5
