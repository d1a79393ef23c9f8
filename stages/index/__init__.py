"""Chunks and vectors become the index that DVC hashes: dense matrix and BM25."""
