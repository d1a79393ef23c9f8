"""Hypothesis without deadlines: a busy machine is no failure; and with the same examples in every run."""

from hypothesis import settings

settings.register_profile("vidwise", deadline=None, derandomize=True, database=None)
settings.load_profile("vidwise")
