"""Text-only solvers for the spatial domain."""
