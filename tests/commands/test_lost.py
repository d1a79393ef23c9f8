from stages.commands.lost import most_lost
from stages.commands.pairing import pair
from stages.core.transcripts import Transcript
from tests.commands.made_runs import ANSWERABLE, NEGATIVE, VIDEOS, made_run

WORD = {"text": "kelp", "start_s": 61.5, "end_s": 62.0, "char_start": 0, "char_end": 4, "speaker": None}
SEGMENT = {"text": "kelp", "char_start": 0, "char_end": 4, "words": [WORD]}


class Past:
    """Stands in for the history of a project: what run A's revision holds."""

    def queries(self, name):
        assert name == "A"
        return {query_id: {"text": f"What of {query_id}?"} for query_id in (*ANSWERABLE, *NEGATIVE)}

    def videos(self, name):
        return {video: {"title": f"Talk {video}"} for video in VIDEOS}

    def transcripts(self, name, video_ids):
        return {video: Transcript(video, [SEGMENT]) for video in video_ids}


def lost(a, b, measures=("correct", "end_to_end"), count=5):
    return most_lost(Past(), [a, b], pair([a, b]), measures, count)


def test_a_loss_comes_with_question_video_and_time():
    (one,) = lost(made_run("A", wrong="b1"), made_run("B", wrong="c2"))
    assert (one.run, one.measure, one.query_id) == ("B", "correct", "c2")
    assert (one.question, one.video, one.start_s) == ("What of c2?", "Talk c", 61.5)
    assert (one.before, one.after) == (1, 0)


def test_a_negative_has_no_time_and_the_first_measure_with_losses_is_shown():
    (one,) = lost(made_run("A"), made_run("B", wrong="c-"))
    assert (one.measure, one.query_id, one.start_s) == ("end_to_end", "c-", None)


def test_no_more_than_asked_and_the_largest_first():
    a = made_run("A")
    values = {**a.values, "correct": {**a.values["correct"], "a1": 0.5, "b1": 0.0, "c1": 0.2}}
    b = made_run("B", values=values)
    assert [one.query_id for one in lost(a, b, count=2)] == ["b1", "c1"]
    assert lost(a, b, count=0) == lost(b, a) == []


def test_where_less_is_better_a_rise_is_a_loss():
    (one,) = lost(made_run("A"), made_run("B", wrong="d1"), measures=("false_refusal",))
    assert (one.before, one.after) == (0, 1)
