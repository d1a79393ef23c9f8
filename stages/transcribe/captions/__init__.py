"""Caption files of every format become segments."""
