import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stages.generate.reply import MAX_REPLY, BadReply, read_reply, reply_schema

SCHEMA = reply_schema(passages=2, max_claims=2, max_citations=1, max_characters=20)


def said(text="It opens at nine.", passage=1, quote="opens at nine", refused=False):
    claims = [{"text": text, "citations": [{"passage": passage, "quote": quote}]}]
    return {"refused": refused, "claims": claims}


def read(value):
    return read_reply(value if isinstance(value, str) else json.dumps(value), SCHEMA)


def test_an_answer():
    reply = read(said())
    assert not reply.refused
    assert [(claim.text, claim.citations) for claim in reply.claims] == [
        ("It opens at nine.", ((1, "opens at nine"),))
    ]


def test_a_refusal_makes_no_claims_whatever_stands_in_it():
    assert read({"refused": True, "claims": []}) == read(said(refused=True))
    assert read(said(refused=True)).claims == ()


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        ("", "empty reply"),
        (" \n", "empty reply"),
        ("x" * (MAX_REPLY + 1), "overlong reply"),
        (json.dumps(said())[:-5], "bad JSON"),
        (f"Sure! {json.dumps(said())}", "bad JSON"),
        (f"```json\n{json.dumps(said())}\n```", "bad JSON"),
        (json.dumps(said()) * 2, "bad JSON"),
        ("[" * 50_000, "bad JSON"),
        ('{"refused": false, "claims": NaN}', "bad JSON"),
        (json.dumps(said(quote="half \ud800")), "bad JSON"),
        ("\ud800", "bad JSON"),
        ("1" * 10_000, "bad JSON"),
        ("[]", "wrong schema"),
        ("null", "wrong schema"),
        ({}, "wrong schema"),
        ({"refused": False}, "wrong schema"),
        ({"refused": "no", "claims": []}, "wrong schema"),
        ({"refused": False, "claims": []}, "neither refused nor a claim"),
        (said(text=" "), "neither refused nor a claim"),
        (said(text=""), "wrong schema"),
        (said() | {"more": 1}, "wrong schema"),
        (said(passage=3), "wrong schema"),
        (said(passage=0), "wrong schema"),
        (said(passage="1"), "wrong schema"),
        (said(passage=True), "wrong schema"),
        (said(passage=1.5), "wrong schema"),
        (said(quote="x" * 21), "wrong schema"),
        (said(quote=None), "wrong schema"),
        ({"refused": False, "claims": [{"text": "So.", "citations": []}]}, "wrong schema"),
        ({"refused": False, "claims": said()["claims"] * 3}, "wrong schema"),
    ],
)
def test_anything_else_is_bad_and_says_why_in_a_line(reply, reason):
    with pytest.raises(BadReply, match=reason) as caught:
        read(reply)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_whatever_comes_it_is_read_or_bad(value):
    try:
        reply = read(value)
    except BadReply:
        return
    assert reply.refused or reply.claims
