"""Groups, coined nouns and small phrase helpers shared by the logical families."""

import random
from collections.abc import Sequence
from typing import Final

NUMBERS: Final = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
                  "twelve")  # fmt: skip
ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
GROUPS: Final = (
    "cyclists", "gardeners", "violinists", "divers", "nurses", "chess players", "bakers", "rowers", "climbers",
    "stamp collectors", "volunteers", "skaters", "drummers", "beekeepers", "translators", "joggers", "painters",
    "birdwatchers", "welders", "singers", "knitters", "swimmers", "early risers", "tea drinkers", "sailors",
    "poets", "jugglers", "vegetarians", "twins", "left-handers", "commuters", "campers", "dancers", "anglers",
)  # fmt: skip
_ONSETS: Final = ("b", "br", "d", "dr", "f", "fl", "g", "gl", "k", "kr", "l", "m", "n", "p", "pl", "r", "sk", "st", "t",
                  "tr", "v", "w", "z")  # fmt: skip
_VOWELS: Final = ("a", "e", "i", "o", "u", "ai", "oo")
_CODAS: Final = ("b", "d", "g", "l", "lk", "m", "n", "nd", "p", "rk", "rn", "sk", "t", "v", "x")
_ENDINGS: Final = ("ers", "ins", "ets", "ons", "oids")


def coined(rng: random.Random) -> str:
    """Return an invented plural noun such as "drelkins"."""
    return rng.choice(_ONSETS) + rng.choice(_VOWELS) + rng.choice(_CODAS) + rng.choice(_ENDINGS)


def group_nouns(rng: random.Random, n: int) -> tuple[list[str], str]:
    """Return ``n`` distinct plural nouns, all of people or all coined, with their relative pronoun."""
    if rng.random() < 0.5:
        return rng.sample(GROUPS, n), "who"
    found: list[str] = []
    while len(found) < n:
        word = coined(rng)
        if all(word[:3] != other[:3] for other in found):
            found.append(word)
    return found, "that"


def listed(parts: Sequence[str], last: str = "and") -> str:
    """Return "a", "a and b", "a, b and c"."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def capital(text: str) -> str:
    """Return the text with its first letter in upper case."""
    return text[:1].upper() + text[1:]
