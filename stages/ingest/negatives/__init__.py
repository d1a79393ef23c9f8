"""Questions that a video does not answer, made from those that others do: one file a kind."""
