"""The kind of thing that a question asks for, and whether a text has one: a few rules that hold anywhere.

English question words, as the default encoder is English; a question of another language asks for no kind.
"""

import re

from stages.core.words import NAME, SPELT_NUMBERS

NUMBER_WORDS = [
    *SPELT_NUMBERS,
    *"thirty forty fifty sixty seventy eighty ninety hundred thousand million billion half".split(),
]
TIME_WORDS = (
    "january february march april may june july august september october november december monday tuesday "
    "wednesday thursday friday saturday sunday century centuries decade today yesterday tomorrow noon "
    "midnight o'clock"
).split()


def any_of(words: list[str]) -> str:
    """A pattern for any of some words, plural or not."""
    return rf"\b(?:{'|'.join(map(re.escape, words))})s?\b"


NUMBER = re.compile(rf"\d|{any_of(NUMBER_WORDS)}", re.IGNORECASE)
TIME = re.compile(
    rf"\b\d{{4}}s?\b|\b\d{{1,2}}:\d\d\b|{any_of(TIME_WORDS)}|\b(?:nineteen|twenty|eighteen) \w+",
    re.IGNORECASE,
)
REASON = re.compile(r"\b(?:because|since|so that|in order to|due to|therefore|reason|cause[sd]?)\b", re.I)

ASKS = (
    (
        re.compile(r"\bhow (?:many|much|long|old|far|often|big|large|tall|high|wide|deep|fast)\b", re.I),
        NUMBER,
    ),
    (re.compile(r"\b(?:what|which) (?:number|percent\w*|amount|share)\b", re.I), NUMBER),
    (re.compile(r"\bwhen\b|\b(?:what|which) (?:year|date|day|month|century|decade|time)\b", re.I), TIME),
    (re.compile(r"\bwho(?:m|se)?\b", re.I), NAME),
    (re.compile(r"\bwhy\b", re.I), REASON),
)


def has_asked_for(question: str, text: str) -> bool:
    """Whether a text has the kind of thing that the question asks for; False where no kind is known.

    >>> has_asked_for("How many cups?", "Take three cups."), has_asked_for("How many cups?", "Take some.")
    (True, False)
    >>> has_asked_for("Where is it?", "It is here.")
    False
    """
    wanted = next((pattern for asks, pattern in ASKS if asks.search(question)), None)
    return wanted is not None and wanted.search(text) is not None
