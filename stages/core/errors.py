"""The one kind of error that a user can cause and mend."""


class UserError(Exception):
    """One line for the user: names the file, key or value, and says what to do. Shown without a traceback."""
