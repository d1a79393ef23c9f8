"""A video's id and title, made from the path of its file below the dataset's folder."""

import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from pathlib import PurePosixPath

PLAIN = re.compile(r"[A-Za-z0-9._-]{1,100}")
LANGUAGE = re.compile(r"\.[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$")
MAX_SLUG_CHARS = 60


def stem_of(path: str) -> str:
    """The path without its extension.

    >>> stem_of("a/talk.en.vtt")
    'a/talk.en'
    """
    return str(PurePosixPath(path).with_suffix(""))


def without_language(stem: str) -> str:
    """Drop a language suffix such as `.en` or `.pt-BR`, if there is one.

    >>> without_language("a/talk.en"), without_language("a/talk.v2"), without_language("talk")
    ('a/talk', 'a/talk.v2', 'talk')
    """
    return LANGUAGE.sub("", stem)


def title_of(path: str) -> str:
    """File name without extension and language suffix.

    >>> title_of("a/talk.en.vtt")
    'talk'
    """
    return PurePosixPath(without_language(stem_of(path))).name


def video_ids(paths: Sequence[str]) -> dict[str, str]:
    """Give each path (relative, with "/") an id that is unique and safe as a file name on every system.

    The id is the path without extension where that is made of ASCII letters, digits and ._- only; else a slug
    of it and 8 hex digits of the SHA-256 of the exact path. Files whose plain ids would be the same, or
    differ in case alone, all get the second form.

    >>> video_ids(["talk.vtt", "b/talk.vtt"])
    {'talk.vtt': 'talk', 'b/talk.vtt': 'b-talk-84e91a83'}
    """
    stems = {path: stem_of(path) for path in paths}
    shared = Counter(stem.casefold() for stem in stems.values())
    return {
        path: stem if PLAIN.fullmatch(stem) and shared[stem.casefold()] == 1 else hashed_id(path)
        for path, stem in stems.items()
    }


def hashed_id(path: str) -> str:
    """A readable slug of the path, and a hash of the exact path."""
    ascii_only = unicodedata.normalize("NFKD", stem_of(path)).encode("ascii", "ignore").decode()
    slug = re.sub(r"[^A-Za-z0-9._-]+", "-", ascii_only)[:MAX_SLUG_CHARS].strip("-.") or "video"
    return f"{slug}-{hashlib.sha256(path.encode()).hexdigest()[:8]}"
