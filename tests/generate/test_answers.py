import pytest

from stages.core.errors import UserError
from stages.generate.answers import answer, decide, questions, raw
from stages.generate.confidence import Calibration
from stages.generate.generator import Citation, Generation, Passage, Question
from tests.generate.stand_ins import transcript

TRANSCRIPTS = {"talk": transcript("talk", ["Kelp needs cold water."])}
MODEL = {"features": ["a"], "confidence": "highest", "fits": [{"coef": [1.0], "intercept": 0.0}]}
CALIBRATION = Calibration(MODEL, 0.5)
QUESTION = Question("q1", "What does kelp need?", (Passage("c1", "talk", 0, 22),))
SPAN = {"video_id": "talk", "char_start": 0, "char_end": 22}
PLACED = Citation("cold water.", "exact", "talk", 11, 22)
SAID = Generation("cold water.", (PLACED,))


def ranked(query_id, rank, chunk_id="c"):
    return {
        "query_id": query_id,
        "rank": rank,
        "chunk_id": chunk_id,
        "video_id": "talk",
        "char_start": rank,
        "char_end": 22,
    }


def test_the_best_k_passages_whatever_the_order_of_rows():
    queries = [
        {"query_id": "q2", "text": "b"},
        {"query_id": "q1", "text": "a"},
        {"query_id": "q3", "text": "c"},
    ]
    rankings = [ranked("q1", 3), ranked("q2", 1, None), ranked("q1", 1), ranked("q1", 2)]
    asked = questions(queries, rankings, k=2)
    assert [q.query_id for q in asked] == ["q1", "q2", "q3"]
    assert [p.char_start for p in asked[0].passages] == [1, 2]
    assert asked[1].passages[0].passage_id == "talk:1-22"
    assert asked[2].passages == ()


def decided(**features):
    return decide(QUESTION, features, CALIBRATION)


def test_answered():
    row = answer(QUESTION, decided(a=0.0), SAID, TRANSCRIPTS)
    assert row["state"] == "answered"
    assert row["text"] == "cold water."
    assert row["confidence"] == 0.5
    assert row["reason"] is None
    assert row["shown"] == [SPAN]
    assert row["citations"] == [
        {"quote": "cold water.", "level": "exact", "video_id": "talk", "char_start": 11, "char_end": 22}
        | {"start_s": 1.0, "end_s": 2.0}  # the third and fourth word, half a second each
    ]


def test_refused_for_lack_of_confidence_cites_nothing_and_says_what_was_shown():
    row = answer(QUESTION, decided(a=-1.0), None, TRANSCRIPTS)
    assert row["state"] == "refused"
    assert row["reason"] == "confidence 0.2689 is below the threshold 0.5000"
    assert row["text"] is None
    assert row["citations"] == []
    assert row["shown"] == [SPAN]


def test_refused_with_nothing_to_show():
    bare = Question("q1", "?", ())
    row = answer(bare, decide(bare, {"a": 9.0}, CALIBRATION), None, TRANSCRIPTS)
    assert (row["state"], row["reason"], row["shown"]) == ("refused", "nothing to show", [])
    assert row["confidence"] > 0.9


def test_refused_by_the_generator_says_so_and_keeps_the_confidence():
    row = answer(QUESTION, decided(a=0.0), Generation("", (), refusal="not in the passages"), TRANSCRIPTS)
    assert (row["state"], row["reason"], row["text"]) == ("refused", "not in the passages", None)
    assert (row["confidence"], row["citations"]) == (0.5, [])


def test_failed_keeps_what_was_emitted():
    lost = Citation("warm water", "unplaced")
    row = answer(QUESTION, decided(a=1.0), Generation("", (lost,), "broke off"), TRANSCRIPTS)
    assert (row["state"], row["reason"], row["text"]) == ("failed", "broke off", None)
    [citation] = row["citations"]
    assert citation["quote"] == "warm water"
    assert citation["char_start"] is citation["start_s"] is citation["end_s"] is None


def test_a_question_without_features_is_named():
    with pytest.raises(UserError, match="q1"):
        decide(QUESTION, None, CALIBRATION)


def test_raw_generation():
    line = raw(QUESTION, decided(a=0.0), SAID)
    assert line["shown"] == ["c1"]
    assert line["question"] == "What does kelp need?"
    assert line["quotes"][0]["char_start"] == 11
    assert (line["asked"], line["refusal"]) == (True, None)


def test_raw_of_a_question_that_no_generator_saw():
    line = raw(QUESTION, decided(a=-1.0), None)
    assert (line["asked"], line["text"], line["quotes"], line["failure"]) == (False, "", [], None)
    assert line["refusal"].startswith("confidence 0.2689")
