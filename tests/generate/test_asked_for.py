import pytest

from stages.generate.asked_for import has_asked_for


@pytest.mark.parametrize(
    ("question", "has", "lacks"),
    [
        ("How many layers are there?", "There are seven of them.", "There are quite a few."),
        ("how much flour", "Take 200 grams.", "Take a little."),
        ("When did it end?", "It ended in 1987.", "It ended badly."),
        ("What year was it built?", "It was built in nineteen twelve.", "It was built slowly."),
        ("Which day is it open?", "It opens on Mondays.", "It opens late."),
        ("Who wrote it?", "It was Ada Byron who wrote it.", "Nobody knows who wrote it."),
        ("Why is it slow?", "It is slow because of the bus.", "It is slow."),
    ],
)
def test_a_kind_and_a_sentence_with_and_without_it(question, has, lacks):
    assert has_asked_for(question, has)
    assert not has_asked_for(question, lacks)


@pytest.mark.parametrize("question", ["How do I crop?", "Where is it?", "", "¿Cuándo?", "Whose"])
def test_where_no_kind_is_known_nothing_has_it(question):
    assert not has_asked_for(question, "nothing here")


def test_a_capital_that_only_begins_a_sentence_is_no_name():
    assert not has_asked_for("Who is it?", "Nobody. They left. Then we")
