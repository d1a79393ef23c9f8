"""Transcripts become chunks."""
