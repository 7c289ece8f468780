"""What a subject is asked and how its reply is read: prompt texts and strict parsers, one small module per channel."""
