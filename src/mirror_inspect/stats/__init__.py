"""Resampling, tests, verdicts, reliability and norms; pure numpy and scipy."""
