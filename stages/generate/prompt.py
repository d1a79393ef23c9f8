"""What a language model is asked: passages, fenced as data, and the question, laid into a file of conf/."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import Any

from stages.core.artifacts import shown
from stages.core.errors import UserError
from stages.core.transcripts import SEPARATOR, Transcript
from stages.generate.generator import Question

FENCE = "`"
MIN_FENCE = 3
BETWEEN_ROLES = re.compile(r"^---$\n?", re.MULTILINE)


@dataclass(frozen=True)
class Prompt:
    """The messages of one question, in order, as (role, content), and the schema that the reply must have."""

    messages: tuple[tuple[str, str], ...]
    schema: Mapping[str, Any]


def read_template(path: Path) -> Template:
    """Read a prompt's file; UserError if it is not there."""
    try:
        return Template(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        there = ", ".join(sorted(other.stem for other in path.parent.glob("*.txt")))
        raise UserError(
            f"generate.prompt: there is no {shown(path)}; {shown(path.parent)}/ has {there}"
        ) from None


def messages(
    template: Template, question: Question, transcripts: Mapping[str, Transcript], bounds: Mapping[str, int]
) -> tuple[tuple[str, str], ...]:
    """A question's messages: what stands above a line `---` is the system's, what stands below the user's.

    Args:
        template: with $passages, $question and the names of `bounds`; without `---` all is the user's.
        question: with the passages that are shown, which are numbered from 1.
        transcripts: by video_id.
        bounds: of the reply, for the instructions.

    Raises: UserError where the template has a `$` that means nothing.
    """
    texts = [shown_text(question, number, transcripts) for number in range(1, len(question.passages) + 1)]
    fence = fence_around(texts)
    numbered = (f"[{number}]\n{fence}\n{text}\n{fence}" for number, text in enumerate(texts, start=1))
    values = {"passages": "\n".join(numbered), "question": " ".join(question.text.split())} | dict(bounds)
    # The file is parted before anything is laid into it: a transcript that says --- starts no new role.
    *system, user = BETWEEN_ROLES.split(template.template, maxsplit=1)
    roles = [("system", text) for text in system] + [("user", user)]
    try:
        return tuple((role, Template(text).substitute(values).strip()) for role, text in roles)
    except (KeyError, ValueError) as error:
        raise UserError(
            f"generate.prompt: {error} means nothing there; known are "
            f"{', '.join(f'${name}' for name in values)}, and $$ is a dollar"
        ) from None


def shown_text(question: Question, number: int, transcripts: Mapping[str, Transcript]) -> str:
    """Passage `number` as the model sees it, character for character, but for the breaks between segments.

    They are spaces here: nobody says them.
    """
    passage = question.passages[number - 1]
    text = transcripts[passage.video_id].text[passage.char_start : passage.char_end]
    return text.replace(SEPARATOR, " ")


def fence_around(texts: Sequence[str]) -> str:
    """A fence that no text holds, so that none can end its own: one mark more than the longest run in them.

    >>> fence_around(["say ````"]), fence_around([])
    ('`````', '```')
    """
    longest = max((len(run) for text in texts for run in re.findall(f"{FENCE}+", text)), default=0)
    return FENCE * max(MIN_FENCE, longest + 1)
