"""Adapters to engines that several rooms use: encoder, ASR, and the one function that finds weights."""
