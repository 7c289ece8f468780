"""The builder keeps only what is sound: it draws again, and stops with the reason when nothing sound comes."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from mirror_inspect.bank.build import build_subcategory
from mirror_inspect.bank.check import normalised
from mirror_inspect.bank.family import Draft, Draw, Family, Redraw, Solution
from mirror_inspect.errors import BankError
from mirror_inspect.taxonomy import AnswerType

OPENINGS = (
    "First, say",
    "Please tell me",
    "Now work out",
    "A friend asks for",
    "Your turn to find",
    "Name the value of",
)
WORDS = "amber birch cedar delta ember fjord grove heath islet jetty knoll ledge marsh notch oasis pines quarry".split()


def make(draw: Draw) -> Draft:
    a, b = draw.rng.randint(100, 999), draw.rng.randint(100, 999)
    scene = " ".join(draw.rng.sample(WORDS, 8))
    text = f"{draw.rng.choice(OPENINGS)} {a} plus {b} ({scene})."
    return Draft(text, str(a + b), AnswerType.INTEGER)


def solve(text: str, options: tuple[str, ...]) -> Solution:
    first, second = (int(w) for w in text.split() if w.isdigit())
    return Solution(str(first + second), 1.0, {"terms": 2})


SOUND = Family("sums", "addition_subtraction", {n: {"terms": 2} for n in range(1, 6)}, make, solve, "by words")


def build(family: Family, per_level: int = 1, **more: object) -> list[str]:
    built = build_subcategory(family.subcategory, seed=1, per_level=per_level, families=(family,), **more)  # type: ignore[arg-type]
    return [q.question for q in built]


def test_a_sound_family_fills_every_level() -> None:
    texts = build(SOUND, per_level=2)
    assert len(set(texts)) == 10


def test_the_same_seed_gives_the_same_items_and_another_stream_gives_others() -> None:
    assert build(SOUND) == build(SOUND)
    assert not set(build(SOUND)) & set(build(SOUND, stream="components"))


def test_texts_that_are_taken_are_not_built_again_and_new_ones_are_added() -> None:
    taken = {normalised(text) for text in build(SOUND)}
    before = set(taken)
    texts = build(SOUND, taken=taken)
    assert not {normalised(t) for t in texts} & before
    assert taken == before | {normalised(t) for t in texts}


def test_no_near_duplicate_of_another_stream_is_built() -> None:
    other = build_subcategory("addition_subtraction", seed=1, per_level=1, families=(SOUND,))
    assert not set(build(SOUND, apart_from=other)) & {q.question for q in other}


def leaking(draw: Draw) -> Draft:
    draft = make(draw)
    return replace(draft, question=f"{draft.question} It is {draft.answer}.")


def constant(draw: Draw) -> Draft:
    return Draft("Say 1 plus 2 .", "3", AnswerType.INTEGER)


def never(draw: Draw) -> Draft:
    raise Redraw("there is no such thing")


def wrong(draw: Draw) -> Draft:
    draft = make(draw)
    return replace(draft, answer=str(int(draft.answer) + 1))


@pytest.mark.parametrize(
    ("generator", "reason"),
    [
        (leaking, "its gold stands in its own text"),
        (constant, "its text occurs already"),
        (never, "redrawn: there is no such thing"),
        (wrong, "but by words finds"),
    ],
)
def test_the_build_stops_with_family_level_and_reason(generator: Callable[[Draw], Draft], reason: str) -> None:
    with pytest.raises(BankError) as error:
        build(replace(SOUND, make=generator), per_level=2)
    assert "sums level 1" in error.value.message
    assert reason in error.value.message


@pytest.mark.parametrize(
    ("measured", "reason"),
    [({"terms": 3}, "stored as 2 but measures 3"), ({}, "parameters not measured on the text: terms")],
)
def test_parameters_are_measured_on_the_text(measured: dict[str, int], reason: str) -> None:
    family = replace(SOUND, solve=lambda text, options: replace(solve(text, options), params=measured))
    with pytest.raises(BankError, match=reason):
        build(family)


def test_one_opening_cannot_begin_more_than_a_tenth() -> None:
    def monotone(draw: Draw) -> Draft:
        draft = make(draw)
        return replace(draft, question=f"This is how each of the items of the family begins, always: {draft.question}")

    with pytest.raises(BankError, match="its sentence frame is used up"):
        build(replace(SOUND, make=monotone), per_level=4)
