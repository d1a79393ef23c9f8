"""The one kind of error that a user can cause and mend."""

import difflib
from collections.abc import Iterable


class UserError(Exception):
    """One line for the user: names the file, key or value, and says what to do. Shown without a traceback."""


def hint(word: str, known: Iterable[object]) -> str:
    """`: did you mean X?` when one of `known` is close, else nothing.

    >>> hint("recal", ["recall", "mrr"]), hint("x", ["recall", "mrr"])
    (': did you mean recall?', '')
    """
    close = difflib.get_close_matches(word, [str(one) for one in known], n=1)
    return f": did you mean {close[0]}?" if close else ""
