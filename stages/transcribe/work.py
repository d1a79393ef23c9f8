"""Parts of recordings on their way through the recognisers."""

import hashlib
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import asdict
from pathlib import Path

from stages.models.asr import Heard
from stages.models.audio import SAMPLE_RATE, AudioError, Blocks, Pcm, Sound
from stages.transcribe.known import Known
from stages.transcribe.listeners import Submit
from stages.transcribe.parts import parts
from stages.transcribe.settings import DETECT, Settings


class Work:
    """Hands parts to recognisers, a few ahead of them, and keeps each result as soon as it is there."""

    def __init__(self, known: Known, submit: Submit, advance: Callable[[float], None], ahead: int) -> None:
        """Start with nothing to do.

        Args:
            known: gets every result.
            submit: hands a part to a recogniser.
            advance: is told the minutes of each part that is done.
            ahead: parts that may be under way at once.
        """
        self.known = known
        self.submit = submit
        self.advance = advance
        self.ahead = ahead
        self.under_way: dict[Future[Heard], tuple[str, float]] = {}

    def hear(self, key: str, path: Path, sound: Sound, settings: Settings) -> None:
        """Decode a recording and hand on what is not known of it; its entry is kept under `key`."""
        blocks = Blocks(path, sound)
        done: list[tuple[float, str]] = []
        samples = 0
        for start_s, pcm in parts(blocks):
            language = self.detected(done) if settings.language == DETECT else settings.language
            part = self.known.key(pcm=hashlib.sha256(pcm.tobytes()).hexdigest(), language=language)
            self.want(part, pcm, language)
            done.append((start_s, part))
            samples += len(pcm)
        if not samples:
            raise AudioError("holds no sound that can be decoded")
        self.known.add(
            key,
            {
                "sound": asdict(sound),
                "heard_s": samples / SAMPLE_RATE,
                "broken_packets": blocks.broken_packets,
                "parts": done,
            },
        )

    def want(self, part: str, pcm: Pcm, language: str | None) -> None:
        """Have a part heard, unless its like has been or is being heard."""
        minutes = len(pcm) / SAMPLE_RATE / 60
        if self.known.has(part) or part in (key for key, _ in self.under_way.values()):
            self.advance(minutes)
            return
        while len(self.under_way) >= self.ahead:
            self.collect()
        future = self.submit(pcm, language)
        self.under_way[future] = (part, minutes)
        if future.done():
            self.collect()

    def detected(self, earlier: list[tuple[float, str]]) -> str | None:
        """The language of a recording's earlier parts, for which they must be heard; None in silence."""
        for _, part in earlier:
            while not self.known.has(part):
                self.collect()
            if (language := self.known.part(part)["language"]) is not None:
                return language
        return None

    def collect(self) -> None:
        """Wait for what is done next, and keep it."""
        for future in wait(self.under_way, return_when=FIRST_COMPLETED).done:
            part, minutes = self.under_way.pop(future)
            self.known.add(part, future.result())
            self.advance(minutes)

    def finish(self) -> None:
        """Wait for all that is under way."""
        while self.under_way:
            self.collect()
