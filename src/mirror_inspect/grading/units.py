"""Units as people write them, mapped to pint names; conversion between them by pint."""

import re
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import pint

_NAMES: Final = MappingProxyType(
    {
        "meter": "m metre meters metres meter",
        "centimeter": "cm centimetre centimetres centimeter centimeters cms",
        "millimeter": "mm millimetre millimetres millimeter millimeters",
        "kilometer": "km kms kilometre kilometres kilometer kilometers",
        "micrometer": "μm micrometre micrometres micrometer micrometers micron microns",
        "nanometer": "nm nanometre nanometres nanometer nanometers",
        "inch": "in inch inches",
        "foot": "ft foot feet",
        "yard": "yd yds yard yards",
        "mile": "mi mile miles",
        "nautical_mile": "nmi nautical~mile nautical~miles",
        "light_year": "ly light-year light-years light~year light~years lightyears",
        "gram": "g gram grams gramme grammes gm gms",
        "kilogram": "kg kgs kilo kilos kilogram kilograms kilogramme kilogrammes",
        "milligram": "mg milligram milligrams",
        "microgram": "μg mcg microgram micrograms",
        "metric_ton": "t tonne tonnes metric~ton metric~tons",
        "ton": "ton tons",
        "pound": "lb lbs pound pounds",
        "ounce": "oz ounce ounces",
        "stone": "stone stones",
        "liter": "L l litre litres liter liters",
        "milliliter": "ml mL millilitre millilitres milliliter milliliters",
        "centiliter": "cl cL centilitre centilitres centiliter centiliters",
        "deciliter": "dl dL decilitre decilitres deciliter deciliters",
        "gallon": "gal gallon gallons",
        "quart": "qt quart quarts",
        "pint": "pt pint pints",
        "cup": "cup cups",
        "tablespoon": "tbsp tablespoon tablespoons",
        "teaspoon": "tsp teaspoon teaspoons",
        "fluid_ounce": "fl~oz fluid~ounce fluid~ounces",
        "second": "s sec secs second seconds",
        "millisecond": "ms millisecond milliseconds",
        "minute": "min mins minute minutes",
        "hour": "h hr hrs hour hours",
        "day": "day days",
        "week": "wk wks week weeks",
        "month": "month months",
        "year": "yr yrs year years",
        "degC": "°C degrees~Celsius degree~Celsius degrees~centigrade Celsius °~Celsius °celsius",
        "degF": "°F degrees~Fahrenheit degree~Fahrenheit Fahrenheit °~Fahrenheit",
        "kelvin": "K kelvin kelvins",
        "degree": "° deg degree degrees",
        "radian": "rad radian radians",
        "joule": "J joule joules",
        "kilojoule": "kJ kilojoule kilojoules",
        "calorie": "cal calorie calories",
        "kilocalorie": "kcal kilocalorie kilocalories",
        "watt": "W watt watts",
        "kilowatt": "kW kilowatt kilowatts",
        "megawatt": "MW megawatt megawatts",
        "watt_hour": "Wh watt-hour watt-hours",
        "kilowatt_hour": "kWh kilowatt-hour kilowatt-hours kilowatt~hour kilowatt~hours",
        "volt": "V volt volts",
        "ampere": "A amp amps ampere amperes",
        "ohm": "Ω ohm ohms",
        "newton": "N newton newtons",
        "pascal": "Pa pascal pascals",
        "kilopascal": "kPa kilopascal kilopascals",
        "bar": "bar bars",
        "hertz": "Hz hertz",
        "kilohertz": "kHz kilohertz",
        "megahertz": "MHz megahertz",
        "gigahertz": "GHz gigahertz",
        "mole": "mol mole moles",
        "hectare": "ha hectare hectares",
        "acre": "acre acres",
        "bit": "bit bits",
        "byte": "B byte bytes",
        "kilobyte": "KB kB kilobyte kilobytes",
        "megabyte": "MB megabyte megabytes",
        "gigabyte": "GB gigabyte gigabytes",
        "terabyte": "TB terabyte terabytes",
        "mile/hour": "mph",
        "kilometer/hour": "kph kmh kmph",
        "knot": "knot knots kn",
        "revolution/minute": "rpm",
    }
)
TIME_UNITS: Final = MappingProxyType(
    {"second": Fraction(1, 60), "millisecond": Fraction(1, 60000), "minute": Fraction(1), "hour": Fraction(60)}
    | {"day": Fraction(1440), "week": Fraction(10080)}
)
"""Minutes in each unit of time whose length is fixed."""
CALENDAR_UNITS: Final = MappingProxyType({"month": 1, "year": 12})
"""Months in each calendar unit."""

_EXACT: Final = {w.replace("~", " "): unit for unit, words in _NAMES.items() for w in words.split()}
_SHORT: Final = ("cm", "mm", "km", "kg", "ft", "lb", "oz", "hr")
_FOLDED: Final = {w.casefold(): u for w, u in _EXACT.items() if len(w) > 2 or w in _SHORT}


def _alternatives(names: Iterable[str]) -> str:
    return "|".join(re.escape(n).replace(r"\ ", "[ ]") for n in sorted(names, key=len, reverse=True))


_ONE: Final = (
    r"(?:(?P<square>square|sq\.?|cubic|cu\.?)[ ])?"
    rf"(?P<name>(?i:{_alternatives(_FOLDED)})|(?:{_alternatives(_EXACT)}))(?![A-Za-z])"
    r"(?:[ ]?(?:\^|\*\*)?(?P<power>[23])(?!\d|[.,:/]\d)|[ ](?P<worded>squared|cubed)\b)?"
)
_UNIT: Final = re.compile(rf"(?:[ ]{{0,2}}|-)(?:{_ONE})(?:[ ]?(?:/|per\b|p\b)[ ]?(?:{_ONE.replace('?P<', '?P<d_')}))?")


def read_unit(text: str, position: int) -> tuple[str, int] | None:
    """Return the pint name of the unit written at ``position`` (after a number) and where it ends, or ``None``."""
    match = _UNIT.match(text, position)
    if not match or (match.group().startswith("-") and len(match.group("name")) < 3):
        return None
    name = match.group("name")
    if len(name) <= 2 and not _stands_alone(text, match.end(), name):
        return None
    unit = _power(_lookup(name), match.group("square"), match.group("power") or match.group("worded"))
    if match.group("d_name"):
        power = match.group("d_power") or match.group("d_worded")
        below = _power(_lookup(match.group("d_name")), match.group("d_square"), power)
        unit = f"{unit}/({below})" if "/" in below else f"{unit}/{below}"
    return unit, match.end()


def _stands_alone(text: str, end: int, name: str) -> bool:
    """A one-letter unit, or "in", is a unit only where no ordinary word follows it."""
    rest = text[end : end + 24]
    if name in ("in", "A", "a"):
        return re.match(r"\s*(?:$|[.,;:)=\]]|\()", rest) is not None
    return re.match(r"[A-Za-z0-9]", rest) is None


def _lookup(name: str) -> str:
    return _EXACT.get(name) or _FOLDED.get(name.casefold()) or _EXACT[name.casefold()]


def _power(unit: str, prefix: str | None, suffix: str | None) -> str:
    if prefix:
        exponent = 2 if prefix.lower().startswith("s") else 3
    else:
        exponent = {"2": 2, "squared": 2, "3": 3, "cubed": 3}.get(suffix or "", 1)
    return f"{unit}**{exponent}" if exponent > 1 else unit


@lru_cache(maxsize=1)
def _registry() -> "pint.UnitRegistry[Any]":
    import pint

    return pint.UnitRegistry(autoconvert_offset_to_baseunit=True, cache_folder=None)


@lru_cache(maxsize=4096)
def _affine(source: str, target: str) -> tuple[float, float] | None:
    """Return (factor, offset) of the conversion, or ``None`` when the dimensions differ."""
    if source == target:
        return 1.0, 0.0
    registry = _registry()
    try:
        zero = registry.Quantity(0.0, registry.parse_units(source)).to(registry.parse_units(target)).magnitude
        one = registry.Quantity(1.0, registry.parse_units(source)).to(registry.parse_units(target)).magnitude
    except Exception:  # pint raises many kinds (dimensionality, undefined, offset); all mean "not comparable"
        return None
    return one - zero, zero


def convert(value: Fraction, source: str, target: str) -> Fraction | None:
    """Convert a value between units given by ``read_unit`` names; ``None`` when the dimensions differ.

    Time units convert exactly; others carry pint's double precision, to be compared with a relative 1e-9.
    """
    if source == target:
        return value
    if source in TIME_UNITS and target in TIME_UNITS:
        return value * TIME_UNITS[source] / TIME_UNITS[target]
    coefficients = _affine(source, target)
    if coefficients is None:
        return None
    factor, offset = coefficients
    return value * Fraction(factor).limit_denominator(10**15) + Fraction(offset).limit_denominator(10**12)
