"""`make bench`: the peers and this project on the same questions, budgets and model, in one run."""
