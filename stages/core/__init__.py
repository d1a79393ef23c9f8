"""The words all rooms share: records, spans, artifacts, settings, errors, progress."""
