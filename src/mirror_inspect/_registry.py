"""Entry point for Inspect: importing it registers what the package offers."""

from mirror_inspect.subjects.provider import SimulatedSubject

__all__ = ["SimulatedSubject"]
