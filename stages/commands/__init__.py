"""The `vidwise` command, one file a command."""
