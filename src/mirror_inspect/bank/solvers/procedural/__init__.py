"""Text-only solvers for the procedural domain."""
