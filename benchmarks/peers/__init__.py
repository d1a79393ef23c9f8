"""What others use to cut and to search, in an environment of its own."""
