"""Surface shared by procedural families: openings in two parts, order-neutral steps, lists in prose."""

import random
from collections.abc import Sequence
from typing import Final

from mirror_inspect.bank.family import Draw
from mirror_inspect.bank.surface import NAMES, PLACES, WORKPLACES

WHO: Final = (
    "At the {work} in {place}, {name} {what}.",
    "{name}, who works at the {work} in {place}, {what}.",
    "In the back office of the {work}, {name} {what}.",
    "This week at the {place} {work}, {name} {what}.",
    "On a quiet morning at the {work} in {place}, {name} {what}.",
    "{name} is still new at the {place} {work} and {what}.",
    "As the person in charge at the {work}, {name} {what}.",
    "Before the {work} in {place} opens, {name} {what}.",
    "Over a long lunch break at the {work}, {name} {what}.",
    "{name} has taken over a shift at the {work} and {what}.",
)

STEPS: Final = (
    ("airing", "brushing", "charging", "counting", "dusting", "greasing", "labelling", "levelling",
     "oiling", "polishing", "rinsing", "sweeping", "testing", "tightening", "vacuuming", "weighing"),
    ("binding", "captioning", "copying", "dating", "filing", "folding", "indexing", "laminating",
     "numbering", "punching", "scanning", "shredding", "sorting", "stamping", "stapling", "trimming"),
    ("bleeding", "calibrating", "clamping", "draining", "drilling", "flushing", "heating", "inspecting",
     "logging", "measuring", "purging", "resetting", "sealing", "soldering", "tuning", "wiring"),
    ("aerating", "composting", "digging", "edging", "fencing", "grafting", "hoeing", "mulching",
     "netting", "planting", "pruning", "raking", "sowing", "staking", "watering", "weeding"),
    ("basting", "chopping", "dicing", "filleting", "glazing", "grating", "kneading", "marinating",
     "peeling", "pickling", "roasting", "seasoning", "sifting", "simmering", "steaming", "whisking"),
    ("briefing", "casting", "costuming", "dubbing", "editing", "filming", "lighting", "mixing",
     "narrating", "painting", "rehearsing", "sketching", "storyboarding", "subtitling", "tinting", "voicing"),
)  # fmt: skip
"""Groups of one-word steps that have no natural order among themselves."""

STEP_PLACES: Final = (
    ("hotel", "school", "library", "theatre", "museum", "radio station", "garage", "boatyard"),
    ("print shop", "library", "museum", "school", "call centre", "shipping office", "town hall", "clinic"),
    ("workshop", "boatyard", "laboratory", "brewery", "recycling plant", "garage", "pumping station", "dairy"),
    ("garden centre", "farm", "nursery garden", "school garden", "vineyard", "orchard", "city park", "hotel garden"),
    ("bakery", "hotel kitchen", "canteen", "restaurant", "cookery school", "delicatessen", "tavern", "farm kitchen"),
    ("theatre", "radio station", "film studio", "school", "museum", "media lab", "puppet theatre", "drama college"),
)
"""Where the steps of each group are done."""

WORDS: Final = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen",
)  # fmt: skip


def number(draw: Draw, key: str) -> int:
    """Return a level parameter as an integer."""
    return int(str(draw.params[key]))


def opening(rng: random.Random, what: Sequence[str], *, step: str = "", works: Sequence[str] = WORKPLACES) -> str:
    """Return an opening sentence: somebody, at a place that suits the step, and a verb phrase in the present tense."""
    works = next((w for w, group in zip(STEP_PLACES, STEPS, strict=True) if step in group), works)
    names = {"work": rng.choice(works), "place": rng.choice(PLACES), "name": rng.choice(NAMES)}
    return rng.choice(WHO).format(what=rng.choice(what), **names)


def steps(rng: random.Random, count: int) -> list[str]:
    """Return different steps of one trade, in random order."""
    return rng.sample(rng.choice(STEPS), count)


def listed(items: Sequence[str], last: str = "and") -> str:
    """Return the items as a list in prose, without a comma before the last word."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {last} {items[-1]}"


def a_or_an(word: str) -> str:
    """Return the word with its indefinite article, by its first letter."""
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def sentence(text: str) -> str:
    """Return the text with a capital and a full stop."""
    return f"{text[0].upper()}{text[1:]}."
