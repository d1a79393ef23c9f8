"""What is known of recordings: raw results by key, in the cache and in this run."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, TypedDict

from stages.core.cache import Cache, content_key
from stages.models.asr import Heard


class Entry(TypedDict):
    """What the cache knows of a recording."""

    sound: dict[str, Any]
    """Fields of `audio.Sound`."""
    heard_s: float
    """Seconds of sound that were decoded."""
    broken_packets: int
    """Packets of the file that did not decode."""
    parts: list[tuple[float, str]]
    """When each part starts, in seconds from the first sample, and under which key its result is."""


class Known:
    """Raw results by key: those of the cache that were looked up, and those that are added."""

    def __init__(self, cache: Cache, base: Mapping[str, Any]) -> None:
        """`base` is part of every key: what results depend on but for the sound and its language."""
        self.cache = cache
        self.base = base
        self.raw: dict[str, bytes] = {}

    def key(self, **about: Any) -> str:
        """The key of a recording or a part, which `about` tells from others."""
        return content_key(**self.base, **about)

    def look_up(self, keys: Iterable[str]) -> None:
        """Fetch recordings and their parts from the cache."""
        found = self.cache.get_many(keys)
        inside = self.cache.get_many(part for raw in found.values() for _, part in json.loads(raw)["parts"])
        self.raw |= found | inside

    def has(self, key: str) -> bool:
        """Whether a part's result is known, or in the cache."""
        if key not in self.raw:
            self.raw |= self.cache.get_many([key])
        return key in self.raw

    def entry(self, key: str) -> Entry | None:
        """What is known of a recording, if that is all of it."""
        if key not in self.raw:
            return None
        entry: Entry = json.loads(self.raw[key])
        return entry if all(part in self.raw for _, part in entry["parts"]) else None

    def part(self, key: str) -> Heard:
        """What was heard in a part that is known."""
        heard: Heard = json.loads(self.raw[key])
        return heard

    def add(self, key: str, value: Heard | Entry) -> None:
        """Keep a result, here and in the cache."""
        raw = json.dumps(value, sort_keys=True, ensure_ascii=False, allow_nan=False).encode()
        self.raw[key] = raw
        self.cache.put_many({key: raw})
