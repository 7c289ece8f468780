"""Inspect scorers and metrics: thin calls into the measurement library."""
