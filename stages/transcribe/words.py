"""Engines give words beside a text: each word finds its characters by counting, not by searching."""

from collections.abc import Sequence

from stages.transcribe.segments import Piece

Timed = tuple[str, float | None, float | None]
"""A word as its engine writes it, with start and end in seconds where they are known."""


def pieces_of(text: str, words: Sequence[Timed]) -> list[Piece] | None:
    """Cut `text` at the engine's words, by counting non-space characters.

    Returns: pieces whose texts joined are `text`, one a word (white space goes with the word after it); or
    None where words and text differ in more than white space, so that nobody can say which word is which.

    >>> [piece.text for piece in pieces_of(" Two  words.", [("Two", 0, 1), (" words.", 1, 2)]) or []]
    [' Two', '  words.']
    """
    spoken = [(word, start, end) for word, start, end in words if word.strip()]
    if "".join(squeezed(word) for word, _, _ in spoken) != squeezed(text) or not spoken:
        return None
    places = [i for i, character in enumerate(text) if not character.isspace()]
    pieces = []
    used = begin = 0
    for word, start, end in spoken:
        used += len(squeezed(word))
        stop = places[used - 1] + 1 if used < len(places) else len(text)
        pieces.append(Piece(text[begin:stop], start, end))
        begin = stop
    return pieces


def squeezed(text: str) -> str:
    """The text without white space."""
    return "".join(text.split())
