import pytest
from hypothesis import given
from hypothesis import strategies as st

from stages.evaluate.squad import answer_f1, exact_match


@pytest.mark.parametrize(
    ("answer", "reference", "f1", "exact"),
    [
        ("Fifteen minutes.", "the fifteen minutes", 1, True),
        ("wait fifteen minutes", "fifteen minutes", 2 * (2 / 3) * 1 / (2 / 3 + 1), False),
        ("no no no", "no", 2 * (1 / 3) * 1 / (1 / 3 + 1), False),  # repeats are counted
        ("ten hours", "fifteen minutes", 0, False),
        ("", "fifteen minutes", 0, False),
        ("the", "an", 1, True),  # nothing is left of either
        ("the", "kiln", 0, False),
        ("Théodore's theatre", "theodores theatre", 0.5, False),  # accents stay; "the" inside a word too
    ],
)
def test_by_hand(answer, reference, f1, exact):
    assert answer_f1(answer, reference) == pytest.approx(f1)
    assert exact_match(answer, reference) is exact


@given(st.text(), st.text())
def test_f1_is_symmetric_and_one_for_a_match(first, second):
    assert 0 <= answer_f1(first, second) <= 1
    assert answer_f1(first, second) == pytest.approx(answer_f1(second, first))
    assert answer_f1(first, first) == 1
    if exact_match(first, second):
        assert answer_f1(first, second) == 1
