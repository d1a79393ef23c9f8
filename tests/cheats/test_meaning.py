"""A system that reads meaning from ids, or from the order of rows: neither has any."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from stages.ingest.dataset import Question, Video
from stages.ingest.tables import query_and_label_rows
from tests.cheats import world
from tests.cheats.world import Judged, System, honest, judge

VIDEOS = [Video(f"v{i}", f"talk {i}", "0" * 64) for i in range(6)]
TEXTS = [f"What is said of thing {i}?" for i in range(24)]

Guess = Callable[[list[str]], set[str]]
"""From the query ids, in the order of the rows, to those that it takes for negatives."""


def last_half(ids: list[str]) -> set[str]:
    """Datasets list their negatives last."""
    return set(ids[len(ids) // 2 :])


def every_other(ids: list[str]) -> set[str]:
    """Or each beside the question that it is made of."""
    return set(ids[1::2])


def longer(ids: list[str]) -> set[str]:
    """Or give them longer ids: 25 characters against 24, in one public set."""
    return {name for name in ids if len(name) > min(map(len, ids))}


def greater(ids: list[str]) -> set[str]:
    """Or later ones."""
    return set(sorted(ids)[len(ids) // 2 :])


GUESSES = [last_half, every_other, longer, greater]


def questions(negative: Callable[[int], bool]) -> list[Question]:
    """One a text, in this order; what the system may know of each is the same whatever its label."""
    return [
        Question(
            text, f"v{i % 6}", f"v{i % 6}", not negative(i), negative_kind="near" if negative(i) else None
        )
        for i, text in enumerate(TEXTS)
    ]


def right(guess: Guess, ids: list[str], negatives: set[str]) -> float:
    """The share of questions that a guess is right about."""
    guessed = guess(ids)
    return sum((name in guessed) == (name in negatives) for name in ids) / len(ids)


@pytest.mark.parametrize(
    ("guess", "negative", "own_id"),
    [
        (last_half, lambda i: i >= 12, str),
        (every_other, lambda i: i % 2 == 1, str),
        (longer, lambda i: i % 3 == 0, lambda i: f"q{i:02}" + "n" * (i % 3 == 0)),
        (greater, lambda i: i >= 12, lambda i: f"{i:02}"),
    ],
)
def test_the_guess_works_on_a_datasets_own_ids_and_order(guess, negative, own_id):
    """Else what follows would show nothing."""
    ids = [own_id(i) for i in range(24)]
    assert right(guess, ids, {name for i, name in enumerate(ids) if negative(i)}) == 1


@pytest.mark.parametrize("guess", GUESSES)
@pytest.mark.parametrize("negative", [lambda i: i >= 12, lambda i: i % 2 == 1, lambda i: i % 3 == 0])
def test_queries_are_the_same_whatever_the_labels_and_the_order_of_the_dataset(guess, negative):
    """So a guess that is right of one labelling is as wrong of the opposite one: it knows nothing."""
    scores = []
    tables = []
    for flip in (False, True):
        asked = questions(lambda i, flip=flip: negative(i) != flip)
        queries, labels = query_and_label_rows(asked, VIDEOS, 0.5)
        again, _ = query_and_label_rows(asked[::-1], VIDEOS, 0.5)
        assert again == queries
        tables.append(queries)
        negatives = {row["query_id"] for row in labels if row["label"] == "negative"}
        scores.append(right(guess, [row["query_id"] for row in queries], negatives))
    assert tables[0] == tables[1]
    assert {len(row["query_id"]) for row in tables[0]} == {16}
    assert sum(scores) == pytest.approx(1)


def renamed(system: System, names: dict[str, str], seed: int) -> System:
    """The same system with other ids of questions and chunks, and its rows in another order."""
    other = system.copy()
    chunk_names = {row["chunk_id"]: f"c{seed}-{i:04}" for i, row in enumerate(other.chunks)}
    for rows in (other.chunks, other.rankings, other.answers, other.generations):
        for row in rows:
            if "query_id" in row:
                row["query_id"] = names[row["query_id"]]
            if "chunk_id" in row:
                row["chunk_id"] = chunk_names[row["chunk_id"]]
        random.Random(seed).shuffle(rows)
    return other


@pytest.mark.parametrize("seed", [1, 2])
def test_verdicts_and_figures_do_not_depend_on_ids_or_the_order_of_rows(seed, tmp_path, monkeypatch):
    def by_question(judged: Judged, names: dict[str, str]) -> set[tuple[str, str, float]]:
        return {(names[row["query_id"]], row["measure"], row["value"]) for row in judged.verdicts}

    system = honest()
    first = judge(system, tmp_path / "first")
    order = random.Random(seed).sample(range(len(world.QUESTIONS)), len(world.QUESTIONS))
    names = {question.query_id: f"{i:04}" for question, i in zip(world.QUESTIONS, order, strict=True)}
    other = renamed(system, names, seed)
    monkeypatch.setattr(world, "QUESTIONS", [replace(q, query_id=names[q.query_id]) for q in world.QUESTIONS])
    second = judge(other, tmp_path / "second")
    assert by_question(second, {name: name for name in names.values()}) == by_question(first, names)
    assert second.figures == first.figures
