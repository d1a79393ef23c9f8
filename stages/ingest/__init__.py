"""What a dataset holds: its recordings, its questions, and apart from them its labels."""
