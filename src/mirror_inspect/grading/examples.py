"""Ways to say an answer: phrasings and surface forms per type, for tests, fuzzing and simulated subjects."""

from collections.abc import Callable
from datetime import date
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from mirror_inspect.grading.clean import plain
from mirror_inspect.grading.durations import durations
from mirror_inspect.grading.moments import clocks
from mirror_inspect.grading.numbers import number_of
from mirror_inspect.items import LETTERS, AnswerSpec
from mirror_inspect.taxonomy import AnswerType

PHRASINGS: Final = MappingProxyType(
    {
        "bare": "{a}",
        "full_stop": "{a}.",
        "label": "ANSWER: {a}",
        "label_bold": "**Answer:** {a}",
        "label_value_bold": "Answer: **{a}**",
        "label_final": "Final answer: {a}",
        "label_next_line": "ANSWER:\n{a}",
        "label_and_bet": "ANSWER: {a}\nBET: 7",
        "label_and_confidence": "ANSWER: {a} CONFIDENCE: 8",
        "label_chinese": "答案：{a}",
        "label_explained": "ANSWER: {a}\n\nExplanation: I took 3 groups, added 4 more and compared the 2 results.",
        "heading": "### Answer\n\n{a}",
        "tag": "<answer>{a}</answer>",
        "json": '{{"answer": "{a}", "confidence": 85}}',
        "sentence": "The answer is {a}.",
        "sentence_bold": "The answer is **{a}**.",
        "sentence_colon": "The correct answer is: {a}",
        "sentence_new_line": "The answer is:\n\n**{a}**",
        "mine": "My final answer is {a}.",
        "therefore": "Therefore, the answer is {a}.",
        "guess": "I think the answer is {a}.",
        "courteous": "Sure! The answer is {a}. Let me know if you would like more detail.",
        "bold": "**{a}**",
        "quote": "> {a}",
        "code": "```\n{a}\n```",
        "boxed": "$\\boxed{{{a}}}$",
        "boxed_text": "So the final answer is \\(\\boxed{{\\text{{{a}}}}}\\).",
        "display_math": "Therefore the answer is $$\\text{{{a}}}$$",
        "reasoned": "<think>It might be 17, or maybe no. Option D? Let me count again.</think>\n\n{a}",
        "reasoned_label": "Maybe 17 after all.</think>ANSWER: {a}",
        "working_before": "First, 3 + 4 = 7 gives one part.\nThen 7 - 2 = 5 gives the rest.\n\nSo, the answer is {a}.",
        "steps_before": "## Step 1\nList the 6 facts.\n\n## Step 2\nCombine them: 4 cases.\n\n## Answer\n\n**{a}**",
        "explanation_after": "{a}\n\nHere is why: there are 3 cases, the first needs 2 checks and the others 5.",
        "explanation_list_after": "The answer is **{a}**.\n\nHere's why:\n\n1. Take the 3 facts.\n2. Use them twice.",
    }
)
"""Wrappers around an answer ``{a}``; numbers in them are deliberate distractors."""


def phrase(answer: str, name: str) -> str:
    """Return an answer in one of the ``PHRASINGS``.

    Raises:
        KeyError: no phrasing has that name.
    """
    text = PHRASINGS[name]
    if name == "json":
        answer = answer.replace('"', '\\"')
    math = name in ("boxed", "boxed_text", "display_math")
    return text.format(a=answer.replace("%", "\\%").replace("$", "\\$") if math else answer)


def _grouped(value: Fraction) -> str:
    return f"{float(value):,.10f}".rstrip("0").rstrip(".") if value.denominator > 1 else f"{value.numerator:,}"


def _number(spec: AnswerSpec) -> list[str]:
    found = number_of(spec.gold)
    if found is None:
        return []
    value = found.value
    finite = value.denominator == 1 or spec.type is not AnswerType.FRACTION
    plain_value = _grouped(value).replace(",", "")
    out = [_grouped(value), plain_value.replace("-", "−")] if finite else []
    match spec.type:
        case AnswerType.FRACTION:
            out += [f"\\frac{{{value.numerator}}}{{{value.denominator}}}", f"{value.numerator} / {value.denominator}"]
        case AnswerType.PERCENT:
            out = [f"{plain_value} %", f"{plain_value} percent", f"{plain_value} per cent", f"about {plain_value}%"]
        case AnswerType.MONEY:
            out = [f"${_grouped(value)}", f"{_grouped(value)} dollars", f"USD {plain_value}", f"{plain_value} USD"]
        case AnswerType.QUANTITY:
            unit = spec.gold.split(" ", 1)[-1]
            out = [
                f"{_grouped(value)} {unit}",
                f"{plain_value} {_SPELT.get(unit, unit)}",
                f"about {plain_value} {unit}",
            ]
        case _:
            out += [f"exactly {plain_value}", f"{plain_value} in total"]
    return out


_SPELT: Final = {
    "km": "kilometers", "m": "metres", "cm": "centimeters", "mm": "millimetres", "kg": "kilograms", "g": "grams",
    "L": "litres", "ml": "milliliters", "m^2": "square meters", "m^3": "cubic metres", "cm^2": "square centimeters",
    "km/h": "kilometers per hour", "m/s": "metres per second", "mph": "miles per hour", "ft": "feet", "in": "inches",
    "cm^3": "cubic centimetres", "°C": "degrees Celsius", "degrees": "°", "mi": "miles",
}  # fmt: skip


def _choice(spec: AnswerSpec) -> list[str]:
    if spec.gold not in spec.options:
        return []
    letter = LETTERS[spec.options.index(spec.gold)]
    return [
        letter,
        f"({letter})",
        f"{letter}) {spec.gold}",
        f"{letter}. {spec.gold}",
        f"Option {letter}",
        f"option {letter}: {spec.gold}",
    ]


def _date(spec: AnswerSpec) -> list[str]:
    try:
        day = date.fromisoformat(spec.gold)
    except ValueError:
        return []
    number, month = day.day, day.strftime("%B")
    suffix = {1: "st", 2: "nd", 3: "rd"}.get(number % 10 if number not in (11, 12, 13) else 0, "th")
    return [
        f"{month} {number}, {day.year}",
        f"{number} {month} {day.year}",
        f"{day.strftime('%A')}, {month} {number}{suffix}, {day.year}",
        f"the {number}{suffix} of {month} {day.year}",
        f"{day.year}/{day.month:02}/{day.day:02}",
    ]


def _time(spec: AnswerSpec) -> list[str]:
    found = clocks(plain(spec.gold))
    if not found:
        return []
    hour, minute = divmod(found[0].minute, 60)
    half = "AM" if hour < 12 else "PM"
    return [
        f"{(hour - 1) % 12 + 1}:{minute:02} {half}",
        f"{hour:02}:{minute:02}",
        f"{(hour - 1) % 12 + 1}:{minute:02} {half[0].lower()}.m.",
    ]


def _duration(spec: AnswerSpec) -> list[str]:
    found = durations(plain(spec.gold), clocked=True)
    if not found or found[0].months or found[0].minutes.denominator != 1:
        return []
    total = found[0].minutes.numerator
    hours, minutes = divmod(total, 60)
    out = [f"{total} minutes", f"{total} min"]
    if hours:
        parts = f"{hours} hour{'s' * (hours != 1)}" + (
            f" and {minutes} minute{'s' * (minutes != 1)}" if minutes else ""
        )
        out += [parts, f"{hours}h {minutes}m", f"{hours} h {minutes} min"]
    return out


def _listing(spec: AnswerSpec) -> list[str]:
    items = [i.strip() for i in spec.gold.split(",")]
    if len(items) < 2:
        return []
    out = [
        f"[{', '.join(items)}]",
        ", ".join(items[:-1]) + f" and {items[-1]}",
        ", ".join(items[:-1]) + f", and {items[-1]}",
    ]
    if spec.type is AnswerType.ORDERED_LIST:
        out += [" → ".join(items), " -> ".join(items), ", then ".join(items)]
    else:
        out += ["{" + ", ".join(reversed(items)) + "}", ", ".join(reversed(items))]
    return out


def _words(spec: AnswerSpec) -> list[str]:
    return [spec.gold.upper(), spec.gold.capitalize(), f'"{spec.gold}"', f"the {spec.gold}", *spec.aliases]


_FORMS: Final[MappingProxyType[AnswerType, Callable[[AnswerSpec], list[str]]]] = MappingProxyType(
    dict.fromkeys(
        (
            AnswerType.INTEGER,
            AnswerType.DECIMAL,
            AnswerType.FRACTION,
            AnswerType.PERCENT,
            AnswerType.MONEY,
            AnswerType.QUANTITY,
        ),
        _number,
    )
    | {
        AnswerType.CHOICE: _choice,
        AnswerType.YES_NO: lambda spec: [spec.gold.upper(), spec.gold.capitalize(), f"definitely {spec.gold}"],
        AnswerType.DATE: _date,
        AnswerType.TIME: _time,
        AnswerType.DURATION: _duration,
        AnswerType.ORDERED_LIST: _listing,
        AnswerType.SET: _listing,
        AnswerType.TEXT: _words,
    }
)


def surface_forms(spec: AnswerSpec) -> tuple[str, ...]:
    """Return ways to write the gold itself: as it is, with units spelt out, other separators, letters of options."""
    return (spec.gold, *_FORMS[spec.type](spec))
