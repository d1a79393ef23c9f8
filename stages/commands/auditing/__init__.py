"""What `vidwise audit` is made of: the sample, the page to mark it on, and the marks that come back."""
