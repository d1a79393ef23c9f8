"""Things developers run that no stage needs."""
