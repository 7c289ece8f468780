"""Surface material shared by generators: names, places, trades. Neutral and fictional unless a fact is asked for."""

import random
from typing import Final

NAMES: Final = (
    "Amara", "Bashir", "Chiara", "Dmitri", "Elif", "Farid", "Greta", "Hana", "Ivo", "Jamila", "Kofi", "Leila",
    "Mateo", "Nadia", "Oskar", "Priya", "Quentin", "Rosa", "Sanjay", "Tuva", "Umar", "Vera", "Wei", "Ximena",
    "Yusuf", "Zofia", "Anselm", "Beatriz", "Cillian", "Dalia", "Emeka", "Freya", "Goran", "Hiroko", "Ingrid",
    "Joaquim", "Katya", "Lucien", "Mirela", "Nils", "Odile", "Pavel", "Rania", "Soren", "Tamsin", "Vikram",
)  # fmt: skip
"""Given names from many languages; no two share their first three letters."""

PLACES: Final = (
    "Aldmere", "Brackwater", "Caldhurst", "Dunfield", "Eastmoor", "Fernley", "Grantholm", "Highbridge", "Ivelstone",
    "Kestrel Bay", "Larkhill", "Millbrook", "Northwick", "Oakhaven", "Pinecrest", "Quarrydale", "Ravensford",
    "Stonegate", "Thornbury", "Upperton", "Westcliff", "Yarrowdale",
)  # fmt: skip
"""Invented towns."""

WORKPLACES: Final = (
    "bakery", "library", "warehouse", "clinic", "garden centre", "print shop", "hotel", "school", "workshop", "museum",
    "farm", "theatre", "laboratory", "shipping office", "call centre", "pharmacy", "brewery", "recycling plant",
    "boatyard", "radio station",
)  # fmt: skip

SIGNATURES: Final = ("{name}, {place}", "Regards, {name} ({place})", "Best wishes from {place}, {name}")
"""How a request is signed; name and place set the requests of different forms apart."""


def signature(rng: random.Random) -> str:
    """Return a closing line with a name and a place."""
    return rng.choice(SIGNATURES).format(name=rng.choice(NAMES), place=rng.choice(PLACES))
