"""Chunks and vectors become the index that DVC hashes: dense matrix, BM25, counts of words and n-grams."""
