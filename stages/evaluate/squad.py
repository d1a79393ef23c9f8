"""exact_match and answer_f1 against a reference answer, as SQuAD defines them (Rajpurkar et al. 2016)."""

import re
import string
from collections import Counter

ARTICLES = re.compile(r"\b(a|an|the)\b")
PUNCTUATION = str.maketrans("", "", string.punctuation)


def normalised(text: str) -> str:
    """SQuAD's form of an answer: lower case, no ASCII punctuation, no articles, single spaces.

    >>> normalised("The Kiln,  a hot one.")
    'kiln hot one'
    """
    return " ".join(ARTICLES.sub(" ", text.lower().translate(PUNCTUATION)).split())


def exact_match(answer: str, reference: str) -> bool:
    """Whether the two are the same in SQuAD's form."""
    return normalised(answer) == normalised(reference)


def answer_f1(answer: str, reference: str) -> float:
    """Harmonic mean of precision and recall over the words in SQuAD's form, repeats counted.

    Where either has no word left, 1 if neither has, else 0 (as in SQuAD 2.0).

    >>> answer_f1("wait fifteen minutes", "fifteen minutes")
    0.8
    """
    said, wanted = normalised(answer).split(), normalised(reference).split()
    if not said or not wanted:
        return float(said == wanted)
    shared = sum((Counter(said) & Counter(wanted)).values())
    return 2 * shared / (len(said) + len(wanted))
