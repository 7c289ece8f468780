"""Text-only solvers: they see what a subject sees and re-derive the answer by another method than the generator."""
