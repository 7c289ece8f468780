"""From observations to estimates: which rows enter which metric. Pure; used by the log's metrics and by reports."""
