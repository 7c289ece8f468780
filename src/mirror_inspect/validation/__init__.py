"""Proof that the instrument measures what it says: planted truths against recovered metrics, in two layers."""
