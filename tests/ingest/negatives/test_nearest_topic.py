import math

import pytest
from hypothesis import given, settings

from stages.ingest.dataset import Question
from stages.ingest.negatives.nearest_topic import nearest_topic_negatives, nearness
from tests.ingest.negatives.world import QUESTIONS, asked, pairs, video, videos


def test_nearness_by_hand() -> None:
    """Terms: a has kelp 3 times and rope once; b has kelp once and kiln once."""
    near = nearness([asked("Kelp, kelp?", "a")], [video("a", "kelp rope"), video("b", "KELP kiln")])
    kelp = 1 + math.log(3)
    assert near["a"]["b"] == near["b"]["a"] == pytest.approx(kelp / math.hypot(kelp, 1) / math.sqrt(2))
    assert near["a"]["a"] == pytest.approx(1)


@settings(max_examples=40)
@given(QUESTIONS)
def test_nearness_is_of_two_videos_alone(questions: list[Question]) -> None:
    all_of_them = nearness(questions, videos(8))
    two = nearness([q for q in questions if q.video_id in ("v1", "v2")], [video("v1"), video("v2")])
    assert two["v1"]["v2"] == pytest.approx(all_of_them["v1"]["v2"], abs=1e-8)


def test_the_nearest_is_asked_and_of_those_not_yet_asked() -> None:
    corpus = [video("a", "same"), video("b", "same"), video("c", "same"), video("d", "same")]
    questions = [
        *(asked(text, "a") for text in ("How are kelp ropes hung?", "Who hangs kelp?")),
        *(asked(text, "b") for text in ("Where do kelp ropes hang?", "Who hangs kelp?")),
        asked("How hot is the kiln with kelp in it?", "c"),
        asked("When does the tram leave?", "d"),
    ]
    found = pairs(nearest_topic_negatives(questions, corpus, 0.5, 1.0))
    assert ("How are kelp ropes hung?", "b") in found
    assert ("Where do kelp ropes hang?", "a") in found
    assert {video_id for text, video_id in found if text == "Who hangs kelp?"} == {"c"}


def test_equally_near_ones_share_the_questions() -> None:
    corpus = [video(name, "same") for name in "abc"]
    questions = [asked(f"{word}?", "a") for word in "kelp kiln tram glaze rope bees moss slag".split()]
    found = nearest_topic_negatives(questions, corpus, 0.5, 1.0)
    assert {question.video_id for question in found} == {"b", "c"}


def test_nothing_to_compare_is_no_error() -> None:
    corpus = [video("a", "?!"), video("b", "?!")]
    (negative,) = nearest_topic_negatives([asked("???", "a")], corpus, 0.5, 1.0)
    assert negative.video_id == "b"
