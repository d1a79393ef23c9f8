import math

import ir_measures
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from ir_measures import RR, nDCG

from stages.evaluate.coverage import coverage
from stages.evaluate.documents import Document
from stages.evaluate.passages import Passage, top
from stages.evaluate.ranks import first_touches, ndcg, reciprocal_rank, touching
from stages.evaluate.regions import region
from tests.evaluate.world import DOCUMENTS, LINES, at, gold, ranked

WAIT = [gold("Wait 15 minutes,")]


def test_touching_needs_a_shared_character_in_the_same_video():
    spans = [
        at("Wait"),
        at("minutes, then"),
        at(", then open"),
        at("then open"),
        at("Wait", "tram"),
        ("talk", 80, 81),
    ]
    assert touching(spans, WAIT, DOCUMENTS).tolist() == [True, True, True, False, False, False]
    spaces = [("talk", 39, 40), ("talk", 75, 76)]  # the line ends on both sides of line 2
    assert touching(spaces, [region([("talk", 30, 80)])], DOCUMENTS).tolist() == [False, False]
    assert touching(LINES, [gold("The kiln"), gold("Never")], DOCUMENTS).tolist() == [
        True,
        True,
        False,
        False,
    ]


def test_by_hand():
    # Of LINES only the third touches the gold; it comes second, and again third.
    passages = ranked(LINES[0], LINES[2], LINES[2])
    touches = first_touches(passages, WAIT, DOCUMENTS)
    assert touches == [Passage(2, *LINES[2])]
    assert reciprocal_rank(touches) == 1 / 2
    assert ndcg(touches, [LINES[2]]) == 1 / math.log2(3)
    # Were there another relevant chunk, the best order would gain 1 + 1/log2(3).
    assert ndcg(touches, [LINES[2], LINES[3]]) == pytest.approx((1 / math.log2(3)) / (1 + 1 / math.log2(3)))


def test_no_touch_is_zero():
    assert reciprocal_rank([]) == 0
    assert ndcg([], [LINES[2]]) == 0
    assert ndcg([], []) == 0
    assert first_touches(ranked(*LINES), [], DOCUMENTS) == []


def test_beyond_the_depth_gains_nothing():
    assert ndcg([Passage(11, *LINES[2])], [LINES[2]]) == 0
    assert ndcg([Passage(10, *LINES[2])], [LINES[2]]) > 0


@given(st.lists(st.sampled_from(LINES), max_size=15), st.sets(st.sampled_from(LINES)))
def test_ndcg_is_never_above_one(spans, relevant):
    touches = first_touches(ranked(*spans), [*WAIT, gold("The kiln")], DOCUMENTS)
    assert 0 <= ndcg(touches, relevant) <= 1 + 1e-12


@pytest.mark.parametrize("seed", range(5))
def test_against_ir_measures_where_the_definitions_meet(seed):
    """With chunks of one length, disjoint, each all gold or none, a chunk can stand for its characters."""
    rng = np.random.default_rng(seed)
    documents = {"v": Document(" ".join(f"{i:04}" for i in range(40)))}
    chunks = [("v", 5 * i, 5 * i + 4) for i in range(40)]
    run, qrels, mine = [], [], {}
    for query in range(30):
        relevant = sorted(rng.choice(40, size=rng.integers(1, 15), replace=False).tolist())
        order = rng.permutation(40)[: rng.integers(0, 41)].tolist()
        qrels += [ir_measures.Qrel(f"q{query}", str(i), 1) for i in relevant]
        run += [ir_measures.ScoredDoc(f"q{query}", str(i), float(-rank)) for rank, i in enumerate(order)]
        passages = ranked(*(chunks[i] for i in order))
        alternatives = [region(chunks[i] for i in relevant)]
        touches = first_touches(passages, alternatives, documents)
        mine[f"q{query}"] = {
            RR: reciprocal_rank(touches),
            nDCG @ 10: ndcg(touches, [chunks[i] for i in relevant]),
            ir_measures.R @ 5: coverage(alternatives, region(top(passages, 5)), documents),
        }
    for metric in ir_measures.iter_calc([RR, nDCG @ 10, ir_measures.R @ 5], qrels, run):
        assert mine[metric.query_id][metric.measure] == pytest.approx(metric.value), metric
