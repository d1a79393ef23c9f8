"""How well and how fast speech is recognised: measured, and written to docs/transcription.md."""
