"""TTML and IMSC: https://www.w3.org/TR/ttml2/. The text of body, div, p and span, with every form of time."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from xml.etree.ElementTree import Element

from stages.transcribe.captions.cues import Cue, Line, Part, ends_filled, split_lines
from stages.transcribe.captions.losses import Losses, nonspace
from stages.transcribe.captions.xml_file import attribute, local_name

CLOCK = re.compile(
    r"(\d{1,9}):(\d{1,2}):(\d{1,2})(?:\.(\d{1,9})\d*|[:;](\d{1,4})(?:\.(\d{1,4}))?)?", re.ASCII
)
OFFSET = re.compile(r"(\d{1,12})(?:\.(\d{1,9})\d*)?(h|ms|m|s|f|t)", re.ASCII)
CONTENT = frozenset(("body", "div", "p", "span"))
UNIT_S = {"h": Fraction(3600), "m": Fraction(60), "s": Fraction(1), "ms": Fraction(1, 1000)}


@dataclass(frozen=True)
class Clock:
    """How the document counts time (ttp: parameters)."""

    frames_per_s: Fraction
    nominal_frames: int
    subframes: int
    ticks_per_s: Fraction
    smpte: bool
    drop: str

    def seconds(self, expression: str | None) -> Fraction | None:
        """A time expression in seconds; None if there is none, or it is malformed."""
        text = (expression or "").strip()
        if found := CLOCK.fullmatch(text):
            hours, minutes, whole, fraction, frames, subframes = found.groups()
            count = int(hours) * 3600 + int(minutes) * 60 + int(whole)
            counted = Fraction(int(frames or 0)) + Fraction(int(subframes or 0), self.subframes)
            if self.smpte and fraction is None:
                counted += count * self.nominal_frames - self.dropped(int(hours) * 60 + int(minutes))
                return counted / self.frames_per_s
            return count + Fraction(f"0.{fraction or 0}") + counted / self.frames_per_s
        if found := OFFSET.fullmatch(text):
            value = Fraction(f"{found[1]}.{found[2] or 0}")
            if found[3] == "f":
                return value / self.frames_per_s
            return value / self.ticks_per_s if found[3] == "t" else value * UNIT_S[found[3]]
        return None

    def dropped(self, minutes: int) -> int:
        """Frame numbers left out of SMPTE's drop frame count in so many minutes (TTML2, ttp:dropMode)."""
        if self.drop == "dropNTSC":
            return 2 * (minutes - minutes // 10)
        return 4 * (minutes // 2 - minutes // 20) if self.drop == "dropPAL" else 0


@dataclass(frozen=True)
class Interval:
    """When an element is active, seconds; without an end until its parent's."""

    begin_s: Fraction
    end_s: Fraction | None
    explicit: bool
    """Whether the element, or one around it, has a time of its own."""


def parse_ttml(root: Element, losses: Losses) -> list[Cue]:
    """Read a document: one cue for each p; its spans may have speakers (ttm:agent) and times of their own."""
    reader = Reader(clock_of(root), agents_of(root), losses)
    cues: list[Cue] = []
    for body in root:
        if local_name(body) == "body":
            interval = reader.interval(body, Interval(Fraction(0), None, False), Fraction(0))
            cues += reader.cues(body, interval, reader.agent(body, None))
    losses.repaired += sum(cue.end_s is None and cue.start_s is not None for cue in cues)
    return ends_filled(cues)


def clock_of(root: Element) -> Clock:
    """The document's clock, by its ttp: parameters and their defaults."""
    rate = natural(attribute(root, "frameRate"), 30)
    given = re.fullmatch(
        r"\s*(\d{1,9})(?:[\s:]+(\d{1,9}))?\s*", attribute(root, "frameRateMultiplier") or "", re.ASCII
    )
    multiplier = Fraction(1)
    if given and int(given[1]) and int(given[2] or 1):
        multiplier = Fraction(int(given[1]), int(given[2] or 1))
    subframes = natural(attribute(root, "subFrameRate"), 1)
    default_ticks = rate * subframes if attribute(root, "frameRate") else 1
    return Clock(
        frames_per_s=rate * multiplier,
        nominal_frames=rate,
        subframes=subframes,
        ticks_per_s=Fraction(natural(attribute(root, "tickRate"), default_ticks)),
        smpte=attribute(root, "timeBase") == "smpte",
        drop=attribute(root, "dropMode") or "nonDrop",
    )


def natural(text: str | None, default: int) -> int:
    """A number above 0, or the default for anything else."""
    found = re.fullmatch(r"\s*(\d{1,12})\s*", text or "", re.ASCII)
    return int(found[1]) or default if found else default


def agents_of(root: Element) -> dict[str, str]:
    """Ids of the document's agents -> their names, without which the id is the name."""
    agents: dict[str, str] = {}
    for element in root.iter():
        name = attribute(element, "id")
        if local_name(element) == "agent" and name:
            names = [
                " ".join("".join(child.itertext()).split())
                for child in element
                if local_name(child) == "name"
            ]
            agents[name] = next((text for text in names if text), name)
    return agents


@dataclass(frozen=True)
class Reader:
    """Walks the document with its clock and agents."""

    clock: Clock
    agents: dict[str, str]
    losses: Losses

    def interval(self, element: Element, around: Interval, reference_s: Fraction) -> Interval:
        """When an element is active (TTML2, 12.3): times count from `reference_s`, the parent ends it."""
        times = {name: attribute(element, name) for name in ("begin", "end", "dur")}
        for name, text in times.items():
            if text is not None and self.clock.seconds(text) is None:
                self.losses.repaired += 1
                self.losses.warn(f"{name}={text[:40]!r} is no time of TTML, and is ignored")
        begin, end, dur = (self.clock.seconds(times[name]) for name in ("begin", "end", "dur"))
        begin_s = reference_s + (begin or 0)
        ends = [around.end_s] if around.end_s is not None else []
        ends += [reference_s + end] if end is not None else []
        ends += [begin_s + dur] if dur is not None else []
        explicit = around.explicit or any(time is not None for time in (begin, end, dur))
        return Interval(begin_s, min(ends, default=None), explicit)

    def inside(self, element: Element, interval: Interval) -> Iterator[tuple[Element, Interval]]:
        """The element's children with content; in a sequence (timeContainer) one after the other."""
        sequence = attribute(element, "timeContainer") == "seq"
        reference_s = interval.begin_s
        for child in element:
            if local_name(child) in CONTENT:
                found = self.interval(child, interval, reference_s)
                if sequence:
                    reference_s = found.begin_s if found.end_s is None else found.end_s
                yield child, found

    def agent(self, element: Element, around: str | None) -> str | None:
        """Who speaks in the element."""
        named = (attribute(element, "agent") or "").split()
        return self.agents.get(named[0], named[0]) if named else around

    def cues(self, element: Element, interval: Interval, speaker: str | None) -> list[Cue]:
        """The cues of a body or div; text that stands there outside of a p is not shown, but counted."""
        found: list[Cue] = []
        self.losses.stray(" ".join([element.text or "", *(child.tail or "" for child in element)]))
        for child, times in self.inside(element, interval):
            who = self.agent(child, speaker)
            if local_name(child) in ("body", "div"):
                found += self.cues(child, times, who)
            elif local_name(child) == "p":
                found.append(self.paragraph(child, times, who))
        return found

    def paragraph(self, element: Element, interval: Interval, speaker: str | None) -> Cue:
        """One p as a cue; where only its spans have times, from the first of them to the last."""
        runs = list(self.runs(element, interval, speaker))
        self.losses.read(sum(nonspace(text) for _, text, _ in runs))
        timed = [times for _, text, times in runs if text.strip() and times.explicit]
        own = interval
        if not interval.explicit and timed:
            ends = [times.end_s for times in timed]
            last = None if None in ends else max(end for end in ends if end is not None)
            own = Interval(min(times.begin_s for times in timed), last, True)
        lines: list[Line] = []
        parts: list[Part] = []
        who, current = speaker, own
        for agent, text, times in runs:
            if agent != who:
                lines += split_lines(who, parts)
                parts, who = [], agent
            stamp = float(times.begin_s) if times.explicit and times != current and text.strip() else None
            if stamp is not None and current.end_s is not None and current.end_s < times.begin_s:
                parts.append(Part("", float(current.end_s)))
            if text.strip():
                current = times
            parts.append(Part(text, stamp))
        if parts and current.end_s is not None and current != own:
            parts.append(Part("", float(current.end_s)))
        lines += split_lines(who, parts)
        if not own.explicit:
            return Cue(None, None, tuple(lines))
        return Cue(float(own.begin_s), None if own.end_s is None else float(own.end_s), tuple(lines))

    def runs(
        self, element: Element, interval: Interval, speaker: str | None
    ) -> Iterator[tuple[str | None, str, Interval]]:
        """Speaker, text and time of each stretch of text in an element; a line break is a line feed."""
        yield speaker, element.text or "", interval
        times = {id(child): found for child, found in self.inside(element, interval)}
        for child in element:
            if local_name(child) == "br":
                yield speaker, "\n", interval
            elif local_name(child) == "span":
                yield from self.runs(child, times[id(child)], self.agent(child, speaker))
            yield speaker, child.tail or "", interval
