"""`python -m tools.talks`: make the corpus of talks from the written scripts."""
