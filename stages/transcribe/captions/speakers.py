"""Speakers named in the text: "Dana Moss: Hello." A prefix is a speaker only if it is a name, not any colon.

What is no speaker stays in the text, so a wrong guess this way loses nothing. A guess the other way would
take words out of the text, so it needs a name's form, and a file in which people are named.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal
from unicodedata import category

from stages.transcribe.captions.cues import Cue, Line
from stages.transcribe.captions.losses import Losses, nonspace

CHANGE = re.compile(r"\s*>{2,}\s*")
"""The mark of live captioning that another one speaks."""
PREFIX = re.compile(r"\s*(?:>{2,}\s*|-\s?)?\[?(?P<name>[^\s:：\[\]>][^:：\[\]]{0,59})\]?\s*(?::(?=\s|$)|：)")
HANDLE = re.compile(r"\s*\([^()]*\)$")
NUMBERED = re.compile(r"[_ ]?#?\d{1,3}$")
PARTICLES = frozenset(
    "de da do dos du del della der den di la le van von vom zu al el bin ibn ben y e of and".split()
)
NO_NAMES = frozenset(
    """
    a agenda again also an and answer as attention but by caption captions caution chapter conclusion
    copyright date description duration example fact figure final finally first for from hint however http
    https if important in kind language last lesson let listen look meeting my next no note notes notice now
    ok okay on or our part point problem question questions reason remember result rule second section see
    since slide so solution source speakers step steps subject subtitles summary table that the then there
    these they third this those time tip tips title to today topic transcript translation two url warning we
    well what when where which who why wifi yes you your
    """.split()
)

Form = Literal["full", "short", "none"]
"""A full name, a single word (that may be a name), or no name."""

FULL_SHARE = 0.2
SHORT_SHARE = 0.5
"""Where this share of the cues names somebody, a file names its speakers."""
REPEATS = 3
"""A single word that comes back so often is a name in a file that names speakers now and then."""


@dataclass(frozen=True)
class Prefix:
    """A possible speaker at the start of a line, and the characters that naming takes."""

    name: str
    characters: int
    changes: bool
    """Whether >> stands before it."""


def named(cues: Sequence[Cue], losses: Losses) -> list[Cue]:
    """Take speakers out of the text of lines that have none; they speak on until another does in the cue."""
    names = speaker_names([[line.text for line in cue.lines if line.speaker is None] for cue in cues])
    return [replace(cue, lines=tuple(named_lines(cue.lines, names, losses))) for cue in cues]


def named_lines(lines: Iterable[Line], names: frozenset[str], losses: Losses) -> list[Line]:
    """The lines of one cue, with their speakers."""
    result = []
    current: str | None = None
    for line in lines:
        if line.speaker is not None:
            current = None
            result.append(line)
            continue
        prefix = prefix_of(line.text)
        change = CHANGE.match(line.text)
        if prefix is not None and (prefix.name in names or (prefix.changes and form(prefix.name) != "none")):
            current = prefix.name
            losses.lose("speaker_names", nonspace(line.text[: prefix.characters]))
            line = line.after(prefix.characters)
        elif change is not None:
            current = None
            losses.lose("markup", nonspace(change[0]))
            line = line.after(change.end())
        result.append(replace(line, speaker=current))
    return [line for line in result if line.text.strip()]


def speaker_names(cues: Sequence[Sequence[str]]) -> frozenset[str]:
    """Which prefixes of a file are speakers.

    Args:
        cues: the lines of each cue that have no speaker yet.

    >>> sorted(speaker_names([["Ola Berg: the ratio is 3:1: always."], ["10:30 meeting: moved to noon."]]))
    ['Ola Berg']
    """
    counts: Counter[str] = Counter()
    naming = spoken = 0
    for lines in cues:
        found = [prefix.name for line in lines if (prefix := prefix_of(line)) and form(prefix.name) != "none"]
        counts.update(found)
        naming += bool(found)
        spoken += bool(lines)
    share = naming / spoken if spoken else 0.0
    return frozenset(name for name, count in counts.items() if accepted(form(name), count, share))


def accepted(kind: Form, count: int, share: float) -> bool:
    """Whether a prefix of this form, so often there, is a speaker in a file with this share of named cues."""
    if kind == "full":
        return share >= FULL_SHARE or count > 1
    return share >= SHORT_SHARE or count >= REPEATS or (share >= FULL_SHARE and count > 1)


def prefix_of(text: str) -> Prefix | None:
    """What stands before a colon at the start of a line, if it is short enough for a name.

    >>> prefix_of(">> JO: use it")
    Prefix(name='JO', characters=7, changes=True)
    >>> prefix_of("https://example.org: down"), prefix_of("at 10:30 sharp")
    (None, None)
    """
    found = PREFIX.match(text)
    if found is None:
        return None
    space = len(text) - len(text[found.end() :].lstrip()) - found.end()
    return Prefix(" ".join(found["name"].split()), found.end() + space, text.lstrip().startswith(">>"))


def form(name: str) -> Form:
    """Judge by its form whether a text is a name.

    >>> [form(name) for name in ("R. Dana Moss (dmoss)", "Ludwig van Beethoven", "Speaker 1", "SPEAKER_00")]
    ['full', 'full', 'full', 'full']
    >>> [form(name) for name in ("Dana", "JO", "田中", "the ratio", "Note", "10", "Step 2")]
    ['short', 'short', 'short', 'none', 'none', 'none', 'none']
    """
    bare = HANDLE.sub("", name)
    words = NUMBERED.sub("", bare).replace("_", " ").split()
    if not 1 <= len(words) <= 6 or words[0].casefold().strip(".,") in NO_NAMES:
        return "none"
    if not all(is_name_word(word) or (i and word in PARTICLES) for i, word in enumerate(words)):
        return "none"
    return "full" if len(words) > 1 or bare != name or NUMBERED.search(bare) else "short"


def is_name_word(word: str) -> bool:
    """Whether a word begins as a name does: a capital, or a letter of a script without them."""
    letters = word.lstrip("'’\"“.(")
    if not letters or not all(c in "'’.-–&,·\"”()" or category(c)[0] in "LM" for c in letters):
        return False
    return letters[0].isupper() or (letters[0].isalpha() and letters[0].lower() == letters[0].upper())
