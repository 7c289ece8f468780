"""The experiments as Inspect tasks."""

from mirror_inspect.tasks.exp1_atlas import exp1_atlas
from mirror_inspect.tasks.exp9_knowdo import exp9_knowdo

__all__ = ["exp1_atlas", "exp9_knowdo"]
