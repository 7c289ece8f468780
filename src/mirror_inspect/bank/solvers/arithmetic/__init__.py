"""Text-only solvers for the arithmetic domain."""
