"""JSON of several makers: its keys tell which one's."""

import json
import math
from typing import Any


def read_json_text(text: str) -> Any:
    """Read JSON, with the NaN and Infinity that Python's writers put there; ValueError if it is none."""
    try:
        return json.loads(text)
    except ValueError as error:
        raise ValueError(f"is not JSON ({error}): mend it there") from None


def seconds(value: Any) -> float | None:
    """A time in seconds, or None for what is no finite number; a time before 0 is 0.

    >>> seconds(float("nan")), seconds("1.5"), seconds(True), seconds(-0.02), seconds(3)
    (None, 1.5, None, 0.0, 3.0)
    """
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return max(0.0, number) if math.isfinite(number) else None


def milliseconds(value: Any) -> float | None:
    """The same for a time in milliseconds."""
    time = seconds(value)
    return None if time is None else time / 1000
