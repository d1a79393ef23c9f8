"""What a reader reads of a caption file, and what of it does not reach the transcript."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

WARNINGS = 5
"""Kept of a file; the counts tell the rest."""


@dataclass
class Losses:
    """Counts that the readers keep while they read; characters are non-space ones, as the file has them.

    Every cue that is read is in the end kept, merged as rolling, or dropped for one reason; every character
    is kept, or not carried over for one reason.
    """

    format: str = "empty"
    encoding: str = "utf-8"
    encoding_guessed: bool = False
    cues_read: int = 0
    merged_as_rolling: int = 0
    """Cues that only repeat what is still on the screen."""
    dropped: Counter[str] = field(default_factory=Counter)
    """Cues by reason: no_text, non_speech, repeated_at_join, unreadable_time."""
    repaired: int = 0
    """Cues with an end that was missing or unreadable."""
    characters_read: int = 0
    not_carried: Counter[str] = field(default_factory=Counter)
    """Characters by reason."""
    skipped_blocks: Counter[str] = field(default_factory=Counter)
    """Parts of the file that are no captions by the format's own rules: comments, styles, headers."""
    warnings: list[str] = field(default_factory=list)
    """One line each, to be shown after the file's name."""

    def read(self, characters: int) -> None:
        """Count a cue and the characters of its body."""
        self.cues_read += 1
        self.characters_read += characters

    def lose(self, reason: str, characters: int) -> None:
        """Count characters that were read and are not carried over."""
        if characters:
            self.not_carried[reason] += characters

    def drop(self, reason: str, characters: int) -> None:
        """Count a cue that is not carried over, and its characters."""
        self.dropped[reason] += 1
        self.lose(reason, characters)

    def drop_untimed(self, line: int, timing: str, characters: int) -> None:
        """Count a cue whose timing line, at a line of the file counted from 1, cannot be read."""
        self.drop("unreadable_time", characters)
        self.warn(f"line {line}: the time cannot be read, its cue is left out", timing)

    def leave_out(self, lines: Sequence[str], first: int = 1) -> None:
        """Count lines outside of any cue; `first` is where they begin in the file, counted from 1."""
        blank = next((i for i, line in enumerate(lines) if line.strip()), 0)
        self.stray("\n".join(lines), f"line {first + blank}: ")

    def stray(self, text: str, where: str = "") -> None:
        """The same where the line is not known; nothing is counted if there is no text."""
        size = nonspace(text)
        if size:
            self.characters_read += size
            self.lose("outside_cues", size)
            self.warn(f"{where}text outside of any cue is left out", text.strip())

    def warn(self, what: str, sample: str = "") -> None:
        """Note a line for the user, with the start of the text it is about; only the first few are kept."""
        if len(self.warnings) < WARNINGS:
            self.warnings.append(f"{what}: {' '.join(sample[:60].split())!r}" if sample else what)


def nonspace(text: str) -> int:
    r"""How many characters are no white space.

    >>> nonspace(" a b\n")
    2
    """
    return sum(map(len, text.split()))
