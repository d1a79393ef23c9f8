import pytest
from sklearn.metrics import roc_auc_score

from stages.evaluate.abstention import abstention_figures
from stages.evaluate.answers import MISSING
from stages.evaluate.refusals import refusal_values
from tests.evaluate.world import DOCUMENTS, LINES, answerable, answered, gold, negative, refused

GOLD = gold("Wait 15 minutes, then open the door.")


def figures(asked, samples=100):
    """The figures of (question, answer, whether it is correct), for each question asked."""
    values = {
        q.query_id: refusal_values(q, a, correct, LINES, DOCUMENTS)
        | ({"correct": float(correct)} if q.answerable else {})
        for q, a, correct in asked
    }
    answers = {q.query_id: a for q, a, _ in asked}
    return abstention_figures(values, [q for q, _, _ in asked], answers, samples)


def world(videos=4):
    """Per video: two answered (one right), one refused; a near negative answered, an other one refused."""
    asked = []
    for v in [f"v{i}" for i in range(videos)]:
        asked += [
            (answerable(GOLD, query_id=f"{v}a", cluster=v), answered(confidence=0.9), True),
            (answerable(GOLD, query_id=f"{v}b", cluster=v), answered(confidence=0.6), False),
            (answerable(GOLD, query_id=f"{v}c", cluster=v), refused(confidence=0.2), False),
            (negative(query_id=f"{v}d", kind="near", cluster=v), answered(confidence=0.7), False),
            (negative(query_id=f"{v}e", kind="other", cluster=v), refused(confidence=0.1), False),
        ]
    return asked


def test_refusals_stand_side_by_side_pooled_and_by_kind():
    found = figures(world())
    counted = {
        name: (found[name]["hits"], found[name]["n"])
        for name in ("refusal", "false_refusal", "false_refusal_evidence_shown", "end_to_end")
    }
    assert counted == {
        "refusal": (4, 8),
        "false_refusal": (4, 12),
        "false_refusal_evidence_shown": (4, 12),
        "end_to_end": (8, 20),
    }
    assert found["false_refusal_evidence_not_shown"]["n"] == 0
    by_kind = {kind: (figure["hits"], figure["n"]) for kind, figure in found["refusal_by_kind"].items()}
    assert by_kind == {"near": (0, 4), "other": (4, 4)}
    assert found["states"] == {"answered": 12, "refused": 8, "failed": 0}


def test_false_refusal_of_a_kind_is_over_the_videos_that_the_kind_asks():
    asked = [
        *world(),
        (answerable(GOLD, query_id="wa", cluster="w"), refused(confidence=0.2), False),
        (negative(query_id="xb", kind="far", cluster="x"), refused(confidence=0.2), False),
        (negative(query_id="v0f", kind="one", cluster="v0"), refused(confidence=0.2), False),
    ]
    found = figures(asked)
    assert (found["false_refusal"]["hits"], found["false_refusal"]["n"]) == (5, 13)
    by_kind = {kind: (one["hits"], one["n"]) for kind, one in found["false_refusal_by_kind"].items()}
    assert by_kind == {"near": (4, 12), "other": (4, 12), "one": (1, 3), "far": (5, 13)}


def test_confidence_by_hand():
    found = figures(world())
    # Of .9 .6 .2, near's .7 lies below one; other's .1 below all.
    assert found["auroc_by_kind"]["near"]["value"] == pytest.approx(1 / 3)
    assert found["auroc_by_kind"]["other"]["value"] == pytest.approx(1)
    assert found["auroc"]["value"] == pytest.approx(2 / 3)
    # Weights: 1/6 for .9 (right) .6 .2, 1/4 for .7 and .1; risk after each step, down from .9:
    w = [1 / 6, 1 / 4, 1 / 6, 1 / 6, 1 / 4]
    lost = [0, w[1], w[1] + w[2], w[1] + w[2] + w[3], sum(w[1:])]
    assert found["aurc"]["value"] == pytest.approx(sum(w[i] * lost[i] / sum(w[: i + 1]) for i in range(5)))
    assert found["ece"]["value"] == pytest.approx((0.1 + 0.6 + 0.2) / 6 + (0.7 + 0.1) / 4)
    for measure in ("auroc", "aurc", "ece"):
        figure = found[measure]
        assert (figure["n"], figure["clusters"], figure["method"]) == (20, 4, "video bootstrap")
        # Every video is like every other, so drawing them again changes nothing.
        assert (figure["cluster_low"], figure["cluster_high"]) == pytest.approx((figure["value"],) * 2)


def test_auroc_is_sklearns_on_the_labels():
    asked = world()
    labels = [question.answerable for question, _, _ in asked]
    confidences = [answer.confidence for _, answer, _ in asked]
    assert figures(asked)["auroc"]["value"] == pytest.approx(roc_auc_score(labels, confidences))


def test_refusing_more_does_not_raise_auroc():
    asked = world()
    all_refused = [(question, refused(answer.confidence), False) for question, answer, _ in asked]
    assert figures(all_refused)["auroc"]["value"] == figures(asked)["auroc"]["value"]
    assert figures(all_refused)["aurc"]["value"] > figures(asked)["aurc"]["value"]


def test_failing_never_helps():
    asked = world()
    base = figures(asked)
    for position in range(5):
        failed = [
            (q, MISSING if i == position else a, False if i == position else c)
            for i, (q, a, c) in enumerate(asked)
        ]
        found = figures(failed)
        assert found["auroc"]["value"] <= base["auroc"]["value"] + 1e-12
        assert found["aurc"]["value"] >= base["aurc"]["value"] - 1e-12
        assert found["ece"]["value"] >= base["ece"]["value"] - 1e-12
        assert found["end_to_end"]["hits"] <= base["end_to_end"]["hits"]
        assert found["end_to_end"]["n"] == base["end_to_end"]["n"]


@pytest.mark.parametrize("keep", [slice(0, 3), slice(3, 5)], ids=["no negatives", "no answerable"])
def test_without_both_sorts_of_questions_confidence_is_undefined(keep):
    found = figures(world()[keep])
    for measure in ("auroc", "aurc", "ece"):
        assert (found[measure]["value"], found[measure]["n"], found[measure]["clusters"]) == (None, 0, 0)


def test_without_any_confidence_it_is_undefined_and_nothing_else_is():
    found = figures([(question, MISSING, False) for question, _, _ in world()])
    assert (found["auroc"]["value"], found["auroc"]["n"]) == (None, 0)
    assert (found["refusal"]["value"], found["refusal"]["n"]) == (0, 8)
    assert found["states"]["failed"] == 20


def test_one_video_has_figures_without_clustered_bounds():
    found = figures(world(videos=1))
    assert found["auroc"]["value"] == pytest.approx(2 / 3)
    assert (found["auroc"]["cluster_low"], found["refusal"]["cluster_low"]) == (None, None)
    assert found["refusal"]["low"] is not None
