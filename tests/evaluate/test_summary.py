from dataclasses import replace

from stages.evaluate.settings import Settings
from stages.evaluate.summary import headlines, summary

DEFAULT = Settings(ks=[1, 3, 5, 8], budgets_words=[200, 400, 800], bootstrap_samples=1, shown_k=5, engines={})


def test_the_dozen_of_the_defaults():
    assert (
        headlines(DEFAULT)
        == (
            "recall_at_1 recall_at_5 recall_at_200w coverage_at_400w mrr ndcg_at_10 "
            "grounded correct refusal false_refusal auroc end_to_end"
        ).split()
    )


def test_depths_and_budgets_are_those_of_the_settings():
    other = replace(DEFAULT, ks=[7], budgets_words=[90, 30])
    assert headlines(other)[:3] == ["recall_at_7", "recall_at_30w", "coverage_at_90w"]


def test_low_and_high_are_the_clustered_ones():
    figure = {
        "value": 0.5,
        "n": 4,
        "low": 0.15,
        "high": 0.85,
        "cluster_low": 0.1,
        "cluster_high": 0.9,
        "deff": 2,
    }
    found = summary(dict.fromkeys(headlines(DEFAULT), figure), DEFAULT)
    assert list(found) == headlines(DEFAULT)
    assert found["mrr"] == {"value": 0.5, "low": 0.1, "high": 0.9, "n": 4}
