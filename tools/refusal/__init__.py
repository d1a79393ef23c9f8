"""How well refusal is told from features, and whether its guarantee holds when videos are drawn again."""
