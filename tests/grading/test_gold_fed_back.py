"""A gold fed back is graded right, in every phrasing and in every way of writing it."""

import random

import pytest

from mirror_inspect.grading import grade
from mirror_inspect.grading.examples import PHRASINGS, phrase, surface_forms
from mirror_inspect.items import AnswerSpec
from mirror_inspect.taxonomy import AnswerType

GOLDS = [
    *(("integer", g) for g in ("42", "-12", "48213", "1", "0", "3", "1945")),
    *(("decimal", g) for g in ("12.5", "0.375", "-3.25", "1204.07")),
    *(("fraction", g) for g in ("3/7", "11/4", "1/2")),
    *(("percent", g) for g in ("12.5%", "40%", "3%")),
    *(("money", g) for g in ("$1234.50", "$18", "$0.75")),
    *(("quantity", g) for g in ("12.5 km", "340 g", "24 m^2", "60 km/h", "45 degrees", "7.5 L", "6 m", "18 cm^3")),
    *(("yes_no", g) for g in ("yes", "no")),
    *(("date", g) for g in ("2027-03-04", "2031-11-23", "1969-07-20")),
    *(("time", g) for g in ("14:05", "09:30", "00:15", "12:00")),
    *(("duration", g) for g in ("3 hours 20 minutes", "135 minutes", "45 minutes", "2 hours")),
    *(("ordered_list", g) for g in ("pear, apple, fig", "Ana, Bo, Chen, Dov", "3, 1, 2", "C, A, B",
    "Oman, Antigua and Barbuda, Chad")),
    *(("set", g) for g in ("Ana, Chen", "2, 5, 7", "blue, green, red")),
    *(("text", g) for g in ("Brasília", "because", "northeast", "Thomas Edison", "were", "the cook", "QZF", "adverb",
    "cannot be determined")),
]  # fmt: skip
CHOICES = [
    ("Lyon", ("Paris", "Lyon", "Nice", "Metz")),
    (
        "The clerk signed the form.",
        ("The clerk signed the form.", "The form signed the clerk.", "The clerk was signed by the form."),
    ),
    ("12", ("11", "12", "13", "21")),
    ("sarcastic", ("sincere", "sarcastic")),
    ("She is annoyed", ("She is not annoyed", "She is annoyed", "She is amused")),
    ("none of them", ("Ana", "Bo", "none of them")),
]
SPECS = [AnswerSpec(type=AnswerType(t), gold=g) for t, g in GOLDS] + [
    AnswerSpec(type=AnswerType.CHOICE, gold=g, options=o) for g, o in CHOICES
]


def test_there_are_thirty_phrasings_and_every_type_is_covered() -> None:
    assert len(PHRASINGS) >= 30
    assert {s.type for s in SPECS} == set(AnswerType)


@pytest.mark.parametrize("name", list(PHRASINGS))
def test_the_gold_is_right_in_every_phrasing_and_surface_form(name: str) -> None:
    failures = [
        (spec.gold, reply, grade(reply, spec))
        for spec in SPECS
        for form in surface_forms(spec)
        if grade(reply := phrase(form, name), spec).correct is not True
    ]
    assert failures == []


def _bank_specs() -> list[AnswerSpec]:
    from mirror_inspect.bank.load import load_bank

    bank = load_bank("shipped")
    return [q.spec for q in (*bank.questions, *bank.components)]


def _failures(specs: list[AnswerSpec], names: list[str], rng: random.Random) -> list[tuple[str, str]]:
    out = []
    for spec in specs:
        for name in names:
            for form in (spec.gold, rng.choice(surface_forms(spec))):
                reply = phrase(form, name)
                if grade(reply, spec).correct is not True:
                    out.append((spec.gold, reply))
    return out


def test_bank_golds_are_right_in_a_sample_of_phrasings() -> None:
    rng = random.Random(11)
    specs = rng.sample(known := _bank_specs(), min(800, len(known)))
    assert _failures(specs, ["bare", "label", "sentence_bold", "working_before", "explanation_after"], rng) == []


@pytest.mark.slow
def test_every_bank_gold_is_right_in_every_phrasing() -> None:
    assert _failures(_bank_specs(), list(PHRASINGS), random.Random(12)) == []
