import pytest

from stages.core.errors import UserError
from stages.evaluate.questions import questions_of
from tests.evaluate.world import DOCUMENTS, TALK


def row(query_id="q", label="answerable", spans=(("talk", 4, 8),), **fields):
    alternatives = [[{"video_id": v, "char_start": a, "char_end": b} for v, a, b in spans]] if spans else []
    base = {"video_id": "talk", "negative_kind": None, "reference_answer": None, "alternatives": alternatives}
    return base | {"query_id": query_id, "label": label} | fields


def test_rows_become_questions_in_the_order_of_their_ids():
    rows = [
        row("b", reference_answer=" "),
        row("a", "negative", (), negative_kind="near"),
        row("c", "negative", (), video_id=None),
    ]
    a, b, c = questions_of(rows, DOCUMENTS)
    assert (a.query_id, a.answerable, a.negative_kind, a.cluster) == ("a", False, "near", "talk")
    assert (b.answerable, b.negative_kind, b.reference_answer) == (True, None, None)
    assert b.alternatives == ({"talk": [(4, 8)]},)
    assert (c.negative_kind, c.cluster) == ("negative", "question c")


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([row(), row()], "twice"),
        ([row(spans=(("talk", 4, len(TALK.text) + 1),))], "outside transcript talk"),
        ([row(spans=(("gone", 4, 8),))], "outside transcript gone"),
        ([row(spans=(("talk", 3, 4),))], "blank"),
        ([row(alternatives=[[]])], "blank"),
        ([row(alternatives=[[{"video_id": "talk", "char_start": 4, "char_end": 8}], []])], "blank"),
        ([row(spans=(("talk", 8, 4),))], "outside transcript talk"),
        ([row(spans=(("talk", -4, 8),))], "outside transcript talk"),
        ([row(label="Answerable")], "label 'Answerable'"),
        ([row(label="")], "label ''"),
    ],
)
def test_gold_that_is_not_of_these_transcripts_is_refused(rows, message):
    with pytest.raises(UserError, match=message):
        questions_of(rows, DOCUMENTS)
