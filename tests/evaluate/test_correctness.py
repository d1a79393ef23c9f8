from dataclasses import replace

import pytest

from stages.evaluate.correctness import correct
from tests.evaluate.world import DOCUMENTS, LINES, answerable, answered, cite, gold, refused

QUESTION = answerable(gold("Wait 15 minutes, then open the door."))


def judged(answer, question=QUESTION):
    return correct(question, answer, LINES, DOCUMENTS)


@pytest.mark.parametrize(
    ("texts", "verdict"),
    [
        (["Wait 15 minutes, then open the door."], True),
        (["Wait 15 minutes, then open"], True),  # five words
        (["Wait 15 minutes, then"], False),  # four
        (["minutes"], False),  # all gold, but one word
        (["Wait 15 minutes, then open the door.", "Never open it before it has cooled."], True),  # 30 of 59
        (["Wait 15 minutes, then open", "Never open it before it has cooled."], False),  # 22 of 51
        (["The glaze is mixed on the day before."], False),
    ],
)
def test_half_of_what_is_cited_and_five_words_are_gold(texts, verdict):
    assert judged(answered(*map(cite, texts))) is verdict


def test_gold_of_fewer_words_needs_all_of_them():
    short = answerable(gold("15 minutes,"))
    assert judged(answered(cite("15 minutes,")), short)
    assert not judged(answered(cite("minutes,")), short)
    assert not judged(answered(cite("Wait 15 minutes, then open the door.")), short)  # 10 of 30 characters


def test_the_best_alternative_counts():
    question = answerable(gold("Never open it"), gold("The glaze is mixed on the day"))
    assert judged(answered(cite("The glaze is mixed on the day")), question)


def test_citing_the_same_twice_does_not_count_twice():
    gold_line = cite("Wait 15 minutes, then open")
    other = cite("Never open it before it has cooled.")
    assert not judged(answered(gold_line, gold_line, gold_line, other))


def test_what_is_not_an_answer_or_not_grounded_or_without_gold_is_wrong():
    right = answered(cite("Wait 15 minutes, then open the door."))
    assert judged(right)
    assert not judged(refused())
    assert not judged(replace(right, state="refused"))
    assert not judged(replace(right, state="failed"))
    assert not judged(replace(right, citations=(*right.citations, cite("Never open", quote="Ever open"))))
    assert not judged(right, answerable())
    assert not correct(QUESTION, right, LINES[:2], DOCUMENTS)
