"""Text-only solvers for the linguistic domain."""
