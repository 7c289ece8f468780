"""From a reply to a grade: one code path for all channels."""
