"""Quotes that differ from the transcript only in typography: both sides get the same folding.

Folded: case, runs of white space, quotation marks, dashes and hyphens, compatibility forms (NFKC), such as
the ellipsis and the no-break space, and characters of no width, such as the soft hyphen. Never folded: digits
(15 is not 1⁵), and words, negations among them.
"""

import re
import unicodedata
from functools import lru_cache

from stages.core.spans import Span
from stages.core.words import UNSPACED

MIN_QUOTE = 3
"""Visible characters below which a quote is no evidence: "15" stands everywhere."""

SIMPLER = str.maketrans(
    dict.fromkeys("‘’‚‛′‹›ʼ`´", "'") | dict.fromkeys("“”„‟″«»〝〞〟", '"') | dict.fromkeys("‐‑‒–—―−", "-")
)
# A unit is folded as one: a run of white space, or a character with the marks (or Hangul jamo) that join it.
JOINING = (
    "\u0300-\u036f\u1160-\u11ff\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u3099\u309a\ufe20-\ufe2f\uff9e\uff9f"
)
# Soft hyphen, joiners, marks of direction, byte order marks: they have no width.
INVISIBLE = "\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff"
UNIT = re.compile(rf"(?:\s[{INVISIBLE}]*)+|[^\s{INVISIBLE}][{JOINING}{INVISIBLE}]*|[{INVISIBLE}]+")
UNSEEN = re.compile(f"[{INVISIBLE}]+")


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
    unit = UNSEEN.sub("", unit)
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
    """Whether a quote has the MIN_QUOTE characters that evidence needs, one of them a letter or a digit.

    >>> long_enough("it."), long_enough("15"), long_enough("..."), long_enough("15\u200b\u200b")
    (True, False, False, False)
    """
    seen = UNSEEN.sub("", "".join(quote.split()))
    return len(seen) >= MIN_QUOTE and any(character.isalnum() for character in seen)


def folded_occurrences(quote: str, text: str) -> list[Span]:
    """Every span of `text` that folds to the folded quote, in order; none for a quote too short.

    A span never cuts a folded unit, a number or a word: "5 minutes" does not stand in "15 minutes".

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
        if whole and not cuts(text, span[0]) and not cuts(text, span[1]):
            spans.append(span)
        start = folded.find(needle, start + 1)
    return spans


def cuts(text: str, offset: int) -> bool:
    """Whether a quote's edge at `offset` parts a word or a number, and so could turn what is said.

    Parted are un|able, can|'t, 1|5, 1,|500, 2|.5 and -|5; not e-|mail, l'|eau or 10-|15, nor the words of a
    script that puts no spaces between them.

    >>> [cuts("unable", 2), cuts("1,500", 2), cuts("at -5", 4), cuts("in 15", 3), cuts("e-mail", 2)]
    [True, True, True, False, False]
    """
    before, after = text[max(0, offset - 2) : offset], text[offset : offset + 2]
    return bool(
        (is_of_a_word(before[-1:]) and is_of_a_word(after[:1]))
        or (re.search(r"n\Z", before, re.I) and re.match(r"['’]t", after, re.I))
        or (re.search(r"\d\Z", before) and re.match(r"[.,]\d", after))
        or (re.search(r"(?:\d[.,]|(?:\A|\s)[-−+.])\Z", before) and re.match(r"\d", after))
    )


def is_of_a_word(character: str) -> bool:
    """Whether it is a letter, a digit or a mark on one, of a script that has spaces between words."""
    return (
        character != ""
        and unicodedata.category(character)[0] in "LMN"
        and not re.match(f"[{UNSPACED}]", character)
    )
