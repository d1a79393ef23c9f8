"""Answers and rankings meet the gold: verdicts, and measures with intervals."""
