"""Dates, clock times and durations as people write them, shared by the temporal families."""

import random
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Final

MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
WEEKDAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
NUMBERS: Final = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
           "twelve", "thirteen", "fourteen")  # fmt: skip
TWENTY_FOUR_HOURS: Final = 1440


def long_date(day: date, *, american: bool = False) -> str:
    """Return "4 March 2027", or "March 4, 2027"."""
    month = MONTHS[day.month - 1]
    return f"{month} {day.day}, {day.year}" if american else f"{day.day} {month} {day.year}"


def some_date(rng: random.Random, first: int = 2027, last: int = 2034) -> date:
    """Return a random day of the years ``first`` to ``last``."""
    start = date(first, 1, 1)
    return start + timedelta(days=rng.randrange((date(last, 12, 31) - start).days + 1))


def clock(minutes: int) -> str:
    """Return minutes after midnight on the 24-hour clock; whole days are dropped."""
    return f"{minutes // 60 % 24:02d}:{minutes % 60:02d}"


def counted(n: int, noun: str) -> str:
    """Return "1 hour", "2 hours"."""
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def hours_minutes(minutes: int) -> str:
    """Return a duration as "3 hours 20 minutes", leaving out a part that is zero."""
    hours, rest = divmod(minutes, 60)
    parts = [counted(hours, "hour")] if hours else []
    return " ".join(parts + ([counted(rest, "minute")] if rest or not hours else []))


def listed(parts: Sequence[str]) -> str:
    """Return "a", "a and b", "a, b and c"."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def capital(text: str) -> str:
    """Return the text with its first letter in upper case."""
    return text[:1].upper() + text[1:]
