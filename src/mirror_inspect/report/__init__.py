"""What people look at: tables for a terminal, figures, reports."""
