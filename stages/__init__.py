"""The rooms of VidWise: one folder per DVC stage, and what they share.

Importing this package checks the interpreter and switches the network off, before any engine is imported.
"""

from stages.interpreter import require_locked_packages, stay_offline

require_locked_packages()
stay_offline()
