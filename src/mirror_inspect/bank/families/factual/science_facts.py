"""Science facts: elements in order, walks over the periodic table, molar masses, states of matter."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from mirror_inspect.bank.facts import read_table
from mirror_inspect.bank.families.factual.compounds import COMPOUNDS, Compound
from mirror_inspect.bank.families.factual.wording import number, opening, spread
from mirror_inspect.bank.family import Draft, Draw, Family, Params, Redraw
from mirror_inspect.bank.solvers.factual import science_facts as solve
from mirror_inspect.taxonomy import AnswerType

SOURCE: Final = "periodictable and chemicals, confirmed by mendeleev"
LICENSE: Final = "public domain (periodictable), MIT"

Row = Mapping[str, str]

SCIENCE_WHAT: Final = (
    "revises chemistry with a question like this",
    "finds this on an old chemistry worksheet",
    "sets a science question for the others",
    "tests a nephew who claims to know the elements",
    "looks up at the periodic table on the wall and wonders",
    "collects questions for the science fair",
    "draws a card from a box of science questions",
)

ALSO: Final = {"aluminium": ("aluminum",), "caesium": ("cesium",), "sulfur": ("sulphur",)}


ILL_KNOWN: Final = frozenset({43, 61, *range(84, 90), 91, *range(93, 119)})
"""Elements whose physical properties are mostly predicted."""


@cache
def _elements() -> dict[int, Row]:
    return {int(r["number"]): r for r in read_table("facts_elements_a.csv")}


ORDER_LEVELS: Final[Mapping[int, Params]] = {
    1: {"elements": 3, "tier": 1, "by": "number"},
    2: {"elements": 4, "tier": 2, "by": "number"},
    3: {"elements": 5, "tier": 2, "by": "density"},
    4: {"elements": 6, "tier": 3, "by": "melting"},
    5: {"elements": 7, "tier": 4, "by": "melting"},
}
COLUMN: Final = {"number": ("number", "w"), "density": ("density", "d"), "melting": ("melting", "m")}
BY: Final = {
    "number": "atomic number",
    "density": "density at room temperature",
    "melting": "melting point",
}
ORDER_ASK: Final = (
    "Arrange these elements by {by}, {first} first: {names}. Give the names separated by commas.",
    "In order of {by}, starting with the {first}, how do these elements stand? {names}. Separate the names by commas.",
    "Sort the following elements by {by}, beginning with the {first}: {names}. Answer with a comma-separated list.",
)


def _apart(by: str, low: float, high: float) -> bool:
    """Whether two values differ by more than sources disagree and by enough to be worth asking."""
    return {"number": high > low, "density": high >= 1.25 * low, "melting": high >= 1.04 * low + 60}[by]


def make_element_order(draw: Draw) -> Draft:
    """Elements ranked by atomic number, density or melting point."""
    rng, by = draw.rng, str(draw.params["by"])
    column, letter = COLUMN[by]
    ill = ILL_KNOWN if by != "number" else ()
    # An element that is spelled in two ways could be named right and not be recognised.
    fit = [r for z, r in _elements().items() if letter in r["agree"] and z not in ill and r["name"] not in ALSO]

    def apart(a: Row, b: Row) -> bool:
        return _apart(by, *sorted((float(a[column]), float(b[column]))))

    rows = spread(draw, fit, number(draw, "elements"), apart)
    rows.sort(key=lambda r: float(r[column]))
    rising = rng.random() < 0.5
    names = [r["name"] for r in (rows if rising else rows[::-1])]
    ask = rng.choice(ORDER_ASK).format(
        by=BY[by], first="lowest" if rising else "highest", names=", ".join(rng.sample(names, len(names)))
    )
    text = f"{opening(rng, SCIENCE_WHAT)} {ask}"
    return Draft(text, ", ".join(names), AnswerType.ORDERED_LIST, provenance=SOURCE, license=LICENSE)


WALK_LEVELS: Final[Mapping[int, Params]] = {
    1: {"moves": 1, "rows": 3},
    2: {"moves": 2, "rows": 4},
    3: {"moves": 3, "rows": 5},
    4: {"moves": 5, "rows": 6},
    5: {"moves": 7, "rows": 6},
}
GASES: Final = (2, 10, 18, 36, 54, 86, 118)
WALK_WHAT: Final = (
    "plays a board game on a large periodic table",
    "moves a counter about on the periodic table",
    "has made a treasure hunt out of the periodic table",
    "hops with one finger over a printed periodic table",
    "leads a blindfolded friend across the periodic table",
    "has a puzzle about the long form of the periodic table with 18 groups",
)
COUNT: Final = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven")


def _period(z: int) -> int:
    return next(p for p, gas in enumerate(GASES, start=1) if z <= gas)


def _moves(z: int) -> list[tuple[str, int]]:
    """Return the moves possible from an element: their wording and where they lead."""
    p = _period(z)
    first, last = (1 if p == 1 else GASES[p - 2] + 1), GASES[p - 1]
    from_left, from_right = z - first, last - z
    out: list[tuple[str, int]] = []
    if p < 7 and z > 2:
        # Counted from the left for groups 1 and 2, from the right for the others: rows differ in their middle only.
        below = last + 1 + from_left if from_left < 2 else GASES[p] - from_right
        if p >= 4 or from_left < 2 or from_right < 6:
            out.append(("the element directly below it in the same group", below))
    if p > 1 and z not in (4, 12):
        above_first, above_last = (1 if p == 2 else GASES[p - 3] + 1), GASES[p - 2]
        above = above_first + from_left if from_left < 2 else above_last - from_right
        if (from_left == 0 or p > 2) and (from_left < 2 or from_right < 6 or p >= 5):
            out.append(("the element directly above it in the same group", above))
    if p > 1:
        out.append(("the noble gas at the end of the same period", last))
        out.append(("the alkali metal at the start of the same period", first))
        out.append(("the halogen of the same period", last - 1))
    for k in range(1, 12):
        unit = "place" if k == 1 else "places"
        out.append((f"the element {COUNT[k]} {unit} further on by atomic number", z + k))
        out.append((f"the element {COUNT[k]} {unit} back by atomic number", z - k))
    return [(words, to) for words, to in out if 1 <= to <= 118 and to != z and not _f_block(to)]


def _f_block(z: int) -> bool:
    """Whether the place of an element below the table is drawn differently in different books."""
    return 57 <= z <= 71 or 89 <= z <= 103


def make_periodic_walk(draw: Draw) -> Draft:
    """A walk over the periodic table; the answer is where it ends."""
    rng = draw.rng
    rows = number(draw, "rows")
    start = z = rng.choice([z for z in _elements() if not _f_block(z) and _period(z) <= rows])
    told: list[str] = []
    seen = {z}
    for _ in range(number(draw, "moves")):
        moves = [(words, to) for words, to in _moves(z) if to not in seen and _period(to) <= rows]
        if not moves:
            raise Redraw("the walk is stuck")
        far = [m for m in moves if "atomic number" not in m[0]]
        words, z = rng.choice(far if far and rng.random() < 0.55 else moves)
        seen.add(z)
        told.append(words)
    if max(map(_period, seen)) != rows:
        raise Redraw("the walk does not reach the level's row")
    first = _elements()[start]["name"]
    begin = rng.choice(("Begin at {x} and go to {m}", "From {x}, move to {m}", "The start is {x}; go to {m}"))
    text = " ".join(
        [
            opening(rng, WALK_WHAT),
            "; from there to ".join([begin.format(x=first, m=told[0]), *told[1:]]) + ".",
            rng.choice(
                ("Which element is reached?", "What is the name of the element at the end?", "Where does it end?")
            ),
            "Give the name of the element.",
        ]
    )
    gold = _elements()[z]["name"]
    return Draft(text, gold, AnswerType.TEXT, aliases=ALSO.get(gold, ()), provenance=SOURCE, license=LICENSE)


MASS_LEVELS: Final[Mapping[int, Params]] = {
    1: {"formula": "binary", "compounds": 1, "amounts": False},
    2: {"formula": "ternary", "compounds": 1, "amounts": False},
    3: {"formula": "bracketed", "compounds": 1, "amounts": False},
    4: {"formula": "hydrate", "compounds": 1, "amounts": True},
    5: {"formula": "hydrate", "compounds": 2, "amounts": True},
}
MASS_WHAT: Final = (
    "has to weigh out a chemical",
    "fills in the mass column of a stock list",
    "prepares a demonstration with simple chemicals",
    "has mislaid the table of molar masses",
    "labels the jars in the chemical store",
    "checks a homework sheet on molar masses",
    "takes stock of the chemicals",
)
LABS: Final = (
    "laboratory", "pharmacy", "school", "dyeing works", "water works", "chemistry club", "teaching hospital",
    "glass factory", "soap factory", "brewery", "evening college", "photo workshop",
)  # fmt: skip
MASS_ASK: Final = (
    "What is the molar mass of {name}, {formula}, in g/mol?",
    "How many grams does one mole of {name} ({formula}) weigh?",
    "One mole of {name}, {formula}: what is its mass in grams?",
)
AMOUNT_ASK: Final = (
    "What is the mass in grams of {parts}?",
    "How many grams do {parts} weigh in all?",
    "In grams, what is the total mass of {parts}?",
)
ROUND: Final = " Use standard atomic weights and round the result to one decimal place; give the number only."


def make_molar_mass(draw: Draw) -> Draft:
    """Molar masses, and masses of given amounts of compounds."""
    rng = draw.rng
    mass = {r["symbol"]: float(r["mass"]) for r in _elements().values()}

    def molar(c: Compound) -> float:
        return sum(mass[s] * n for s, n in c.atoms.items())

    kinds = [str(draw.params["formula"]), "bracketed"][: number(draw, "compounds")]
    chosen = [rng.choice(COMPOUNDS[kind]) for kind in kinds]
    tolerance = 0.15
    if draw.params["amounts"]:
        moles = [rng.randint(21, 299) for _ in chosen]
        total = sum(molar(c) * n / 100 for c, n in zip(chosen, moles, strict=True))
        parts = [f"{n / 100:.2f} mol of {c.name} ({c.formula})" for c, n in zip(chosen, moles, strict=True)]
        rng.shuffle(parts)
        ask, tolerance = rng.choice(AMOUNT_ASK).format(parts=" and ".join(parts)), 0.5
    else:
        total = molar(chosen[0])
        ask = rng.choice(MASS_ASK).format(name=chosen[0].name, formula=chosen[0].formula)
    if abs(total * 10 % 1 - 0.5) < 0.15:
        raise Redraw("the mass lies where the sources may round differently")
    text = f"{opening(rng, MASS_WHAT, LABS)} {ask}{ROUND}"
    return Draft(text, f"{total:.1f}", AnswerType.DECIMAL, tolerance=tolerance, provenance=SOURCE, license=LICENSE)


STATE_LEVELS: Final[Mapping[int, Params]] = {
    1: {"tier": 1, "band": 1},
    2: {"tier": 2, "band": 2},
    3: {"tier": 3, "band": 3},
    4: {"tier": 4, "band": 4},
    5: {"tier": 4, "band": 5},
}
NEAR: Final = {1: (500, 900), 2: (240, 500), 3: (110, 240), 4: (45, 110), 5: (18, 45)}
"""Distance to the nearest change of state, in kelvin."""
STATE_ASK: Final = (
    "At {t} °C and normal atmospheric pressure, is {x} a {state}?",
    "Is {x} a {state} at {t} °C and normal atmospheric pressure?",
    "If {x} is kept at {t} °C under normal atmospheric pressure, is it a {state}?",
)
STATES: Final = ("solid", "liquid", "gas")


def make_state_of_matter(draw: Draw) -> Draft:
    """Whether an element is solid, liquid or gaseous at a temperature."""
    rng = draw.rng
    tier = number(draw, "tier")
    fit = [
        r
        for z, r in _elements().items()
        if {"m", "b"} <= set(r["agree"]) and int(r["tier"]) == tier and z not in ILL_KNOWN
    ]
    row = rng.choice(fit)
    points = (float(row["melting"]), float(row["boiling"]))
    low, high = NEAR[number(draw, "band")]
    celsius = round(rng.choice(points) + rng.choice((-1, 1)) * rng.randint(low + 5, high - 5) - 273.15)
    kelvin = celsius + 273.15
    nearest = min(points, key=lambda p: abs(p - kelvin))
    if kelvin < 20 or not low + 2 <= abs(nearest - kelvin) <= high - 2:
        raise Redraw("the temperature is outside the level's band")
    # Published values of high melting and boiling points differ by a few per cent.
    if any(abs(p - kelvin) < (0.06 if p > 2500 else 0.015) * p for p in points):
        raise Redraw("too close to a point that sources give differently")
    state = sum(kelvin > p for p in points)
    across = points.index(nearest) + (kelvin < nearest)
    asked = STATES[state if draw.first_side else across]
    ask = rng.choice(STATE_ASK).format(t=f"{celsius}".replace("-", "−"), x=row["name"], state=asked)
    text = f"{opening(rng, SCIENCE_WHAT)} {ask} Answer yes or no."
    answer = "yes" if draw.first_side else "no"
    return Draft(text, answer, AnswerType.YES_NO, provenance=SOURCE, license=LICENSE)


FAMILIES: Final = (
    Family(
        name="element_order",
        subcategory="science_facts",
        levels=ORDER_LEVELS,
        make=make_element_order,
        solve=solve.element_order,
        method="values of a second source looked up for the elements in the text",
    ),
    Family(
        name="periodic_walk",
        subcategory="science_facts",
        levels=WALK_LEVELS,
        make=make_periodic_walk,
        solve=solve.periodic_walk,
        method="walk by the groups and periods of a second source",
    ),
    Family(
        name="molar_mass",
        subcategory="science_facts",
        levels=MASS_LEVELS,
        make=make_molar_mass,
        solve=solve.molar_mass,
        method="formula parsed from the text, atomic weights of a second source",
    ),
    Family(
        name="state_of_matter",
        subcategory="science_facts",
        levels=STATE_LEVELS,
        make=make_state_of_matter,
        solve=solve.state_of_matter,
        method="melting and boiling points of a second source",
        two_way=True,
    ),
)
