"""What counts as one word of a budget: a run of non-space, or two characters of a script without spaces."""

import re

# Thai, Lao, Myanmar, Khmer, kana, CJK ideographs (with extensions and compatibility forms).
UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
WORD = re.compile(f"[{UNSPACED}]{{1,2}}|[^\\s{UNSPACED}]+")


def word_spans(text: str) -> list[tuple[int, int]]:
    """Spans of the budget words of `text`, in order.

    >>> [ "A kelp 農場です"[a:b] for a, b in word_spans("A kelp 農場です") ]
    ['A', 'kelp', '農場', 'です']
    """
    return [match.span() for match in WORD.finditer(text)]


NAME = re.compile(r"(?<=[\w,;:)] )[A-Z][\w'’-]+")
"""A name, as far as its capital letter tells: not where a sentence begins."""

SPELT_NUMBERS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty"
).split()
"""English: the number itself is the place in the list."""
