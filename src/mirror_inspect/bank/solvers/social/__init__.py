"""Text-only solvers for the social domain."""
