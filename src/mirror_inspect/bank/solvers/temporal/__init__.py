"""Text-only solvers for the temporal domain."""
