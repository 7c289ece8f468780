"""Near misses are graded wrong: off by one, wrong unit, neighbour option, reversed order, negation."""

import random
from datetime import date, timedelta
from fractions import Fraction

import pytest

from mirror_inspect.grading import grade
from mirror_inspect.grading.examples import PHRASINGS, phrase
from mirror_inspect.grading.numbers import number_of
from mirror_inspect.items import LETTERS, AnswerSpec
from mirror_inspect.taxonomy import AnswerType

NAMES = ("Ana", "Bo", "Chen", "Dov", "Eve", "Finn", "Gwen", "Hugo")
FRUITS = ("pear", "apple", "fig", "plum", "cherry", "lemon", "peach")
PHRASES = (
    "northeast",
    "because",
    "reluctant",
    "the cook",
    "Brasília",
    "adverb",
    "solar eclipse",
    "Lake Garda",
    "umbrella",
)
UNITS = {"km": ("m", "miles", "km/h", "kg"), "kg": ("g", "lb", "km"), "m": ("cm", "feet", "m^2"), "m^2": ("m", "m^3",
"cm^2"), "L": ("ml", "kg"),
    "km/h": ("m/s", "km", "mph")}  # fmt: skip


def make_spec(kind: AnswerType, rng: random.Random) -> AnswerSpec:
    """Draw a gold of a type."""
    n = rng.choice((rng.randint(2, 20), rng.randint(21, 999), rng.randint(1000, 99999)))
    match kind:
        case AnswerType.INTEGER:
            return AnswerSpec(type=kind, gold=str(rng.choice((n, n, -n))))
        case AnswerType.DECIMAL:
            return AnswerSpec(type=kind, gold=f"{n}.{rng.randint(1, 9)}{rng.randint(1, 9)}")
        case AnswerType.FRACTION:
            value = Fraction(rng.randint(1, 30), rng.randint(31, 60))
            return AnswerSpec(type=kind, gold=f"{value.numerator}/{value.denominator}")
        case AnswerType.PERCENT:
            return AnswerSpec(type=kind, gold=f"{rng.randint(2, 95)}{rng.choice(('', '.5', '.25'))}%")
        case AnswerType.MONEY:
            return AnswerSpec(type=kind, gold=f"${n}.{rng.randint(10, 99)}" if rng.random() < 0.5 else f"${n}")
        case AnswerType.QUANTITY:
            return AnswerSpec(type=kind, gold=f"{n}{rng.choice(('', '.5'))} {rng.choice(sorted(UNITS))}")
        case AnswerType.YES_NO:
            return AnswerSpec(type=kind, gold=rng.choice(("yes", "no")))
        case AnswerType.CHOICE:
            options = tuple(rng.sample(NAMES if rng.random() < 0.5 else FRUITS, rng.choice((2, 4, 5))))
            return AnswerSpec(type=kind, gold=rng.choice(options), options=options)
        case AnswerType.DATE:
            return AnswerSpec(type=kind, gold=(date(2027, 1, 1) + timedelta(days=rng.randint(0, 3000))).isoformat())
        case AnswerType.TIME:
            return AnswerSpec(type=kind, gold=f"{rng.randint(0, 23):02}:{rng.randint(0, 59):02}")
        case AnswerType.DURATION:
            gold = (
                f"{rng.randint(2, 9)} hours {rng.randint(2, 58)} minutes"
                if rng.random() < 0.5
                else f"{rng.randint(5, 500)} minutes"
            )
            return AnswerSpec(type=kind, gold=gold)
        case AnswerType.ORDERED_LIST | AnswerType.SET:
            items = rng.sample(NAMES if rng.random() < 0.5 else FRUITS, rng.randint(3, 5))
            return AnswerSpec(type=kind, gold=", ".join(sorted(items) if kind is AnswerType.SET else items))
        case _:
            return AnswerSpec(type=kind, gold=rng.choice(PHRASES))


def _numeric(spec: AnswerSpec, rng: random.Random) -> list[str]:
    found = number_of(spec.gold)
    assert found is not None
    value = found.value
    step = Fraction(1, 10**found.decimals)
    unit = spec.gold.split(" ", 1)[1] if spec.type is AnswerType.QUANTITY else ""

    def dress(v: Fraction) -> str:
        text = str(v) if spec.type is AnswerType.FRACTION else f"{float(v):.{found.decimals}f}"
        return {"money": f"${text}".replace("$-", "-$"), "percent": f"{text}%", "quantity": f"{text} {unit}"}.get(
            spec.type.value, text
        )

    out = [dress(value + step), dress(value - step), dress(value * 10), dress(-value)]
    if spec.type is AnswerType.FRACTION:
        out = [f"{value.numerator + 1}/{value.denominator}", f"{value.denominator}/{value.numerator}", dress(-value)]
    if unit:
        out += [f"{spec.gold.split(' ')[0]} {other}" for other in UNITS[unit]]
    if spec.type is AnswerType.MONEY:
        out.append(spec.gold.replace("$", "€"))
    if spec.type is AnswerType.PERCENT:
        out.append(f"{float(value) / 100:.6f}%")
    if spec.type is AnswerType.INTEGER and abs(value) > 9 and str(abs(value))[::-1] != str(abs(value)):
        out.append(("-" if value < 0 else "") + str(abs(value.numerator))[::-1])
    return out


def wrong_answers(spec: AnswerSpec, rng: random.Random) -> list[str]:
    """Return answers that are near the gold and wrong."""
    match spec.type:
        case AnswerType.YES_NO:
            other = "no" if spec.gold == "yes" else "yes"
            return [other, other.capitalize(), "not necessarily", f"definitely {other}", "cannot be determined"]
        case AnswerType.CHOICE:
            k = spec.options.index(spec.gold)
            wrong = [i for i in range(len(spec.options)) if i != k]
            i = rng.choice(wrong)
            return [
                spec.options[i],
                LETTERS[i],
                f"{LETTERS[i]}) {spec.options[i]}",
                f"Option {LETTERS[i]}",
                f"not {spec.gold}",
            ]
        case AnswerType.DATE:
            day = date.fromisoformat(spec.gold)
            near = [day + timedelta(days=d) for d in (1, -1, 7, 365)]
            return [
                near[0].isoformat(),
                near[1].strftime("%B %d, %Y"),
                near[2].isoformat(),
                near[3].strftime("%d %B %Y"),
            ]
        case AnswerType.TIME:
            total = int(spec.gold[:2]) * 60 + int(spec.gold[3:])
            near = [(total + d) % 1440 for d in (1, -1, 60, 720)]
            return [f"{m // 60:02}:{m % 60:02}" for m in near]
        case AnswerType.DURATION:
            numbers = [int(x) for x in spec.gold.split() if x.isdigit()]
            if len(numbers) == 2:
                h, m = numbers
                return [
                    f"{h} hours {m + 1} minutes",
                    f"{h + 1} hours {m} minutes",
                    f"{h * 60 + m - 1} minutes",
                    f"{m} minutes",
                ]
            return [
                f"{numbers[0] + 1} minutes",
                f"{numbers[0]} hours",
                f"{numbers[0]} seconds",
                f"{numbers[0] - 1} min",
            ]
        case AnswerType.ORDERED_LIST:
            items = spec.gold.split(", ")
            swapped = [items[1], items[0], *items[2:]]
            return [
                ", ".join(reversed(items)),
                ", ".join(swapped),
                ", ".join(items[:-1]),
                " → ".join(items[1:] + items[:1]),
            ]
        case AnswerType.SET:
            items = spec.gold.split(", ")
            foreign = next(n for n in (*NAMES, *FRUITS) if n not in items)
            return [", ".join(items[:-1]), ", ".join([*items, foreign]), ", ".join([*items[:-1], foreign])]
        case AnswerType.TEXT:
            other = rng.choice([p for p in PHRASES if p != spec.gold])
            return [other, f"not {spec.gold}", f"un{spec.gold}", f"{spec.gold}ish"]
        case _:
            return _numeric(spec, rng)


@pytest.mark.parametrize("kind", list(AnswerType))
def test_every_near_miss_is_graded_wrong(kind: AnswerType) -> None:
    """5,000 over all types: each wrong answer in one phrasing, drawn with a fixed seed."""
    rng = random.Random(f"near misses {kind}")
    names = sorted(PHRASINGS)
    count = 0
    while count < 360:
        spec = make_spec(kind, rng)
        for wrong in wrong_answers(spec, rng):
            reply = phrase(wrong, rng.choice(names))
            assert grade(reply, spec).correct is False, (spec.gold, reply, grade(reply, spec))
            count += 1


def _within(spec: AnswerSpec, answer: str) -> bool:
    """Whether the item's own tolerance makes another gold right as well."""
    a, b = number_of(spec.gold), number_of(answer)
    return bool(spec.tolerance and a and b and abs(a.value - b.value) <= Fraction(str(spec.tolerance)))


def _bank_near_misses(per_item: int, rng: random.Random) -> list[tuple[str, str]]:
    """Golds of other items of the family, other options, the other side, in a phrasing each: those not graded wrong."""
    from mirror_inspect.bank.load import load_bank

    bank = load_bank("shipped")
    items = [*bank.questions, *bank.components]
    golds: dict[str, set[str]] = {}
    for item in items:
        golds.setdefault(item.family, set()).add(item.answer)
    names, found = sorted(PHRASINGS), []
    for item in items:
        others = (
            sorted(set(item.options) or golds[item.family])
            if item.answer_type is not AnswerType.YES_NO
            else ["no", "yes"]
        )
        wrong = [o for o in others if o != item.answer and o not in item.aliases and not _within(item.spec, o)]
        for answer in rng.sample(wrong, min(per_item, len(wrong))):
            reply = phrase(answer, rng.choice(names))
            if grade(reply, item.spec).correct is not False:
                found.append((item.answer, reply))
    return found


def test_golds_of_other_bank_items_are_wrong() -> None:
    assert _bank_near_misses(1, random.Random(21)) == []


@pytest.mark.slow
def test_many_golds_of_other_bank_items_are_wrong() -> None:
    assert _bank_near_misses(8, random.Random(22)) == []
