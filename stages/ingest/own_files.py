"""What the readers of public sets share: a set's own JSON, checked, and transcripts that become captions."""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from stages.core.artifacts import shown
from stages.core.errors import UserError
from stages.ingest.dataset import Video
from stages.ingest.naming import video_ids

T = TypeVar("T")


def read_text(path: Path) -> str:
    """Read a file of UTF-8 text, line ends as they are; UserError where it is missing or other bytes."""
    try:
        return read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UserError(
            f"{shown(path)} is not UTF-8 (byte {error.start}): restore the file from its source"
        ) from None


def read_json_as(path: Path, shape: type[T]) -> T:
    """Read a file of JSON; UserError naming the file, and the place in it, where it is missing or differs."""
    return checked_json(read_bytes(path), shape, shown(path))


def read_json_lines_as(path: Path, shape: type[T]) -> list[T]:
    """Read a file of JSON lines, each of the same shape; UserError as for `read_json_as`."""
    return [
        checked_json(line, shape, f"{shown(path)}: line {number}")
        for number, line in enumerate(read_bytes(path).split(b"\n"), start=1)
        if line.strip()
    ]


def read_bytes(path: Path) -> bytes:
    """The content of a file that the user brings."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise UserError(f"{shown(path)} is missing: copy the set's files there (docs/datasets.md)") from None


def checked_json(raw: bytes, shape: type[T], where: str) -> T:
    """JSON as a value of `shape`."""
    try:
        return TypeAdapter(shape).validate_json(raw)
    except ValidationError as error:
        raise UserError(f"{where}: {first_fault(error)}: restore the file from its source") from None


def first_fault(error: ValidationError) -> str:
    """The place of the first thing that is wrong, and what it is."""
    first = error.errors(include_url=False, include_input=False)[0]
    return ": ".join(filter(None, [".".join(str(part) for part in first["loc"]), first["msg"]]))


def ids_of(names: Sequence[str]) -> dict[str, str]:
    """The video_id of each name that a set gives its videos, whatever characters and dots are in it.

    >>> ids_of(["St._Louis"])
    {'St._Louis': 'St._Louis'}
    """
    ids = video_ids([f"{name}.json" for name in names])
    return {name: ids[f"{name}.json"] for name in names}


def captions_text(texts: Sequence[str], speakers: Sequence[str] | None = None) -> str:
    r"""Texts in the form of Whisper's JSON, without times: segment i is text i, even if it is empty.

    Args:
        texts: sentences, turns or lines.
        speakers: of each text, where the set names them.

    >>> captions_text(["One.", ""])
    '{"segments": [{"text": "One."}, {"text": ""}]}\n'
    """
    segments = [{"text": text} for text in texts]
    if speakers is not None:
        segments = [row | {"speaker": speaker} for row, speaker in zip(segments, speakers, strict=True)]
    return json.dumps({"segments": segments}, ensure_ascii=False) + "\n"


def captioned(
    video_id: str,
    title: str,
    text: str,
    captions_prefix: str,
    *,
    url: str | None = None,
    domain: str | None = None,
    family: str | None = None,
) -> Video:
    """A video whose transcript is the set's own.

    Args:
        video_id: as its file in data/captions is named.
        title: the video's title; white space is folded.
        text: the content of that file.
        captions_prefix: folder, from the project's root, into which `Dataset.captions` will be written.
        url: as for `Video`.
        domain: as for `Video`.
        family: as for `Video`.
    """
    return Video(
        video_id=video_id,
        title=" ".join(title.split()),
        sha256=hashlib.sha256(text.encode()).hexdigest(),
        captions=f"{captions_prefix}/{captions_name(video_id)}",
        url=url,
        domain=domain,
        family=family,
    )


def captions_name(video_id: str) -> str:
    """The name of a video's file in data/captions."""
    return f"{video_id}.json"
