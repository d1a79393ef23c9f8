"""Ranked passages become answers with citations, or refusals."""
