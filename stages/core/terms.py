"""Search terms: what a text is looked up by. The index and the questions are cut by the same rule."""

import re
import unicodedata

from stages.core.words import UNSPACED

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
    for run in RUN.findall(unicodedata.normalize("NFKC", text).casefold()):
        if UNSPACED_RUN.match(run) and len(run) > 2:
            found.extend(run[i : i + 2] for i in range(len(run) - 1))
        else:
            found.append(run)
    return found
