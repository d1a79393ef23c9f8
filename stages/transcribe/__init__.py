"""Recordings and captions become transcripts with exact spans and word times."""
