"""Bytes become text: which encoding a file is in, and what could not be decoded."""

import codecs
import re
from dataclasses import dataclass

MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # begins like the mark of UTF-16-LE
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
LOOKED_AT = 4096
"""Bytes from the start in which UTF-16 without a mark shows itself."""
NUL_SHARE = 0.1
DECLARED = re.compile(rb"""\s*<\?xml[^>]{0,200}?encoding=["']([A-Za-z0-9._-]{1,40})["']""")
JSON = (b"{", b"[{")
"""How JSON begins, whose standard knows Unicode only: there a bad byte is damage, not another encoding."""


@dataclass(frozen=True)
class Decoded:
    """A file's text, with line feeds only and without byte order marks."""

    text: str
    encoding: str
    guessed: bool = False
    """The file does not say that it is in this encoding, and it is not UTF-8."""
    replaced: int = 0
    """Bad bytes, each of them U+FFFD in the text."""
    first_bad: int = 0
    """Where the first of them is, from 0."""


def decode(data: bytes) -> Decoded:
    r"""Decode by byte order mark, else as UTF-16 by its zeros, UTF-8, what XML declares, or Windows-1252.

    Raises: ValueError when it is none of these.

    >>> decode(b"\xff\xfea\x00\r\x00").text, decode(b"a\x00\n\x00").encoding
    ('a\n', 'utf-16-le')
    >>> decode(b"Caf\xe9").text, decode("Café ".encode() + b"\xe9").text
    ('Café', 'Café \ufffd')
    """
    for mark, encoding in MARKS:
        if data.startswith(mark):
            return decoded_as(data.removeprefix(mark), encoding, len(mark))
    if wide := wide_encoding(data):
        return decoded_as(data, wide)
    try:
        return Decoded(tidy(data.decode("utf-8")), "utf-8")
    except UnicodeDecodeError as error:
        return decoded_anyhow(data, error.start)


def decoded_as(data: bytes, encoding: str, skipped: int = 0) -> Decoded:
    """Decode strictly, except that UTF-8 with a mark may have bad bytes."""
    try:
        return Decoded(tidy(data.decode(encoding)), encoding)
    except UnicodeDecodeError as error:
        if encoding == "utf-8":
            return damaged(data, error.start + skipped)
        raise ValueError(
            f"is not {encoding.upper()} (byte {error.start + skipped}): save it as UTF-8"
        ) from None


def wide_encoding(data: bytes) -> str | None:
    """UTF-16 without a mark: every second byte of what is ASCII is zero."""
    head = data[:LOOKED_AT]
    zeros = (head[0::2].count(0), head[1::2].count(0))
    if max(zeros) < max(1, NUL_SHARE * len(head) / 2) or min(zeros) * 4 > max(zeros):
        return None
    return "utf-16-be" if zeros[0] > zeros[1] else "utf-16-le"


def decoded_anyhow(data: bytes, first_bad: int) -> Decoded:
    """Bytes that are no UTF-8: damaged UTF-8 if most of what is not ASCII is good, else an older encoding."""
    declared = DECLARED.match(data)
    names = [declared[1].decode("ascii")] if declared else []
    damage = damaged(data, first_bad)
    good = sum(character > "\x7f" for character in damage.text) - damage.replaced
    if not names and (good >= damage.replaced or data.lstrip().startswith(JSON)):
        return damage
    for name in [*names, "windows-1252"]:
        try:
            return Decoded(tidy(data.decode(name)), name.lower(), guessed=name not in names)
        except (UnicodeDecodeError, LookupError):
            continue
    raise ValueError(f"is not UTF-8 (byte {first_bad}), nor Windows-1252: save it as UTF-8")


def damaged(data: bytes, first_bad: int) -> Decoded:
    """UTF-8 with its bad bytes replaced and counted."""
    text = data.decode("utf-8", errors="replace")
    replaced = text.count("\ufffd") - data.count(b"\xef\xbf\xbd")
    return Decoded(tidy(text), "utf-8", replaced=replaced, first_bad=first_bad)


def tidy(text: str) -> str:
    """Line ends become line feeds; stray byte order marks, as joined files have, go."""
    return text.replace("\ufeff", "").replace("\r\n", "\n").replace("\r", "\n")
