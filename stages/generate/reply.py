"""A language model's reply: the JSON that it must be, and what is read from it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

MAX_REPLY = 65_536
"""Characters beyond which a reply is not even read."""
MAX_SHOWN = 80
"""Characters of a value in a message."""


@dataclass(frozen=True)
class Claim:
    """What is claimed, and for it (passage, quote) of every citation; passages count from 1."""

    text: str
    citations: tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class Reply:
    """What the model said: that the passages do not answer the question, or its claims."""

    refused: bool
    claims: tuple[Claim, ...]


class BadReply(Exception):
    """The reply is not what was asked for; the message says why."""


def reply_schema(passages: int, max_claims: int, max_citations: int, max_characters: int) -> dict[str, Any]:
    """The JSON schema of a reply over so many passages. All is bounded: a grammar must come to an end."""
    text = {"type": "string", "minLength": 1, "maxLength": max_characters}
    citation = closed({"passage": {"type": "integer", "minimum": 1, "maximum": passages}, "quote": text})
    citations = {"type": "array", "items": citation, "minItems": 1, "maxItems": max_citations}
    claims = {
        "type": "array",
        "items": closed({"text": text, "citations": citations}),
        "maxItems": max_claims,
    }
    return closed({"refused": {"type": "boolean"}, "claims": claims})


def closed(properties: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of an object that has these keys and no other."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def read_reply(text: str, schema: Mapping[str, Any]) -> Reply:
    """Read a reply as `reply_schema` wants it: nothing before, nothing after, nothing mended.

    A reply that refuses makes no claims, whatever stands in it.
    Raises: BadReply for an empty or overlong text, no JSON, another schema, or an answer without a claim.
    """
    if not text.strip():
        raise BadReply("empty reply")
    if len(text) > MAX_REPLY:
        raise BadReply(f"overlong reply: {len(text)} characters, of {MAX_REPLY} at most")
    try:
        found = json.loads(text, parse_constant=no_json)
        text.encode(), json.dumps(found, ensure_ascii=False).encode()  # half a character cannot be written
    except (ValueError, RecursionError) as error:
        raise BadReply(f"bad JSON: {error}") from None
    if problem := best_match(Draft202012Validator(schema).iter_errors(found)):
        message = problem.message if len(problem.message) <= MAX_SHOWN else f"{problem.message[:MAX_SHOWN]}…"
        raise BadReply(f"wrong schema: {problem.json_path}: {message}")
    if found["refused"]:
        return Reply(True, ())
    if not "".join(claim["text"] for claim in found["claims"]).strip():
        raise BadReply("wrong schema: neither refused nor a claim")
    return Reply(
        False,
        tuple(
            Claim(claim["text"], tuple((int(one["passage"]), one["quote"]) for one in claim["citations"]))
            for claim in found["claims"]
        ),
    )


def no_json(constant: str) -> None:
    """NaN and Infinity are Python's, not JSON's."""
    raise ValueError(f"{constant} is no JSON")
