from hypothesis import given, settings

from stages.ingest.dataset import Dataset, Question
from stages.ingest.negatives.generated import with_negatives
from tests.ingest.negatives.world import GOLD, QUESTIONS, asked, pairs, split, video, videos


@settings(max_examples=40)
@given(QUESTIONS)
def test_no_video_is_asked_a_text_twice_and_each_question_serves_a_kind_once(
    questions: list[Question],
) -> None:
    questions = list({(q.text, q.video_id): q for q in questions}.values())
    found = with_negatives(Dataset(videos(8), questions), 0.5, 1.0, 1.0).questions
    assert found[: len(questions)] == questions
    assert len(pairs(found)) == len(found)
    for kind in ("other-video", "nearest-topic"):
        for text in {q.text for q in questions}:
            made = [q for q in found if q.negative_kind == kind and q.text == text]
            assert len(made) <= sum(q.text == text for q in questions)


def test_kinds_are_turned_on_apart() -> None:
    dataset = Dataset([video(name, "same") for name in "abc"], [asked("How?", "a")])
    for shares, kinds in (((1.0, 0.0), ["other-video"]), ((0.0, 1.0), ["nearest-topic"])):
        made = with_negatives(dataset, 0.5, *shares).questions[1:]
        assert [question.negative_kind for question in made] == kinds
    assert with_negatives(dataset, 0.5, 0.0, 0.0) is dataset


def test_two_videos_leave_one_to_ask_and_other_video_has_it() -> None:
    dataset = Dataset([video(name, "same") for name in "ab"], [asked("How?", "a")])
    (negative,) = with_negatives(dataset, 0.5, 1.0, 1.0).questions[1:]
    assert negative.negative_kind == "other-video"


def test_why_there_are_none_is_said() -> None:
    dev, test, more = (
        next(f"v{n}" for n in range(99) if split(f"v{n}") == "dev"),
        *[f"v{n}" for n in range(99) if split(f"v{n}") == "test"][:2],
    )
    corpus = [video(name) for name in (dev, test, more)]
    questions = [
        asked("How?", dev),
        Question("Where?", test, None, True, GOLD),
        Question("Who?", None, None, False, negative_kind="far"),
    ]
    found = with_negatives(Dataset(corpus, questions, notes=["before"]), 0.5, 1.0, 1.0)
    assert found.questions == questions
    assert found.notes == [
        "before",
        "1 questions search the whole corpus: no negatives are made of them",
        "dev has one video only: its questions can be asked of no other, it gets no negatives",
    ]
