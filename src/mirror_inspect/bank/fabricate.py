"""Solutions to show as feedback: the true one, and a wrong one of the same form whose answer is certainly wrong."""

import random
import re
from collections.abc import Sequence
from datetime import date, timedelta
from decimal import Decimal
from typing import Final

from mirror_inspect.errors import BankError
from mirror_inspect.items import LETTERS, Question
from mirror_inspect.taxonomy import AnswerType

TRIES: Final = 60
STARTS: Final = (
    "Checking it again step by step",
    "Going through the details once more, one after the other,",
    "Taking each statement of the question in turn and writing down what it adds",
    "Working it out afresh from the beginning",
    "Doing it slowly, with every intermediate result written down,",
    "A second pass through the question, line by line,",
)
ENDS: Final = (
    "gives {answer}.",
    "leads to {answer}.",
    "ends in {answer}.",
    "comes out as {answer}.",
)
CLOSINGS: Final = (
    "So the answer is {answer}.",
    "The right answer is therefore {answer}.",
    "Hence: {answer}.",
    "That makes the answer {answer}.",
)


def stated(question: Question, answer: str) -> str:
    """Return an answer as feedback states it: choices with their letter."""
    if answer in question.options:
        return f"{LETTERS[question.options.index(answer)]}) {answer.rstrip('.')}"
    return answer


def solution_text(question: Question, answer: str, wording: int) -> str:
    """Return a solution that ends in an answer.

    It says what was done in words that are true of any careful check and contain no step that could contradict the
    answer, so that a true and a fabricated solution differ in nothing but the answer.

    Args:
        question: The item.
        answer: The answer to argue for.
        wording: Any whole number; picks the sentences.
    """
    shown = stated(question, answer)
    start, rest = STARTS[wording % len(STARTS)], wording // len(STARTS)
    end, rest = ENDS[rest % len(ENDS)], rest // len(ENDS)
    if rest % 3 == 0:
        return f"{start} {end.format(answer=shown)}"
    return f"{start} {end.format(answer=shown)} {CLOSINGS[rest % len(CLOSINGS)].format(answer=shown)}"


def confirmation_text(answer: str, wording: int) -> str:
    """Return a solution that confirms what a subject said, for the arm that tells a wrong subject it was right."""
    start, rest = STARTS[wording % len(STARTS)], wording // len(STARTS)
    return f"{start} {ENDS[rest % len(ENDS)].format(answer=answer)}"


def fabricated_answer(question: Question, peers: Sequence[Question], rng: random.Random) -> str:
    """Return a plausible answer of the gold's form that the grader finds wrong.

    Raises:
        BankError: none could be made.
    """
    from mirror_inspect.grading import grade

    for _ in range(TRIES):
        wrong = _slip(question, peers, rng)
        if wrong and wrong != question.answer and grade(f"Answer: {wrong}", question.spec).correct is False:
            return wrong
    raise BankError(f"item {question.id}: no wrong answer to {question.answer!r} could be made")


def _slip(question: Question, peers: Sequence[Question], rng: random.Random) -> str:
    gold, kind = question.answer, question.answer_type
    if kind is AnswerType.YES_NO:
        return "no" if gold == "yes" else "yes"
    if kind is AnswerType.CHOICE:
        return rng.choice([o for o in question.options if o != gold])
    if kind is AnswerType.DATE:
        return (date.fromisoformat(gold) + timedelta(days=rng.choice((-7, -3, -2, -1, 1, 2, 4, 7)))).isoformat()
    if kind is AnswerType.TIME:
        hours, minutes = map(int, gold.split(":"))
        total = (hours * 60 + minutes + rng.choice((-60, -30, -15, -10, 10, 15, 20, 45, 60))) % 1440
        return f"{total // 60:02d}:{total % 60:02d}"
    if kind is AnswerType.ORDERED_LIST:
        return _other_order(gold, peers, rng)
    if kind is AnswerType.SET:
        return _other_set(gold, peers, rng)
    if kind is AnswerType.TEXT:
        return _other_text(gold, peers, rng)
    return _other_number(gold, rng)


def _other_number(gold: str, rng: random.Random) -> str:
    """Change one number of the gold the way slips do: by a unit, a ten, or two digits exchanged."""
    numbers = list(re.finditer(r"\d+(?:\.\d+)?", gold))
    found = rng.choice(numbers)
    text = found[0]
    places = len(text.partition(".")[2])
    unit = Decimal(1).scaleb(-places)
    largest = max(Decimal(3), Decimal(text) / unit / 2)
    sizes = [s for s in (1, 2, 3, 9, 10, 18, 20, 90, 100) if s <= largest]
    step = unit * rng.choice(sizes) * rng.choice((-1, 1))
    if len(text) > 4 and rng.random() < 0.4:
        i = rng.randrange(len(text) - 1)
        a, b = text[i], text[i + 1]
        changed = text[:i] + b + a + text[i + 2 :]
        new = Decimal(changed) if a.isdigit() and b.isdigit() and changed[0] != "0" else Decimal(text) + step
    else:
        new = Decimal(text) + step
    if new <= 0:
        new = Decimal(text) + abs(step)
    if "hour" in gold and found is numbers[-1] and len(numbers) > 1:
        new %= 60
    return gold[: found.start()] + f"{new:f}" + gold[found.end() :]


def _other_order(gold: str, peers: Sequence[Question], rng: random.Random) -> str:
    """Exchange two neighbours; where entries repeat (a row of T and L), change one entry instead."""
    parts = gold.split(", ")
    if len(set(parts)) < len(parts):
        entries = sorted({p for q in peers for p in q.answer.split(", ")} | set(parts))
        parts[rng.randrange(len(parts))] = rng.choice(entries)
    else:
        i = rng.randrange(max(1, len(parts) - 1))
        parts[i : i + 2] = reversed(parts[i : i + 2])
    return ", ".join(parts)


def _other_set(gold: str, peers: Sequence[Question], rng: random.Random) -> str:
    parts = gold.split(", ")
    pool = sorted({p for q in peers for p in q.answer.split(", ")} - set(parts))
    if (len(parts) > 2 and rng.random() < 0.4) or not pool:
        parts.remove(rng.choice(parts))
    elif rng.random() < 0.5:
        parts.append(rng.choice(pool))
    else:
        parts[rng.randrange(len(parts))] = rng.choice(pool)
    return ", ".join(sorted(parts, key=lambda p: (int(p) if p.isdigit() else 0, p)))


def _other_text(gold: str, peers: Sequence[Question], rng: random.Random) -> str:
    """Take a peer's gold, or exchange two letters of a code."""
    if re.fullmatch(r"[A-Z0-9]{2,}", gold) and len(gold) > 3:
        i = rng.randrange(len(gold) - 1)
        return gold[:i] + gold[i + 1] + gold[i] + gold[i + 2 :]
    others = sorted({q.answer for q in peers} - {gold})
    return rng.choice(others) if others else ""
