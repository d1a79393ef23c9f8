"""Questions become rankings, and label-free features that a refusal can be decided on."""
