"""Search terms: what a text is looked up by. The index and the questions are cut by the same rule."""

import re
import unicodedata

from stages.core.words import UNSPACED

NGRAM_CHARACTERS = 5

RUN = re.compile(f"[{UNSPACED}]+|[^\\W{UNSPACED}]+")
UNSPACED_RUN = re.compile(f"[{UNSPACED}]")


def terms(text: str) -> list[str]:
    r"""Terms of a text in order: `\w+` runs, case and compatibility forms folded.

    Scripts without spaces give overlapping pairs of characters, as there a run is no word.

    >>> terms("It’s Photoshop v2.0, Café")
    ['it', 's', 'photoshop', 'v2', '0', 'café']
    >>> terms("農場の水 ok")
    ['農場', '場の', 'の水', 'ok']
    """
    found: list[str] = []
    for run in runs(text):
        if UNSPACED_RUN.match(run) and len(run) > 2:
            found.extend(run[i : i + 2] for i in range(len(run) - 1))
        else:
            found.append(run)
    return found


def ngrams(text: str) -> list[str]:
    """Overlapping runs of 5 letters or digits of a text, across its words, folded as `terms` are.

    They survive what recognition does to a name: parted, joined or spelt as it sounded, it keeps some of
    them. A shorter text is one.

    >>> ngrams("Fayette, Fi"), ngrams("Ok")
    (['fayet', 'ayett', 'yette', 'ettef', 'ttefi'], ['ok'])
    """
    joined = "".join(runs(text))
    last = max(len(joined) - NGRAM_CHARACTERS, 0)
    return [joined[i : i + NGRAM_CHARACTERS] for i in range(last + 1)] if joined else []


def runs(text: str) -> list[str]:
    """Runs of word characters in order, case and compatibility forms folded."""
    found: list[str] = RUN.findall(unicodedata.normalize("NFKC", text).casefold())
    return found
