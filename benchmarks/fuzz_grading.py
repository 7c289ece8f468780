"""Throw mutated and random replies at the grader for some minutes: no exception, no slow call, no impossible grade.

Usage: python benchmarks/fuzz_grading.py --minutes 10 [--seed 1]. Prints every finding with the input that caused it and
exits 1 when there is one; put the input into ``tests/grading/regressions.jsonl``.
"""

import argparse
import json
import random
import sys
import time
import traceback
from collections.abc import Callable

from mirror_inspect.grading import grade
from mirror_inspect.grading.examples import PHRASINGS, phrase, surface_forms
from mirror_inspect.grading.fields import read_choice_field, read_integer_field, read_text_field
from mirror_inspect.grading.verbal import verbal_confidence
from mirror_inspect.items import AnswerSpec
from mirror_inspect.observation import Status
from mirror_inspect.taxonomy import AnswerType

SPECS = [
    AnswerSpec(type=t, gold=g)
    for t, g in [
        ("integer", "42"), ("decimal", "12.5"), ("fraction", "3/7"), ("percent", "12.5%"), ("money", "$18.20"),
        ("quantity", "12.5 km"),
        ("yes_no", "no"), ("date", "2027-03-04"), ("time", "14:05"), ("duration", "3 hours 20 minutes"),
        ("ordered_list", "pear, apple, fig"), ("set", "2, 5, 7"), ("text", "Lake Garda"), ("text", "x^2 - 1"),
    ]
] + [AnswerSpec(type=AnswerType.CHOICE, gold="Lyon", options=("Paris", "Lyon", "Nice"))]  # fmt: skip
TOKENS = [
    "**", "*", "`", "```", "```python\n", "$", "$$", "\\boxed{", "{", "}", "\\frac{", "\\text{", "<think>",
    "</think>", "<answer>", "ANSWER:",
    "BET:", "\n", "\n\n", "\n- ", "\n1. ", "\n# ", "|", "=", "≈", "(", ")", "[", "]", ",", ".", ":", "：", " ", "  ",
    "not ", "or ", "and ",
    "the answer is ", "Therefore, ", "I cannot ", "0", "1", "9", "42", "1,000", "3/7", "1e400", "10^", "^", "-", "−",
    "%", "€", "km", "m", "hours",
    ":", "14:", "2027-", "March ", "twenty ", "two ", "hundred ", "half ", "七", "百", "是", "不", "\u200b",
    "\ud800", "\x00", "é", "A)", "B", "Lyon",
    "Paris", "pear, ", "→ ", "yes", "no", "\\", "\"", "'", "<", ">", "&", "#", "~~", "__", "_", "²", "½", "√(", "x",
    "…", "{\"answer\": \"",
]  # fmt: skip
SLOWEST_ALLOWED = 0.05


def _random_text(rng: random.Random) -> str:
    size = rng.choice((3, 10, 40, 200))
    return "".join(rng.choice(TOKENS) for _ in range(size))


def _repeated(rng: random.Random) -> str:
    unit = "".join(rng.choice(TOKENS) for _ in range(rng.randint(1, 4)))
    return (unit * (100_000 // max(1, len(unit)) + 1))[: rng.choice((1_000, 100_000, 100_000))]


def _mutated(rng: random.Random) -> str:
    spec = rng.choice(SPECS)
    text = phrase(rng.choice(surface_forms(spec)), rng.choice(list(PHRASINGS)))
    for _ in range(rng.randint(1, 8)):
        i = rng.randrange(len(text) + 1)
        j = min(len(text), i + rng.randint(0, 6))
        text = (
            rng.choice(
                (text[:i] + rng.choice(TOKENS) + text[i:], text[:i] + text[j:], text[:i] + text[i:j] * 3 + text[j:])
            )
            or " "
        )
    return text


def _bytes(rng: random.Random) -> str:
    return rng.randbytes(rng.choice((10, 200, 2000))).decode(
        "utf-8", "surrogateescape" if rng.random() < 0.5 else "replace"
    )


MAKERS: tuple[Callable[[random.Random], str], ...] = (_random_text, _mutated, _mutated, _bytes, _repeated)


def check(text: str, spec: AnswerSpec) -> str:
    """Return what is wrong with how a reply is handled, or an empty string."""
    start = time.process_time()
    try:
        result = grade(text, spec)
        json.dumps(result.answer, ensure_ascii=False).encode()
        spent = time.process_time() - start
        read_integer_field(text, "BET", 1, 10)
        read_choice_field(text, "DECISION", ("PROCEED", "DEFER"))
        read_text_field(text, "ANSWER")
        verbal_confidence(text)
    except Exception:
        return traceback.format_exc(limit=-3)
    if (result.correct is None) == (result.status == Status.OBSERVED) or (
        result.correct is not None and result.answer is None
    ):
        return f"impossible grade {result}"
    if spent > SLOWEST_ALLOWED:
        again = time.process_time()
        grade(text, spec)
        spent = min(spent, time.process_time() - again)
    return f"slow: {spent:.3f} s for {len(text)} characters" if spent > SLOWEST_ALLOWED else ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    for spec in SPECS:
        grade(spec.gold, spec)
    end, count, findings = time.monotonic() + 60 * args.minutes, 0, 0
    while time.monotonic() < end:
        text, spec = rng.choice(MAKERS)(rng), rng.choice(SPECS)
        trouble = check(text, spec)
        count += 1
        if trouble:
            findings += 1
            print(f"{spec.type} {spec.gold!r} {len(text)} {text[:120]!r}\n    {trouble}", flush=True)
            if findings >= 40:
                break
    print(f"{count} replies, {findings} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
