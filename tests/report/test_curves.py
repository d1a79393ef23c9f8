from stages.report.curves import curve
from stages.report.figures import figures
from tests.report.world import figure, metrics


def test_points_by_split_and_depth_with_the_clustered_interval():
    test = {"recall_at_1": figure(0.4, cluster_low=None, cluster_high=None), "any_at_1": figure(0.9)}
    found = {"dev": figures(metrics()["retrieval"]), "test": figures(test | {"recall_at_3": figure(None, 0)})}
    assert curve(found, words=False) == [
        {"split": "dev", "k": 1, "value": 0.5, "low": 0.2, "high": 0.8},
        {"split": "dev", "k": 5, "value": 0.75, "low": 0.45, "high": 1.0},
        {"split": "test", "k": 1, "value": 0.4, "low": None, "high": None},
        {"split": "test", "k": 3, "value": None, "low": None, "high": None},
    ]
    assert curve(found, words=True) == [{"split": "dev", "words": 200, "value": 0.8, "low": 0.5, "high": 1.0}]
