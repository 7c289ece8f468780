"""Read dates, clock times and durations from prose; day arithmetic by day numbers instead of a date library."""

import re
from typing import Final

MONTHS: Final = {
    "January": 1, "February": 2, "March": 3, "April": 4, "May": 5, "June": 6, "July": 7, "August": 8, "September": 9,
    "October": 10, "November": 11, "December": 12,
}  # fmt: skip
WEEKDAYS: Final = {
    "Monday": 0, "Tuesday": 1, "Wednesday": 2, "Thursday": 3, "Friday": 4, "Saturday": 5, "Sunday": 6,
}  # fmt: skip
ORDINALS: Final = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9,
}  # fmt: skip
NUMBERS: Final = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12,
}  # fmt: skip
_MONTH: Final = "|".join(MONTHS)
DATE: Final = rf"(?:\d{{1,2}} (?:{_MONTH}) \d{{4}}|(?:{_MONTH}) \d{{1,2}}, \d{{4}})"
WEEKDAY: Final = "(?:" + "|".join(WEEKDAYS) + ")"
CLOCK: Final = r"\d{1,2}:\d{2}"
DURATION: Final = r"(?:\d+ hours?(?: \d+ minutes?)?|\d+ minutes?)"


def the(match: re.Match[str] | None, what: str) -> re.Match[str]:
    """Return the match.

    Raises:
        ValueError: there is none, so the text is not understood.
    """
    if match is None:
        raise ValueError(f"no {what} in the text")
    return match


def day_number(year: int, month: int, day: int) -> int:
    """Return the Julian day number of a Gregorian date (Fliegel and Van Flandern 1968); 0 mod 7 is a Monday."""
    a = (14 - month) // 12
    y, m = year + 4800 - a, month + 12 * a - 3
    return day + (153 * m + 2) // 5 + 365 * y + y // 4 - y // 100 + y // 400 - 32045


def from_day_number(number: int) -> tuple[int, int, int]:
    """Return (year, month, day) of a Julian day number."""
    a = number + 32044
    b = (4 * a + 3) // 146097
    c = a - 146097 * b // 4
    d = (4 * c + 3) // 1461
    e = c - 1461 * d // 4
    m = (5 * e + 2) // 153
    return 100 * b + d - 4800 + m // 10, m + 3 - 12 * (m // 10), e - (153 * m + 2) // 5 + 1


def iso(number: int) -> str:
    """Return a Julian day number as an ISO date."""
    year, month, day = from_day_number(number)
    return f"{year:04d}-{month:02d}-{day:02d}"


def read_date(text: str) -> int:
    """Return the Julian day number of a date in prose.

    Raises:
        ValueError: the text is not such a date, or names a day that does not exist.
    """
    if found := re.fullmatch(rf"(\d{{1,2}}) ({_MONTH}) (\d{{4}})", text):
        day, month, year = int(found[1]), MONTHS[found[2]], int(found[3])
    else:
        found = the(re.fullmatch(rf"({_MONTH}) (\d{{1,2}}), (\d{{4}})", text), "date")
        day, month, year = int(found[2]), MONTHS[found[1]], int(found[3])
    number = day_number(year, month, day)
    if from_day_number(number) != (year, month, day):
        raise ValueError(f"no such day: {text}")
    return number


def read_clock(text: str) -> int:
    """Return minutes after midnight of "14:05".

    Raises:
        ValueError: it is not a time on the 24-hour clock.
    """
    hours, minutes = map(int, text.split(":"))
    if hours > 23 or minutes > 59:
        raise ValueError(f"no such time: {text}")
    return 60 * hours + minutes


def read_duration(text: str) -> int:
    """Return the minutes in "3 hours 20 minutes", "45 minutes" or "2 hours".

    Raises:
        ValueError: it is not such a duration.
    """
    found = the(re.fullmatch(r"(?:(\d+) hours?)? ?(?:(\d+) minutes?)?", text), "duration")
    if not text:
        raise ValueError("empty duration")
    return 60 * int(found[1] or 0) + int(found[2] or 0)


def show_clock(minutes: int) -> str:
    """Return minutes after midnight as "14:05", whole days dropped."""
    return f"{minutes // 60 % 24:02d}:{minutes % 60:02d}"


def show_duration(minutes: int) -> str:
    """Return minutes as "3 hours 20 minutes"."""
    hours, rest = divmod(minutes, 60)
    return f"{hours} hour{'s' * (hours != 1)} {rest} minute{'s' * (rest != 1)}"
