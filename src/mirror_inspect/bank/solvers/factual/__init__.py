"""Text-only solvers for the factual domain."""
