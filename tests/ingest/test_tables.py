import re

from hypothesis import given
from hypothesis import strategies as st

from stages.ingest.dataset import Question, Video
from stages.ingest.split import split_of, unit_hash
from stages.ingest.tables import merge_repeats, query_and_label_rows, query_id

VIDEOS = [Video("talk", "talk", "0" * 64), Video("bees", "winter-bees", "1" * 64)]
GOLD = [[{"kind": "quote", "quote": "at nine"}]]
OTHER = [[{"kind": "quote", "quote": "nine o'clock"}]]


def answerable(
    text: str = "When?", video_id: str = "talk", gold: list = GOLD, answer: str | None = None
) -> Question:
    return Question(text, video_id, video_id, True, gold, reference_answer=answer)


def test_repeats_become_alternatives_of_the_first() -> None:
    merged, repeats = merge_repeats(
        [answerable(), answerable(gold=OTHER, answer="nine"), answerable(video_id="bees")]
    )
    assert merged == [answerable(gold=GOLD + OTHER, answer="nine"), answerable(video_id="bees")]
    assert repeats == 1


def test_equal_gold_is_not_two_alternatives() -> None:
    assert merge_repeats([answerable(), answerable()]) == ([answerable()], 1)


def test_query_ids_know_nothing_of_the_label() -> None:
    negative = Question("When?", "talk", "talk", False, [], "other")
    assert query_id(answerable()) == query_id(negative)
    assert re.fullmatch("[0-9a-f]{16}", query_id(negative))


def test_equal_text_and_scope_get_two_ids() -> None:
    twice = [Question("When?", name, None, True, GOLD) for name in ("talk", "bees")]
    queries, labels = query_and_label_rows(twice, VIDEOS, 0.5)
    assert len({row["query_id"] for row in queries}) == 2
    assert sorted(row["video_id"] for row in labels) == ["bees", "talk"]


def test_split_is_that_of_the_video_and_of_the_text_without_one() -> None:
    asked = [answerable(video_id="bees"), Question("Who paid for it?", None, None, False, [], "other")]
    _, labels = query_and_label_rows(asked, VIDEOS, 0.5)
    splits = {row["label"]: row["split"] for row in labels}
    assert splits == {"answerable": "dev", "negative": "test"}


def test_split_is_the_one_that_the_domain_gives_the_video() -> None:
    titles = sorted((f"meeting {n}" for n in range(9)), key=lambda title: unit_hash(f"vidwise:{title}"))
    meetings = [Video(title, title, "0", domain="AMI") for title in titles]
    _, labels = query_and_label_rows([answerable(video_id=title) for title in titles], meetings, 0.3)
    assert {row["video_id"] for row in labels if row["split"] == "dev"} == set(titles[:3])
    assert sum(split_of(title, 0.3) == "dev" for title in titles) != 3  # by their own hash alone


@given(st.lists(st.text(min_size=1), unique=True, max_size=20))
def test_rows_are_sorted_by_id_and_queries_hold_three_columns(texts: list[str]) -> None:
    queries, labels = query_and_label_rows([answerable(text) for text in texts], VIDEOS, 0.5)
    ids = [row["query_id"] for row in queries]
    assert ids == sorted(ids) == [row["query_id"] for row in labels]
    assert all(list(row) == ["query_id", "text", "scope"] for row in queries)
