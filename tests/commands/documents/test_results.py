import json

import pytest

from stages.commands.claiming.ledger import LEDGER, append, line_of
from stages.commands.documents.claims import claims_block
from stages.commands.documents.results import HEADLINES, NONE_YET, readme_block, results_block
from stages.commands.documents.tables import interval, number
from stages.core.artifacts import write_json
from stages.evaluate.settings import Claim
from tests.commands.claiming.history import FIGURE, History


def figure(value):
    known = value is not None
    return {
        "value": value,
        "n": 4 if known else 0,
        "hits": None,
        "low": 0.25 if known else None,
        "high": 0.75 if known else None,
        "cluster_low": 0.125 if known else None,
        "cluster_high": 0.875 if known else None,
        "clusters": 2,
        "deff": 1.5 if known else None,
    }


@pytest.fixture
def run():
    metrics = {
        "summary": dict.fromkeys(HEADLINES),
        "retrieval": {name: figure(0.5) for name in HEADLINES[:4]},
        "citations": {"correct": dict(FIGURE)},
        "abstention": {
            **{name: figure(None) for name in HEADLINES[5:]},
            "refusal_by_kind": {"other-video": figure(0.5)},
        },
    }
    return {
        "dataset": "mini",
        "dataset_digest": "digest-of-mini.dir",
        "configuration": "a1",
        "commit": "c" * 40,
        "machine": "two cores",
        "seconds": 12.0,
        "stages": [{"stage": "chunk", "seconds": 1.5, "peak_mib": 100, "status": 0}],
        "metrics": {"dev": metrics, "test": metrics},
        "speech": [],
        "conditions": [],
        "looks": 1,
        "claims": [{"measure": "correct", "split": "test", "max_half_width": 0.05}],
    }


@pytest.fixture
def place(tmp_path, run):
    write_json(tmp_path / "metrics" / "results" / "mini.json", run)
    return tmp_path


def test_the_page_shows_value_both_intervals_n_videos_and_standing(place):
    text = results_block(place)
    assert (
        "| recall_at_1 | 0.500 | 0.250 to 0.750 | 0.125 to 0.875 | 4 | 2 | provisional: not declared |"
        in text
    )
    assert (
        "| correct | 0.990 | 0.970 to 0.995 | 0.960 to 0.995 | 400 | 40 | provisional: not claimed yet |"
        in text
    )
    assert (
        "| correct | 0.990 | 0.970 to 0.995 | 0.960 to 0.995 | 400 | 40 | provisional: choices are made"
        in text
    )
    assert "| refusal, other-video | 0.500 |" in text
    assert "| refusal | – | – | – | 0 |" in text
    assert "| chunk | 1.5 | 100 |" in text
    assert "commit cccccccccc," in text


def test_the_readme_says_why_a_figure_is_provisional(place, run):
    assert "| mini | correct | 0.990 | 0.960 to 0.995 | 400 | 40 | provisional: not claimed yet |" in (
        readme_block(place)
    )
    run["looks"] = 10_000
    write_json(place / "metrics" / "results" / "mini.json", run)
    [row] = [line for line in readme_block(place).splitlines() if "| correct |" in line]
    assert "provisional: interval ± 0.0" in row
    assert "wider than 0.05" in row


def test_a_claimed_figure_says_so_and_another_value_does_not(tmp_path, run):
    history = History(tmp_path / "repo")
    history.declare()
    commit = history.measure()
    write_json(history.root / "metrics" / "results" / "mini.json", run)
    assert claims_block(history.root) == "No figure has been claimed yet.\n"
    append([line_of(Claim("correct", "test"), FIGURE, 1, commit, history.root)], history.root)
    assert f"| claimed at {commit[:10]}, level 0.95 |" in readme_block(history.root)
    assert f"| 400 | 40 | 1 | {commit[:10]} |" in claims_block(history.root)
    row = json.loads((history.root / LEDGER).read_text()) | {"value": 0.98}
    (history.root / LEDGER).write_text(json.dumps(row) + "\n")
    assert "claimed at" not in readme_block(history.root)


def test_speech_is_shown_where_it_was_measured(place, run):
    assert "word error rate" not in results_block(place)
    run["speech"] = [{"talk": "kelp", "wer": 0.07, "start_error_s": None, "words": 430}]
    write_json(place / "metrics" / "results" / "mini.json", run)
    assert "| kelp | 0.070 | – | 430 |" in results_block(place)


def test_without_results_it_says_how_to_get_them(tmp_path):
    assert readme_block(tmp_path) == results_block(tmp_path) == NONE_YET


def test_a_kind_of_negatives_stands_beside_its_contamination(place, run):
    row = "| refusal, other-video | 0.500 | 0.250 to 0.750 | 0.125 to 0.875 | 4 | 2 | contamination"
    assert f"{row}: not audited |" in results_block(place)
    run["metrics"]["test"]["abstention"]["contamination_by_kind"] = {"other-video": figure(0.25)}
    write_json(place / "metrics" / "results" / "mini.json", run)
    assert f"{row} 0.250 (0.125 to 0.875), n 4 |" in results_block(place)


def test_what_a_figure_cannot_tell_is_said_whatever_it_was_declared(place, run):
    for split in ("dev", "test"):
        run["metrics"][split]["retrieval"]["mrr"] |= {"informative": False, "floor": 0.9, "ceiling": 1.0}
        run["metrics"][split]["citations"]["correct"]["by_construction"] = True
    write_json(place / "metrics" / "results" / "mini.json", run)
    test, dev = results_block(place).split("### mini, dev")
    note = "not informative here; floor 0.900, ceiling 1.000 |"
    assert f"provisional: not declared; {note}" in test
    assert f"provisional: choices are made on dev; {note}" in dev
    assert "| provisional: by construction |" in test
    assert "| provisional: choices are made on dev; by construction |" in dev


def test_undefined_is_a_dash():
    assert number(None) == interval(None, 0.5) == "–"


def test_a_headline_that_was_not_measured_is_left_out(tmp_path, run):
    del run["metrics"]["test"]["retrieval"]["recall_at_200w"]
    write_json(tmp_path / "metrics" / "results" / "mini.json", run)
    assert "recall_at_200w" not in readme_block(tmp_path)
    assert "| mini | recall_at_5 |" in readme_block(tmp_path)


def test_heard_and_written_stand_side_by_side(tmp_path, run):
    assert "What hearing costs" not in results_block(tmp_path)
    for dataset, value in (("talks", 0.5), ("talks_scripts", 0.75)):
        rows = [{"condition": "noisy", "measure": "correct", "figure": figure(value)}]
        write_json(
            tmp_path / "metrics" / "results" / f"{dataset}.json",
            run | {"dataset": dataset, "conditions": rows},
        )
    block = results_block(tmp_path)
    assert "| talks | measure | talks | talks_scripts | n | videos |" in block
    assert "| noisy | correct | 0.500 (0.125 to 0.875) | 0.750 (0.125 to 0.875) | 4 | 2 |" in block


def test_false_refusal_stands_beside_a_kind_of_some_of_the_videos(place, run):
    abstention = run["metrics"]["test"]["abstention"]
    abstention["false_refusal_by_kind"] = {"adversarial": figure(0.5), "other-video": figure(None)}
    write_json(place / "metrics" / "results" / "mini.json", run)
    assert "| false refusal, videos of adversarial | 0.500 |" in results_block(place)
    assert "videos of other-video" not in results_block(place)  # those are all, as in the line above


def test_a_variant_has_its_own_section_and_no_place_in_the_readme(place, run):
    write_json(place / "metrics" / "results" / "mini_worse.json", run | {"variant": "worse"})
    assert "## mini worse\n" in results_block(place)
    alone = readme_block(place)
    (place / "metrics" / "results" / "mini_worse.json").unlink()
    assert readme_block(place) == alone
