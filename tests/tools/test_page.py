from pathlib import Path

import pytest

from tools.results.page import HEADLINES, interval, number, page, readme_block, with_block
from tools.results.run import Run


def figure(value):
    known = value is not None
    return {
        "value": value,
        "n": 4 if known else 0,
        "low": 0.25 if known else None,
        "high": 0.75 if known else None,
        "cluster_low": 0.125 if known else None,
        "cluster_high": 0.875 if known else None,
        "clusters": 2,
    }


@pytest.fixture
def run():
    metrics = {
        "summary": dict.fromkeys(HEADLINES),
        "retrieval": {name: figure(0.5) for name in HEADLINES[:4]},
        "citations": {"correct": figure(0.5)},
        "abstention": {
            **{name: figure(None) for name in HEADLINES[5:]},
            "refusal_by_kind": {"other-video": figure(0.5)},
        },
    }
    stages = [{"stage": "chunk", "seconds": 1.5, "peak_mib": 100, "status": 0}]
    return Run("mini", 12.0, {"dev": metrics, "test": metrics}, stages, Path("none"))


def test_the_page_shows_value_both_intervals_n_and_videos(run):
    text = page([run], [], "abc", "two cores")
    assert "| recall_at_1 | 0.500 | 0.250 to 0.750 | 0.125 to 0.875 | 4 | 2 |" in text
    assert "| refusal, other-video | 0.500 |" in text
    assert "| refusal | – | – | – | 0 |" in text
    assert "| chunk | 1.5 | 100 |" in text


def test_the_readme_block_is_replaced_and_nothing_else(run):
    readme = "before\n<!-- results: written by `make results` -->\nold\n<!-- end of results -->\nafter\n"
    changed = with_block(readme, readme_block([run]))
    assert changed.startswith("before\n")
    assert changed.endswith("after\n")
    assert "old" not in changed
    assert "| mini | correct | 0.500 | 0.125 to 0.875 | 4 | 2 |" in changed
    assert with_block(changed, readme_block([run])) == changed
    with pytest.raises(ValueError, match="no results block"):
        with_block("nothing here", "")


def test_undefined_is_a_dash():
    assert number(None) == interval(None, 0.5) == "–"
