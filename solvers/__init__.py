"""Inspect solvers: channels, conditions and paradigms, and the plans and datasets they run on."""
