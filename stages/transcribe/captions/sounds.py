"""Cues that are no speech: sound labels such as [Music] and (applause), and notes without words."""

import re

LABEL = re.compile(r"[\[(（【*]([^\[\]()（）【】*]*)[\])）】*]")
OPENING = frozenset("[(（【*")
NOTES = frozenset("♩♪♫♬🎵🎶")
SILENT = NOTES | frozenset("#-–—~…[](){}（）【】*.,:")

SOUNDS = frozenset(
    """
    music applause laughter laughs laughing laugh chuckles chuckling chuckle cheers cheering clapping claps
    singing silence pause noise static beep beeping coughs coughing cough sighs sigh inaudible
    unintelligible indistinct crosstalk foreign blank_audio sound sounds musik applaus gelächter lachen
    beifall musique applaudissements rires música musica aplausos risas applausi risate risos palmas muziek
    gelach музыка аплодисменты смех müzik alkış musiikkia muzyka oklaski śmiech 音楽 拍手 笑い 笑い声
    音乐 掌声 笑声 음악 박수 웃음 موسيقى تصفيق
    """.split()
)
ABOUT_SOUNDS = frozenset(
    """
    and & the plays playing continues stops crowd audience background theme intro outro opening closing
    upbeat soft gentle dramatic light loud slow fast somber suspenseful ambient electronic piano guitar jazz
    rock classical instrumental orchestral cheerful happy sad tense ominous mysterious calm quiet playful
    energetic epic
    """.split()
)


def is_sound(text: str) -> bool:
    """Whether a cue's whole text is sound labels or notes. Brackets with other words in them are speech.

    >>> [is_sound(text) for text in ("[Music]", "[♪♪♪]", "(APPLAUSE) (upbeat music)", "*laughs*")]
    [True, True, True, True]
    >>> [is_sound(text) for text in ("[see table four]", "(door closes)", "Music", "♪ la ♪", "")]
    [False, False, False, False, False]
    """
    if OPENING.isdisjoint(text) and NOTES.isdisjoint(text):
        return False
    rest = LABEL.sub(lambda found: "♪" if is_label(found[1]) else found[0], text.replace(">>", ""))
    return not NOTES.isdisjoint(rest) and all(
        character in SILENT or character.isspace() for character in rest
    )


def is_label(inside: str) -> bool:
    """Whether what stands in the brackets names a sound: `Music`, `upbeat music`, `laughs and applause`."""
    words = "".join(" " if character in SILENT else character for character in inside).casefold().split()
    if not words:
        return any(character in NOTES for character in inside)
    return any(word in SOUNDS for word in words) and all(word in SOUNDS | ABOUT_SOUNDS for word in words)
