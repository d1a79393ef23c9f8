"""supported: does what is cited say what the answer says? By words, or by a model of entailment.

`grounded` asks whether a quote stands there, not whether it bears the claim: "bake it for 15 minutes" can
cite, letter for letter, the sentence that says not to.
"""

import re
from collections.abc import Callable, Sequence

from stages.core.terms import terms
from stages.core.words import NAME, SPELT_NUMBERS

Supports = Callable[[str, Sequence[str]], bool]
"""(a claim, the texts that are cited for it) -> whether they bear it."""

SHARE = 0.6
"""Of a claim's words that carry content, how many must be cited."""
CLAIMS = re.compile(r"(?<=[.!?。！？])\s+")
NUMBER = re.compile(r"(?<!\w)[-−+]?\d+(?:[.,]\d+)*")
NEGATION = re.compile(
    r"\b(?:not|no|never|none|nothing|nobody|nowhere|neither|nor|without|cannot)\b|n['’]t\b", re.IGNORECASE
)
COMMON = frozenset(
    "a an and are as at be been but by can do does for from had has have he her his i if in is it its of on "
    "or our she so that the their them then there these they this those to was we were what when which who "
    "will with would you your".split()
)


def supported(text: str, evidence: Sequence[str], supports: Supports) -> bool:
    """Whether every sentence of an answer is borne by what is cited; False without citations or sentences."""
    claims = [claim for claim in CLAIMS.split(text.strip()) if terms(claim)]
    return bool(claims) and bool(evidence) and all(supports(claim, evidence) for claim in claims)


def lexical(claim: str, evidence: Sequence[str]) -> bool:
    """Whether the words agree: all numbers and names are cited, SHARE of the rest, and negation is the same.

    Negation is compared with the cited sentence that has most of the claim's words.

    >>> lexical("Bake it for 15 minutes.", ["Bake it for fifteen minutes, then rest."])
    True
    >>> lexical("Bake it for 15 minutes.", ["Bake it for 50 minutes."])
    False
    >>> lexical("Open it hot.", ["Never open it hot."])
    False
    """
    whole = " ".join(evidence)
    if not numbers(claim) <= numbers(whole) or not names(claim) <= set(terms(whole)):
        return False
    wanted = content(claim)
    if wanted and len(wanted & set(terms(whole))) < SHARE * len(wanted):
        return False
    sentences = [sentence for text in evidence for sentence in CLAIMS.split(text) if terms(sentence)]
    nearest = max(sentences, key=lambda sentence: len(wanted & set(terms(sentence))), default="")
    return bool(NEGATION.search(claim)) == bool(NEGATION.search(nearest))


def numbers(text: str) -> set[str]:
    """The numbers of a text, in digits without separators of thousands; those to twenty also if spelt.

    >>> sorted(numbers("1,500 or 2.5 of twelve")), numbers("one")
    (['12', '1500', '2.5'], {'1'})
    """
    written = {re.sub(r",(?=\d{3}(?!\d))", "", found).replace("−", "-") for found in NUMBER.findall(text)}
    return written | {str(SPELT_NUMBERS.index(word)) for word in terms(text) if word in SPELT_NUMBERS}


def names(text: str) -> set[str]:
    """The terms of the names of a text."""
    return {term for name in NAME.findall(text) for term in terms(name)}


def content(text: str) -> set[str]:
    """The different terms of a text that carry content; all, if none does."""
    found = set(terms(text))
    return found - COMMON or found
