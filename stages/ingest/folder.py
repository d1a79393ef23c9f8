"""The reader `folder`: a user's own recordings, captions and questions.jsonl."""

import hashlib
import os
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from stages.core.artifacts import shown
from stages.core.errors import UserError
from stages.ingest.dataset import Dataset, Video
from stages.ingest.naming import stem_of, title_of, video_ids, without_language
from stages.ingest.questions import read_questions
from stages.ingest.tables import merge_repeats

QUESTIONS = "questions.jsonl"
MEDIA = frozenset(
    ".mp4 .m4v .mov .mkv .webm .avi .mpg .mpeg .ts .wmv .flv .3gp "
    ".mp3 .m4a .m4b .aac .ogg .oga .opus .wav .flac .aif .aiff .wma".split()
)
TEXT = ".txt"
CAPTIONS = (".vtt", ".srt", ".json3", ".ttml", ".dfxp", ".srv3", ".srv2", ".srv1", ".xml", ".json", TEXT)
"""In the order in which one of several beside a recording is chosen; never text, which may lack times."""
NO_INPUTS = ("README", "LICENSE", "LICENCE", "NOTICE", "COPYING")

BLOCK_BYTES = 1 << 20


@dataclass(frozen=True)
class Source:
    """The files of one video, relative to the dataset's folder."""

    media: str | None
    captions: str | None

    @property
    def named(self) -> str:
        """The file that names the video."""
        return self.media or self.captions or ""

    @property
    def heard(self) -> str:
        """The file that the transcript is made from."""
        return self.captions or self.media or ""


def read_folder(folder: Path, root: Path) -> Dataset:
    """Read a folder of recordings and captions, with questions.jsonl at its top or without.

    Args:
        folder: the dataset's folder.
        root: the project's root, from which the manifest's paths are.

    Raises: UserError when nothing in it can be read as a video, or questions.jsonl is wrong.
    """
    files = list_files(folder)
    sources, notes = pair(files)
    if not sources:
        raise UserError(
            f"{shown(folder)} holds no recordings and no captions: put some there (mp4, mp3, vtt, srt ...)"
        )
    ids = video_ids([source.named for source in sources])
    prefix = folder.relative_to(root).as_posix()
    videos = [
        Video(
            video_id=ids[source.named],
            title=title_of(source.named),
            sha256=sha256_of(folder / source.heard),
            media=f"{prefix}/{source.media}" if source.media else None,
            captions=f"{prefix}/{source.captions}" if source.captions else None,
        )
        for source in sources
    ]
    asked = folder / QUESTIONS
    read = read_questions(asked, names_of(sources, ids)) if asked.is_file() else []
    questions, repeats = merge_repeats(read)
    return Dataset(videos=videos, questions=questions, repeats=repeats, notes=notes)


def list_files(folder: Path) -> list[str]:
    """Paths of all files below `folder` that may be inputs, relative, with "/", sorted.

    Hidden files, README, licences, Markdown, questions.jsonl in any folder and DVC's own files are never
    inputs.
    """
    found = []
    for parent, folders, names in os.walk(folder, followlinks=False):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            path = (Path(parent) / name).relative_to(folder).as_posix()
            if is_text(path) and not is_no_input(name):
                found.append(path)
    return sorted(found)


def is_text(path: str) -> bool:
    """True for a name in Unicode; raises UserError for other bytes, which no artifact can hold."""
    try:
        path.encode()
    except UnicodeEncodeError:
        raise UserError(f"{os.fsencode(path)!r}: the file's name is not UTF-8: rename it") from None
    return True


def is_no_input(name: str) -> bool:
    """Files that belong to a dataset's folder without being recordings or captions."""
    about = name.startswith(NO_INPUTS) and suffix_of(name) not in MEDIA
    return about or name == QUESTIONS or name.startswith(".") or name.endswith((".md", ".dvc"))


def pair(files: Sequence[str]) -> tuple[list[Source], list[str]]:
    """Captions beside a recording of the same name belong to it; others stand alone.

    Returns: the videos' files, and notes on what is not used.
    """
    notes = []
    media = [path for path in files if suffix_of(path) in MEDIA]
    captions = [path for path in files if suffix_of(path) in CAPTIONS]
    used = {*media, *captions}
    unread = [path for path in files if path not in used]
    if unread:
        notes.append(f"passed over, not recordings or captions: {', '.join(unread)}")
    by_stem: defaultdict[str, list[str]] = defaultdict(list)
    for path in media:
        by_stem[stem_of(path)].append(path)
    beside: defaultdict[str, list[str]] = defaultdict(list)
    alone = []
    for path in captions:
        stem = stem_of(path)
        owner = stem if stem in by_stem else without_language(stem)
        if owner in by_stem and suffix_of(path) == TEXT:
            notes.append(f"{path}: not used, {by_stem[owner][0]} is heard; if it has times, name it .vtt")
        elif owner in by_stem:
            beside[owner].append(path)
        else:
            alone.append(path)
    sources = [Source(None, path) for path in alone]
    for stem, recordings in by_stem.items():
        tracks = sorted(beside[stem], key=preference)
        if len(tracks) > 1:
            notes.append(
                f"{', '.join(recordings)}: its captions are {tracks[0]}; not used: {', '.join(tracks[1:])}"
            )
        sources += [Source(path, tracks[0] if tracks else None) for path in recordings]
    return sorted(sources, key=lambda source: source.named), notes


def preference(path: str) -> tuple[bool, int, str]:
    """Without a language suffix before with one, then by format, then by name."""
    stem = stem_of(path)
    return (without_language(stem) != stem, CAPTIONS.index(suffix_of(path)), path)


def suffix_of(path: str) -> str:
    """The extension in lower case."""
    return PurePosixPath(path).suffix.lower()


def names_of(sources: Iterable[Source], ids: dict[str, str]) -> dict[str, list[str]]:
    """What a user may call a video -> its ids: the path with or without extension and language.

    An exact path counts before a shorter form, so that `talk` means talk.mp4 rather than talk.en.vtt.
    """
    names: dict[str, list[str]] = {}
    forms = (str, stem_of, lambda path: without_language(stem_of(path)), composed)
    for form in forms:
        found: defaultdict[str, list[str]] = defaultdict(list)
        for source in sources:
            found[form(source.named)].append(ids[source.named])
        for name, video_id in found.items():
            names.setdefault(name, video_id)
    return names


def composed(path: str) -> str:
    """The path without extension in Unicode's composed form, as keyboards write it."""
    return unicodedata.normalize("NFC", stem_of(path))


def sha256_of(path: Path) -> str:
    """SHA-256 of a file, in hex."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(BLOCK_BYTES):
            digest.update(block)
    return digest.hexdigest()
