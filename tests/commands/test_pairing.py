import dataclasses

import pytest

from stages.commands.pairing import caveats, check_measure, pair
from stages.core.errors import UserError
from tests.commands.made_runs import ANSWERABLE, NEGATIVE, gold_row, made_run


def test_all_questions_are_common_to_runs_of_the_same():
    pairing = pair([made_run("A"), made_run("B")])
    assert pairing.query_ids == tuple(sorted(ANSWERABLE + NEGATIVE))
    assert pairing.clusters["a1"] == "a" and pairing.clusters["a-"] == "a"
    assert pairing.notes == ("only 8 videos: under 10 intervals are too short to trust, no claim is made",)


def test_runs_of_two_datasets_are_refused_in_one_line_with_both_names():
    with pytest.raises(UserError, match="A is of dataset talks and B of lectures"):
        pair([made_run("A"), made_run("B", dataset="lectures")])


def test_questions_that_not_all_have_are_left_out_and_counted():
    pairing = pair([made_run("A"), made_run("B", without="a1 a2 a-")])
    assert len(pairing.query_ids) == 21
    assert pairing.notes[0].startswith("A: 3 of 24 questions are left out")
    assert not any(note.startswith("B:") for note in pairing.notes)


@pytest.mark.parametrize("key", ["label", "negative_kind", "video_id"])
def test_a_question_with_another_label_or_video_is_another_question(key):
    relabelled = made_run("B")
    gold = {**relabelled.gold, "a1": {**gold_row("a1"), key: "else"}}
    pairing = pair([made_run("A"), dataclasses.replace(relabelled, gold=gold)])
    assert "a1" not in pairing.query_ids and len(pairing.query_ids) == 23


def test_nothing_in_common_is_refused():
    some = " ".join(ANSWERABLE)
    with pytest.raises(UserError, match="no question in common"):
        pair([made_run("A", without=some), made_run("B", without=" ".join(NEGATIVE))])


def test_a_question_of_no_video_is_its_own_cluster():
    run = made_run("A")
    gold = {**run.gold, "a1": {**gold_row("a1"), "video_id": None}}
    assert pair([dataclasses.replace(run, gold=gold)] * 2).clusters["a1"] == "question a1"


def test_another_judge_is_said():
    assert any("judge" in note for note in pair([made_run("A"), made_run("B", code="2")]).notes)


def test_a_wrong_measure_gets_a_hint_and_a_count_is_none():
    with pytest.raises(UserError, match="did you mean correct"):
        check_measure("corect", [made_run("A")])
    with pytest.raises(UserError, match="citations"):
        check_measure("citations", [made_run("A")])
    check_measure("correct", [made_run("A")])


def test_caveats_of_unequal_passages_and_uninformative_budgets():
    runs = [made_run("A"), made_run("B", max_tokens=64)]
    assert "equal k" in caveats("recall_at_5", runs)[0]
    assert caveats("recall_at_5", [runs[0]] * 2) == caveats("recall_at_200w", runs) == []
    told = {"retrieval": {"recall_at_200w": {"informative": False, "uninformative_reason": "luck"}}}
    run = dataclasses.replace(runs[0], metrics=told)
    assert caveats("recall_at_200w", [run, run]) == ["recall_at_200w: not informative here (luck)"]
