"""Text-only solvers of the bridges; they see the text with the number in it and never import from links."""
