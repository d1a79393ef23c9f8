"""YouTube's own formats: json3, and the XML that it calls srv1, srv2 and srv3.

Events of one window show a line each and stay on the screen while the next ones are said. So a line's last
word is over when the next line of its window begins, although the line ends later.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

from stages.transcribe.captions.cues import Cue, Part, ends_filled, split_lines
from stages.transcribe.captions.json_file import milliseconds, seconds
from stages.transcribe.captions.losses import Losses, nonspace
from stages.transcribe.captions.markup import plain
from stages.transcribe.captions.xml_file import local_name


class Event(NamedTuple):
    """A line that appears: its window, and its parts, the first without a stamp."""

    start_s: float
    duration_s: float | None
    window: Any
    parts: list[Part]

    @property
    def text(self) -> str:
        """The parts' texts, joined with nothing between."""
        return "".join(part.text for part in self.parts)


def parse_json3(document: Mapping[str, Any], losses: Losses) -> list[Cue]:
    """Read json3: one cue for each event with text. Windows and pens are none."""
    rows = document["events"]
    if not isinstance(rows, list):
        raise ValueError('is json3 whose "events" are no list: fetch it again')
    return event_cues([event for row in rows if (event := json3_event(row, losses)) is not None], losses)


def json3_event(row: Any, losses: Losses) -> Event | None:
    """One event; None for one that has no text by its nature."""
    segs = row.get("segs") if isinstance(row, dict) else None
    if not isinstance(segs, list):
        losses.skipped_blocks["windows"] += 1
        return None
    parts = []
    start_s = milliseconds(row.get("tStartMs")) or 0.0
    for seg in segs:
        text = seg.get("utf8") if isinstance(seg, dict) else None
        if isinstance(text, str):
            offset_s = milliseconds(seg.get("tOffsetMs"))
            parts.append(Part(text, start_s + offset_s if offset_s else None))
    return Event(start_s, milliseconds(row.get("dDurationMs")), row.get("wWinId"), parts)


def parse_srv(root: Element, losses: Losses) -> list[Cue]:
    """Read srv3 (p and s, in ms), srv2 (text with t and d, in ms) or srv1 (text with start and dur, in s)."""
    events = []
    for element in root.iter():
        name = local_name(element)
        if name == "p":
            events.append(srv3_event(element))
        elif name == "text":
            in_ms = "t" in element.attrib
            start_s = milliseconds(element.get("t")) if in_ms else seconds(element.get("start"))
            duration_s = milliseconds(element.get("d")) if in_ms else seconds(element.get("dur"))
            text = "".join(element.itertext())
            # There the text was escaped for HTML before it was for XML.
            events.append(Event(start_s or 0.0, duration_s, None, [Part(plain(text, entities=True))]))
    return event_cues(events, losses)


def srv3_event(paragraph: Element) -> Event:
    """A paragraph of srv3, with its words."""
    start_s = milliseconds(paragraph.get("t")) or 0.0
    parts = [Part(paragraph.text or "")]
    for word in paragraph:
        offset_s = milliseconds(word.get("t"))
        parts.append(Part("".join(word.itertext()), start_s + offset_s if offset_s else None))
        parts.append(Part(word.tail or ""))
    return Event(start_s, milliseconds(paragraph.get("d")), paragraph.get("w"), [p for p in parts if p.text])


def event_cues(events: Sequence[Event], losses: Losses) -> list[Cue]:
    """Events as cues; those that only break the line are counted as without text."""
    said = []
    for event in events:
        losses.read(nonspace(event.text))
        if event.text.strip():
            said.append(event)
        else:
            losses.dropped["no_text"] += 1
    cues = []
    following: dict[str, float] = {}
    for event in reversed(said):
        losses.repaired += event.duration_s is None
        end_s = None if event.duration_s is None else event.start_s + event.duration_s
        parts = list(event.parts)
        next_s = following.get(repr(event.window))
        stamped = any(part.stamp_s is not None for part in parts)
        if stamped and next_s is not None and (end_s is None or event.start_s < next_s < end_s):
            parts.append(Part("", next_s))
        following[repr(event.window)] = event.start_s
        cues.append(Cue(event.start_s, end_s, split_lines(None, parts)))
    return ends_filled(cues[::-1])
