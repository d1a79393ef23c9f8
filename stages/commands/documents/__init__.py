"""Generated blocks of README.md and docs/: figures from committed data, none typed by hand."""
