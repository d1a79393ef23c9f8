"""What `vidwise claim` and `vidwise check` rest on: declarations, looks, ledger, a fresh clone."""
