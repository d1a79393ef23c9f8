"""`make results`: run every dataset that is here in a clean clone, and write what was seen."""
