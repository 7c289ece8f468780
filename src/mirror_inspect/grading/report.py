"""Error rates of the grader as data: labelled replies in, rates per channel and answer type out."""

import json
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Literal

from mirror_inspect.errors import ArgumentError
from mirror_inspect.grading.grade import Grade, grade_response
from mirror_inspect.grading.infer import infer_answer_spec
from mirror_inspect.grading.intervals import Rate

Truth = Literal["right", "wrong", "silent"]
FREE_TEXT: Final = frozenset({"natural", "exp3_natural", "tools", "tool_use"})
"""Channels whose reply has no answer field; all others are structured."""
SWAPS: Final = 10
FORMAT: Final = "mirror-inspect grading rates 1"
_TRUTH: Final[Mapping[str, Truth]] = MappingProxyType({"yes": "right", "no": "wrong"})


@dataclass(frozen=True, slots=True)
class LabelledReply:
    """A reply with what a person read in it.

    Attributes:
        id: Name of the row.
        channel: Channel it was elicited in.
        answer_type: The bank's name of the answer type, a hint.
        gold: The gold.
        response: The raw reply.
        truth: Whether the answer given is right against the gold, wrong, or not given (silent).
    """

    id: str
    channel: str
    answer_type: str | None
    gold: str
    response: str
    truth: Truth


@dataclass(frozen=True, slots=True)
class ErrorRates:
    """Grading errors over one group of replies.

    Attributes:
        by: What the group is: ``all``, ``layout`` (natural, structured), ``channel`` or ``answer_type``.
        group: Its name.
        false_negative: Right replies graded wrong, of the right ones that were graded.
        right_missing: Right replies left missing, of all right ones.
        false_positive: Wrong replies graded right, of the wrong ones that were graded.
        wrong_missing: Wrong replies left missing, of all wrong ones.
        silent_graded: Replies without an answer that were graded all the same, of all of those.
        swapped: Right replies graded right against the gold of another question of the same type.
    """

    by: str
    group: str
    false_negative: Rate
    right_missing: Rate
    false_positive: Rate
    wrong_missing: Rate
    silent_graded: Rate
    swapped: Rate


RATES: Final = ("false_negative", "right_missing", "false_positive", "wrong_missing", "silent_graded", "swapped")


def read_labelled(path: Path) -> tuple[tuple[LabelledReply, ...], int]:
    """Read a JSONL of labelled replies.

    Each line needs ``response``, ``gold`` and ``hand`` (``correct_vs_gold`` yes or no, or ``no_final_answer_in_text``
    or ``cut_off`` true), and may have ``id``, ``channel``, ``answer_type``, ``closed`` (false: an open gold, left
    out) and ``hand.judged`` (false: left out).

    Returns:
        The usable replies and the number of lines left out.

    Raises:
        ArgumentError: the file cannot be read, or a line is damaged (with its number), or nothing is usable.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ArgumentError(f"cannot read {path}: {error}") from error
    found: list[LabelledReply] = []
    skipped = 0
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            reply = _labelled(json.loads(line), f"line {number}")
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise ArgumentError(
                f"{path}, line {number}: not a labelled reply ({type(error).__name__}: {error})"
            ) from error
        if reply:
            found.append(reply)
        else:
            skipped += 1
    if not found:
        raise ArgumentError(f"{path} holds no judged reply with a closed gold ({skipped} lines left out)")
    return tuple(found), skipped


def _labelled(row: Mapping[str, Any], name: str) -> LabelledReply | None:
    hand = row["hand"]
    if row.get("closed") is False or hand.get("judged") is False:
        return None
    if hand.get("no_final_answer_in_text") or hand.get("cut_off"):
        truth: Truth = "silent"
    elif hand.get("correct_vs_gold") in _TRUTH:
        truth = _TRUTH[hand["correct_vs_gold"]]
    else:
        return None
    return LabelledReply(
        id=str(row.get("id", name)),
        channel=str(row.get("channel", "unknown")),
        answer_type=row.get("answer_type"),
        gold=str(row["gold"]),
        response=str(row["response"]),
        truth=truth,
    )


@dataclass(frozen=True, slots=True)
class _Outcome:
    reply: LabelledReply
    kind: str
    grade: Grade
    swaps: int
    swaps_accepted: int


def _layout(channel: str) -> str:
    return "natural" if channel in FREE_TEXT else "structured"


def error_rates(
    replies: Sequence[LabelledReply], *, seed: int = 7, tick: Callable[[int], object] = lambda _: None
) -> tuple[ErrorRates, ...]:
    """Grade labelled replies and count the errors per layout, channel and inferred answer type.

    Args:
        replies: The labelled replies.
        seed: Which golds of other questions each right reply is tried against (at most ten, of the same type).
        tick: Called with 1 after each reply, for a progress bar.

    Returns:
        Rows in the order all, layouts, channels, answer types; a rate over nothing is NaN.
    """
    rng = random.Random(seed)
    kinds = {r.gold: infer_answer_spec(r.gold, r.answer_type).type.value for r in replies}
    by_kind: dict[str, list[str]] = {}
    for gold, kind in kinds.items():
        by_kind.setdefault(kind, []).append(gold)
    outcomes = []
    for reply in replies:
        others = [g for g in by_kind[kinds[reply.gold]] if _plain(g) != _plain(reply.gold)]
        tried = rng.sample(others, min(SWAPS, len(others))) if reply.truth == "right" else []
        accepted = sum(
            grade_response(reply.response, gold=g, answer_type=reply.answer_type).correct is True for g in tried
        )
        result = grade_response(reply.response, gold=reply.gold, answer_type=reply.answer_type, channel=reply.channel)
        outcomes.append(_Outcome(reply, kinds[reply.gold], result, len(tried), accepted))
        tick(1)
    rows = [_count("all", "all", outcomes)]
    views: tuple[tuple[str, Callable[[_Outcome], str]], ...] = (
        ("layout", lambda o: _layout(o.reply.channel)),
        ("channel", lambda o: o.reply.channel),
        ("answer_type", lambda o: o.kind),
    )
    for by, key in views:
        rows += [_count(by, g, [o for o in outcomes if key(o) == g]) for g in sorted({key(o) for o in outcomes})]
    return tuple(rows)


def _plain(gold: str) -> str:
    return gold.casefold().strip(" .")


def _count(by: str, group: str, outcomes: Iterable[_Outcome]) -> ErrorRates:
    outcomes = list(outcomes)

    def verdicts(truth: Truth) -> list[bool | None]:
        return [o.grade.correct for o in outcomes if o.reply.truth == truth]

    right, wrong, silent = verdicts("right"), verdicts("wrong"), verdicts("silent")
    return ErrorRates(
        by=by,
        group=group,
        false_negative=Rate(right.count(False), len(right) - right.count(None)),
        right_missing=Rate(right.count(None), len(right)),
        false_positive=Rate(wrong.count(True), len(wrong) - wrong.count(None)),
        wrong_missing=Rate(wrong.count(None), len(wrong)),
        silent_graded=Rate(len(silent) - silent.count(None), len(silent)),
        swapped=Rate(sum(o.swaps_accepted for o in outcomes), sum(o.swaps for o in outcomes)),
    )


def markdown(rows: Sequence[ErrorRates]) -> str:
    """Return the rates as a markdown table, each as count/total = share [95 % Wilson interval]."""
    heads = (
        "group",
        "false negative",
        "right missing",
        "false positive",
        "wrong missing",
        "silent graded",
        "swapped gold",
    )
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    for row in rows:
        name = row.group if row.by == "all" else f"{row.by.replace('_', ' ')}: {row.group}"
        lines.append("| " + " | ".join([name, *(str(getattr(row, r)) for r in RATES)]) + " |")
    return "\n".join(lines)


def rates_document(rows: Sequence[ErrorRates], *, source: str, replies: int) -> str:
    """Return the small JSON that error bands read.

    ``rates`` maps ``by`` and group to each rate's ``value``, ``low``, ``high``, ``count`` and ``total``; an undefined
    value is ``null``.
    """
    tree: dict[str, dict[str, Any]] = {}
    for row in rows:
        tree.setdefault(row.by, {})[row.group] = {name: _entry(getattr(row, name)) for name in RATES}
    groups = ",\n".join(
        f"  {json.dumps(by)}: {{\n"
        + ",\n".join(f"   {json.dumps(group)}: {json.dumps(entry)}" for group, entry in entries.items())
        + "\n  }"
        for by, entries in tree.items()
    )
    head = json.dumps({"format": FORMAT, "source": source, "replies": replies}, ensure_ascii=False)[1:-1]
    return f'{{{head},\n "rates": {{\n{groups}\n }}\n}}\n'


def _entry(rate: Rate) -> dict[str, float | int | None]:
    low, high = rate.interval
    numbers = (
        {"value": rate.value, "low": low, "high": high} if rate.total else {"value": None, "low": None, "high": None}
    )
    return {k: None if v is None else round(v, 6) for k, v in numbers.items()} | {
        "count": rate.count,
        "total": rate.total,
    }
