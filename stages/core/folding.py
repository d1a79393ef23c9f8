"""Quotes that differ from the transcript only in typography: both sides get the same folding.

Folded: case, runs of white space, quotation marks, dashes and hyphens, and compatibility forms (NFKC), such
as the ellipsis and the no-break space. Never folded: digits (15 is not 1⁵), and words, negations among them.
"""

import re
import unicodedata
from functools import lru_cache

from stages.core.spans import Span

MIN_QUOTE = 3
"""Non-space characters below which a quote is no evidence: "15" stands everywhere."""

SIMPLER = str.maketrans(
    dict.fromkeys("‘’‚‛′‹›ʼ`´", "'") | dict.fromkeys("“”„‟″«»〝〞〟", '"') | dict.fromkeys("‐‑‒–—―−", "-")
)
# A unit is folded as one: a run of white space, or a character with the marks (or Hangul jamo) that join it.
JOINING = (
    "\u0300-\u036f\u1160-\u11ff\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u3099\u309a\ufe20-\ufe2f\uff9e\uff9f"
)
UNIT = re.compile(rf"\s+|\S[{JOINING}]*")


def fold(text: str) -> tuple[str, list[int]]:
    """Fold a text.

    Returns: the folded text, and for each of its characters the offset in `text` of the unit it comes from,
        with len(text) at the end.

    >>> fold("Wait…  15 Minutes")[0]
    'wait... 15 minutes'
    """
    folded: list[str] = []
    offsets: list[int] = []
    for match in UNIT.finditer(text):
        unit = fold_unit(match[0])
        folded.append(unit)
        offsets.extend([match.start()] * len(unit))
    return "".join(folded), [*offsets, len(text)]


@lru_cache(maxsize=4096)  # a text has few different units
def fold_unit(unit: str) -> str:
    """Fold one unit of text; one whose compatibility form has a digit keeps its own form."""
    if unit.isspace():
        return " "
    form = unicodedata.normalize("NFKC", unit.translate(SIMPLER))
    if any(unicodedata.category(character)[0] == "N" for character in unit + form):
        return unit
    return form.translate(SIMPLER).casefold()


def same_folded(first: str, second: str) -> bool:
    """Whether two texts differ in typography only.

    >>> same_folded("“Wait  here”", '"wait here"'), same_folded("15 minutes", "50 minutes")
    (True, False)
    """
    return first == second or fold(first)[0].strip() == fold(second)[0].strip()


def long_enough(quote: str) -> bool:
    """Whether a quote has the MIN_QUOTE non-space characters that evidence needs."""
    return sum(not character.isspace() for character in quote) >= MIN_QUOTE


def folded_occurrences(quote: str, text: str) -> list[Span]:
    """Every span of `text` that folds to the folded quote, in order; none for a quote too short.

    A span never cuts a folded unit, nor a number: "5 minutes" does not stand in "15 minutes".

    >>> folded_occurrences("co-operate", "They co‑operate.")
    [(5, 15)]
    """
    needle = fold(quote)[0].strip()
    if not long_enough(quote):
        return []
    folded, offsets = fold(text)
    spans = []
    start = folded.find(needle)
    while start >= 0:
        end = start + len(needle)
        span = offsets[start], offsets[end]
        whole = (start == 0 or offsets[start - 1] < span[0]) and offsets[end - 1] < span[1]
        if whole and not cuts_number(text, span[0]) and not cuts_number(text, span[1]):
            spans.append(span)
        start = folded.find(needle, start + 1)
    return spans


def cuts_number(text: str, offset: int) -> bool:
    """Whether an edge at `offset` would part a number: 1|5, 1,|500 or 2|.5.

    >>> cuts_number("15", 1), cuts_number("1,500", 2), cuts_number("in 15", 3)
    (True, True, False)
    """
    before, after = text[max(0, offset - 2) : offset], text[offset : offset + 2]
    return bool(
        (before[-1:].isdecimal() and re.match(r"[.,]?\d", after))
        or (re.search(r"\d[.,]\Z", before) and after[:1].isdecimal())
    )
