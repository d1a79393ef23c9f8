"""A per-user cache of raw engine output, keyed by content, settings, weights and engine version.

It makes adding one video cost one video. `VIDWISE_CACHE` moves it to another folder, or by-passes it (`off`).
Safe to delete at any time: only time is lost.
"""

import hashlib
import json
import os
import sqlite3
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import platformdirs

KEYS_PER_QUERY = 500


def cache_folder() -> Path | None:
    """Where the caches lie; None when they are by-passed."""
    setting = os.environ.get("VIDWISE_CACHE", "")
    if setting == "off":
        return None
    return Path(setting) if setting else Path(platformdirs.user_cache_dir("vidwise"))


def content_key(**parts: Any) -> str:
    """A key from everything that the cached output depends on; parts are JSON values.

    >>> content_key(text="a", model="m") == content_key(model="m", text="a")
    True
    """
    return hashlib.sha256(json.dumps(parts, sort_keys=True, ensure_ascii=True).encode()).hexdigest()


class Cache:
    """Bytes by key, one SQLite file a kind. Several processes may use it at once."""

    def __init__(self, kind: str) -> None:
        folder = cache_folder()
        self.connection: sqlite3.Connection | None = None
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            self.connection = sqlite3.connect(folder / f"{kind}.sqlite", timeout=60)
            self.connection.execute(
                "CREATE TABLE IF NOT EXISTS entries (key TEXT PRIMARY KEY, value BLOB NOT NULL)"
            )

    def get_many(self, keys: Iterable[str]) -> dict[str, bytes]:
        """The entries that are there."""
        found: dict[str, bytes] = {}
        wanted = list(dict.fromkeys(keys))
        if self.connection is None:
            return found
        for i in range(0, len(wanted), KEYS_PER_QUERY):
            batch = wanted[i : i + KEYS_PER_QUERY]
            marks = ",".join("?" * len(batch))
            found.update(
                self.connection.execute(f"SELECT key, value FROM entries WHERE key IN ({marks})", batch)
            )
        return found

    def put_many(self, entries: Mapping[str, bytes]) -> None:
        """Add entries, all or none of them."""
        if self.connection is not None:
            with self.connection:
                self.connection.executemany(
                    "INSERT OR REPLACE INTO entries VALUES (?, ?)", list(entries.items())
                )

    def close(self) -> None:
        """Close the file."""
        if self.connection is not None:
            self.connection.close()
            self.connection = None
