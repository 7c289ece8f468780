"""Text-only solvers for the logical domain."""
