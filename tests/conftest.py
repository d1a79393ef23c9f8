"""Hypothesis without deadlines: a busy machine is no failure; and with the same examples in every run."""

import signal

from hypothesis import settings

settings.register_profile("vidwise", deadline=None, derandomize=True, database=None)
settings.load_profile("vidwise")

# A shell's background jobs ignore Ctrl-C, and so would every program that a test starts and interrupts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
