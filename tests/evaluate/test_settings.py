import pytest

from stages.core.errors import UserError
from stages.core.settings import check_settings
from stages.evaluate.evaluation import evaluate
from stages.evaluate.intervals import at_level
from stages.evaluate.settings import OF_ANSWERS, Claim, Settings, retrieval_measures
from tests.evaluate.world import CHUNKS, DOCUMENTS, LINES, SETTINGS, answerable, answered, cite, gold, ranked

VALUES = {"ks": [1, 5], "budgets_words": [200], "bootstrap_samples": 10, "shown_k": 5, "engines": {}}


def declared(*claims):
    return check_settings(Settings, VALUES | {"claims": list(claims)}, "conf/evaluate/x.yaml", "evaluate")


def test_a_claim_needs_a_measure_and_a_split_and_has_a_width():
    settings = declared({"measure": "recall_at_5", "split": "test"})
    assert settings.claims == [Claim("recall_at_5", "test", 0.05)]
    assert declared().claims == []


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ({"measure": "recal_at_5", "split": "test"}, ["recal_at_5", "did you mean recall_at_5?"]),
        ({"measure": "recall_at_8", "split": "test"}, ["recall_at_8"]),  # a depth that is not measured
        ({"measure": "auroc", "split": "test"}, ["auroc", "one of recall_at_1,"]),
        ({"measure": "correct", "split": "dev"}, ["claims.0.split", "'dev'", "'test'"]),
        ({"measure": "correct", "split": "test", "max_half_width": 0}, ["claims.0.max_half_width"]),
        ({"measure": "correct", "split": "test", "max_width": 0.1}, ["unknown key", "claims.0.max_width"]),
        ({"measure": "correct"}, ["missing key", "claims.0.split"]),
    ],
)
def test_a_wrong_claim_is_one_line(claim, words):
    with pytest.raises(UserError) as error:
        declared(claim)
    assert "\n" not in str(error.value)
    assert all(word in str(error.value) for word in words), error.value


def test_twice_the_same_is_refused():
    with pytest.raises(UserError, match="correct is declared twice"):
        declared({"measure": "correct", "split": "test"}, {"measure": "correct", "split": "test"})


def test_what_can_be_declared_is_what_has_an_interval_over_videos():
    questions = [answerable(gold("Never open it"), query_id=q, cluster=q) for q in "ab"]
    found = evaluate(
        questions,
        {q.query_id: ranked(*LINES) for q in questions},
        {q.query_id: answered(cite("Never open it")) for q in questions},
        CHUNKS,
        DOCUMENTS,
        SETTINGS,
    ).metrics
    figures = found["retrieval"] | found["citations"] | found["abstention"]
    clustered = {
        name
        for name, figure in figures.items()
        if isinstance(figure, dict) and "clustered" in str(figure.get("method"))
    }
    clustered.remove("decoys_recognised")  # it is of an audit's reader, not of the system
    assert clustered == {*retrieval_measures(SETTINGS.ks, SETTINGS.budgets_words), *OF_ANSWERS}
    for name in clustered:
        figure = figures[name]
        if figure["n"]:
            again = at_level(figure["value"], figure["n"], figure["deff"], figure["clusters"], 0.95)
            assert again == (figure["cluster_low"], figure["cluster_high"])
