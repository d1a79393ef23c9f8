"""How sure an answer must be: the largest threshold that refuses few enough answerable questions."""

from collections.abc import Sequence


def largest_threshold(answerable: Sequence[float], max_false_refusal: float) -> float:
    """The largest t with share(p < t) <= max_false_refusal over the answerable questions' probabilities p.

    A question is refused if its probability is below t. Between two probabilities every t refuses the same
    questions, so the largest t is itself one of the probabilities. 0 <= max_false_refusal < 1.
    Raises: ValueError without any probability.

    >>> largest_threshold([0.9, 0.2, 0.6, 0.7], 0.25)   # refuses the one at 0.2, which is a quarter
    0.6
    >>> largest_threshold([0.9, 0.2, 0.2, 0.7], 0.25)   # cannot refuse one of two equal ones
    0.2
    """
    if not answerable:
        raise ValueError("no answerable questions: no threshold")
    ordered = sorted(answerable)
    refusable = sum((rank + 1) / len(ordered) <= max_false_refusal for rank in range(len(ordered)))
    return ordered[refusable]
