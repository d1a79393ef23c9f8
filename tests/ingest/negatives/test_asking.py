"""What holds for every kind, and does not by accident: each kind's function is put through the same."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stages.ingest.dataset import Question, Video
from stages.ingest.negatives import nearest_topic, other_video
from tests.ingest.negatives.world import DEV_SHARE, GOLD, QUESTIONS, asked, pairs, split, video, videos

Rule = Callable[[list[Question], list[Video], float, float], list[Question]]
RULES = {
    other_video.KIND: other_video.other_video_negatives,
    nearest_topic.KIND: nearest_topic.nearest_topic_negatives,
}
kinds = pytest.mark.parametrize("kind", RULES)


@kinds
@settings(max_examples=40)
@given(QUESTIONS)
def test_negatives_are_of_another_video_of_the_split_that_was_not_asked(
    kind: str, questions: list[Question]
) -> None:
    own = pairs(questions)
    negatives = RULES[kind](questions, videos(8), DEV_SHARE, 1.0)
    for negative in negatives:
        assert (negative.text, negative.video_id) not in own
        assert negative.scope == negative.video_id
        assert negative.negative_kind == kind
        assert not negative.answerable and not negative.gold and negative.reference_answer is None
        sources = {split(video_id or "") for text, video_id in own if text == negative.text}
        assert split(negative.video_id or "") in sources
    assert len(pairs(negatives)) == len(negatives)
    askable = {
        question.text
        for question in questions
        for other in videos(8)
        if split(other.video_id) == split(question.video_id or "")
        and (question.text, other.video_id) not in own
    }
    assert {negative.text for negative in negatives} == askable


@kinds
@settings(max_examples=40)
@given(QUESTIONS, st.sampled_from([0.0, 0.5, 1.0]))
def test_order_does_not_matter(kind: str, questions: list[Question], share: float) -> None:
    rule = RULES[kind]
    first = rule(questions, videos(8), DEV_SHARE, share)
    assert pairs(first) == pairs(rule(questions[::-1], videos(8)[::-1], DEV_SHARE, share))


@kinds
@settings(max_examples=40)
@given(QUESTIONS)
def test_a_further_video_changes_only_what_falls_to_it_or_comes_from_it(
    kind: str, questions: list[Question]
) -> None:
    rule = RULES[kind]
    before = [question for question in questions if question.video_id != "v7"]
    old = pairs(rule(before, videos(7), DEV_SHARE, 0.5))
    new = pairs(rule(questions, videos(8), DEV_SHARE, 0.5))
    of_it = {question.text for question in questions if question.video_id == "v7"}
    to_it = {text for text, video_id in new if video_id == "v7"}
    assert {text for text, _ in new - old} <= of_it | to_it
    assert {text for text, _ in old - new} <= to_it


@kinds
def test_share(kind: str) -> None:
    questions = [asked(f"How {number}?", f"v{number % 8}") for number in range(2000)]
    rule = RULES[kind]
    assert rule(questions, videos(8), DEV_SHARE, 0.0) == []
    assert len(rule(questions, videos(8), DEV_SHARE, 1.0)) == 2000
    half = rule(questions, videos(8), DEV_SHARE, 0.5)
    assert 900 < len(half) < 1100
    assert pairs(half) < pairs(rule(questions, videos(8), DEV_SHARE, 0.75))


@kinds
def test_one_video_has_no_other(kind: str) -> None:
    assert RULES[kind]([asked("How?", "v0")], videos(1), DEV_SHARE, 1.0) == []


@kinds
def test_a_copy_of_a_video_is_asked_nothing_that_the_video_is(kind: str) -> None:
    """The copies have one title, so they are on one side."""
    copies = [video("a", "same", "bytes"), video("b", "same", "bytes"), video("c", "same", "other")]
    negatives = RULES[kind]([asked("How deep?", "a"), asked("How old?", "c")], copies, DEV_SHARE, 1.0)
    assert [(q.text, q.video_id) for q in negatives if q.text == "How deep?"] == [("How deep?", "c")]
    assert [q.video_id in ("a", "b") for q in negatives if q.text == "How old?"] == [True]


@kinds
def test_only_what_is_answered_by_the_video_that_it_searches_is_asked_again(kind: str) -> None:
    same = [video(name, "same") for name in "ab"]
    others = [
        Question("whole corpus", "a", None, True, GOLD),
        Question("negative", "a", "a", False, negative_kind="near"),
        Question("about nothing", None, None, False, negative_kind="far"),
    ]
    assert RULES[kind](others, same, DEV_SHARE, 1.0) == []
    by_hand = Question("How?", "b", "b", False, negative_kind="near")
    assert RULES[kind]([asked("How?", "a"), by_hand], same, DEV_SHARE, 1.0) == []


@kinds
def test_a_family_is_not_asked_each_others_questions(kind: str) -> None:
    corpus = [
        replace(video(name, "same"), family=family) for name, family in zip("abcd", "xxyy", strict=True)
    ]
    corpus += [video("e", "same"), video("f", "same")]
    questions = [asked(f"How {number} {name}?", name) for number in range(20) for name in "abcdef"]
    found = RULES[kind](questions, corpus, DEV_SHARE, 1.0)
    assert len(found) == len(questions)
    asked_of = {(negative.text[-2], negative.video_id) for negative in found}
    assert not asked_of & {("a", "b"), ("b", "a"), ("c", "d"), ("d", "c")}
    assert ("a", "c") in asked_of or ("a", "d") in asked_of  # other families are
    assert ("e", "f") in asked_of or ("f", "e") in asked_of  # no family is not one
