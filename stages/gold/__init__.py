"""Labels become gold: character spans in the transcripts."""
