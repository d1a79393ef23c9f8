import copy
import json

import pytest

from stages.commands.documents.benchmark_targets import targets
from stages.commands.documents.benchmarks import BENCHMARKS, NONE_YET, benchmarks_block

MADE = {"commit": "0123456789abcdef", "machine": "2 cores"}


def figure(value):
    return {"value": value, "cluster_low": value - 0.05, "cluster_high": value + 0.05}


def figures(value):
    return {
        f"{name}_at_{b}w": figure(value) for name in ("coverage", "recall", "any") for b in (200, 400, 800)
    }


def difference(value, low):
    return {"value": value, "low": low, "high": 2 * value - low, "p": 0.04}


def peer(name, dev, low):
    found = {f"coverage_at_{budget}w": difference(0.02, low) for budget in (200, 400, 800)}
    return {
        "system": name,
        "chosen": {"splitter": "chroma", "size": 400, "overlap": 200, "window": 0, "search": "fused"},
        "dev_coverage": dev,
        "unread_tokens": 0.3,
        "figures": figures(0.6),
        "ours_minus_it": found,
        "verdicts": {"200w": "non-inferior", "400w": "superior"},
    }


FOUND = {
    "retrieval": {
        "tutorialvqa": {
            **MADE,
            "judged_at_words": [200, 400],
            "target": "non-inferior",
            "dev": {"questions": 10, "videos": 3},
            "dev_whole": {"questions": 30, "videos": 9},
            "test": {"questions": 12, "videos": 4},
            "bounds": {f"{b}w": {"coverage": {"floor": 0.1, "ceiling": 1.0}} for b in (200, 400, 800)},
            "systems": [
                {"system": "VidWise", "settings": {}, "dev_coverage": 0.7, "figures": figures(0.62)},
                peer("Chroma", 0.65, -0.02),
                peer("LangChain", 0.6, -0.2),
            ],
            "best_peer": "Chroma",
            "lowest_cosine_with_plain_vectors": 0.999999,
            "verdicts": {"200w": "non-inferior", "400w": "superior"},
        }
    },
    "growth": {
        **MADE,
        "rows": [
            {
                "chunks": 100_000,
                "engine": "exact",
                "build_s": 0.0,
                "read_ms": 10.0,
                "question_ms": 16.0,
                "peak_mib": 300.0,
            },
            {
                "chunks": 100_000,
                "engine": "chroma",
                "build_s": 60.0,
                "read_ms": 10.0,
                "question_ms": 2.0,
                "peak_mib": 900.0,
                "agreement": 0.995,
                "times_faster": 8.0,
            },
        ],
    },
    "sweep": {**MADE, "settings": [{}, {}], "one_cpu_s": 10.0, "each_cpu_s": [11.0, 9.0], "times_one": 2.0},
}


def write(root, found):
    path = root / BENCHMARKS
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(found), encoding="utf-8")


def target(found, beginning):
    [one] = [one for one in targets(found) if one.name.startswith(beginning)]
    return one


def test_nothing_measured(tmp_path):
    assert benchmarks_block(tmp_path) == NONE_YET


def test_the_page_has_each_part_and_what_was_missed(tmp_path):
    write(tmp_path, FOUND)
    page = benchmarks_block(tmp_path)
    for line in (
        "| exact search of 100,000 chunks, reads of the matrix | at most 1.5 | 1.60 | no, by 0.10 |",
        "| Chroma at 100,000 chunks, times faster | at least 8 | 8.0 | yes |",
        "| a sweep of 6 against one | at most 2.5 | 2.00 | yes |",
    ):
        assert line in page
    for part in (
        "## tutorialvqa",
        "## A sweep",
        "## Growth",
        "400/200, fused",
        "30%",
        "+0.020 (-0.020 to 0.060)",
    ):
        assert part in page


@pytest.mark.parametrize(("low", "met"), [(-0.0299, True), (-0.03, False), (-0.031, False), (None, False)])
def test_non_inferior_is_a_lower_bound_above_three_points_below(low, met):
    found = copy.deepcopy(FOUND)
    best = found["retrieval"]["tutorialvqa"]["systems"][1]
    best["ours_minus_it"]["coverage_at_200w"]["low"] = low
    assert target(found, "tutorialvqa, 200 words").met is met


def test_superior_needs_a_lower_bound_above_zero():
    found = copy.deepcopy(FOUND)
    found["retrieval"]["tutorialvqa"]["target"] = "superior"
    one = target(found, "tutorialvqa, 200 words")
    assert not one.met and one.missed_by == "0.020"


def test_the_best_peer_is_judged_and_no_other():
    assert "Chroma" in target(FOUND, "tutorialvqa, 200 words").name
    assert target(FOUND, "tutorialvqa, 200 words").met


def test_superior_on_a_set_means_at_both_budgets():
    assert target(FOUND, "superior").seen == "0"
    found = copy.deepcopy(FOUND)
    found["retrieval"]["tutorialvqa"]["verdicts"] = {"200w": "superior", "400w": "superior"}
    one = target(found, "superior")
    assert one.seen == "1" and not one.met and one.missed_by == "1"
