import json

import pytest

from stages.core.errors import UserError
from stages.evaluate.answers import MISSING, Citation
from stages.evaluate.generations import emitted_quotes, restored
from tests.evaluate.world import answered, cite, refused

WAIT = cite("Wait 15 minutes")


def unplaced(quote):
    return Citation(quote, None, None, None)


@pytest.mark.parametrize(
    ("emitted", "added"),
    [
        (["Wait 15 minutes"], ()),
        ([], ()),  # nothing was lost
        (["Wait 15 minutes", "It is made of gold."], (unplaced("It is made of gold."),)),
        (["Wait 16 minutes"], (unplaced("Wait 16 minutes"),)),  # mended on the way
        (["Wait 15 minutes"] * 2, (unplaced("Wait 15 minutes"),)),  # of two, one was dropped
        (["", "Wait 15 minutes"], (unplaced(""),)),
    ],
)
def test_what_was_emitted_and_is_not_cited_has_no_place(emitted, added):
    assert restored({"q": answered(WAIT)}, {"q": emitted})["q"].citations == (WAIT, *added)


def test_refusals_and_failures_cite_nothing():
    answers = {"a": refused(), "b": MISSING}
    assert restored(answers, {"a": ["Wait 15 minutes"]}) == answers


def test_an_answer_without_its_generation_is_refused():
    with pytest.raises(UserError, match="lacks question q, which was answered"):
        restored({"q": answered(WAIT)}, {"z": ["Wait 15 minutes"]})


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["{"], "line 1 is no generation"),
        ([json.dumps({"query_id": "q"})], "line 1 is no generation"),
        ([json.dumps({"query_id": "q", "quotes": ["text"]})], "line 1 is no generation"),
        ([json.dumps({"query_id": "q", "quotes": []})] * 2, "line 2: question q stands there twice"),
    ],
)
def test_a_file_that_generate_did_not_write_is_refused(lines, message):
    with pytest.raises(UserError, match=message):
        emitted_quotes(lines)
