"""One module per construct: arrays in, one `Estimate` or a small record of them out."""
