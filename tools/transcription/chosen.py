"""What conf/ says, as the stages are told it."""

from functools import cache
from typing import Any

from stages.configure.compose import checked, composed
from stages.core.paths import CONF
from stages.core.settings import check_settings
from stages.transcribe.settings import SECTION, Settings

MODELS = ("tiny-en", "base")
"""Choices of conf/transcribe that are compared."""


@cache
def section(group: str, choice: str) -> dict[str, Any]:
    """A choice of a group of conf/ that refers to no other, resolved; params.yaml does not count."""
    return checked(group, composed({group: choice}, {}, CONF)[group], choice, {}, CONF)


def settings(model: str) -> Settings:
    """The settings of the stage transcribe with one of MODELS."""
    return check_settings(Settings, section(SECTION, model), f"conf/transcribe/{model}.yaml", SECTION)
