"""`make coverage`: how often the intervals of stages/evaluate hold the true rate, by simulation."""
