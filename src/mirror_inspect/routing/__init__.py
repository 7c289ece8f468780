"""Routing: which components an external router takes away from the subject."""
