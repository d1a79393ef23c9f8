"""Chunks and questions become unit vectors."""
