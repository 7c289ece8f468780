"""The frozen item bank."""
