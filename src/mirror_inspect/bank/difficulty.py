"""Empirical difficulty and discrimination of items from the answers of real subjects.

A simulated subject finds an item as hard as its level label says, which proves nothing about the item: simulated
subjects are left out.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from mirror_inspect.items import Question
from mirror_inspect.observation import Observation, Status, log_files, log_observations, read_log
from mirror_inspect.stats.proportions import wilson
from mirror_inspect.taxonomy import DIFFICULTIES, Channel

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

MIN_RESPONDENTS: Final = 200
"""Respondents below which no discrimination is estimated: its standard error would exceed the spread of items."""
SIMULATED: Final = ("simulated/", "mockllm/")
Answers = Mapping[tuple[str, str], bool]
"""Whether a respondent (first key) answered an item (second key) right; pairs not observed are absent."""


def read_answers(logs: Iterable[Path]) -> tuple[dict[tuple[str, str], bool], tuple[str, ...]]:
    """Read the natural answers of every real model in the logs.

    Returns:
        The answers, and the names of the simulated subjects that were left out. A respondent is a model; of several
        answers to one item the first counts, in the order of the log files.

    Raises:
        ArgumentError: a path holds no readable log.
    """
    found: dict[tuple[str, str], bool] = {}
    simulated: set[str] = set()
    for file in log_files(logs):
        kept, left_out = natural_answers(log_observations(read_log(file)))
        simulated |= left_out
        for key, right in kept.items():
            found.setdefault(key, right)
    return found, tuple(sorted(simulated))


def natural_answers(observations: Iterable[Observation]) -> tuple[dict[tuple[str, str], bool], set[str]]:
    """Return the graded natural answers of real models, the first of each item, and the simulated subjects' names."""
    found: dict[tuple[str, str], bool] = {}
    simulated: set[str] = set()
    for o in observations:
        if o.channel != Channel.NATURAL or o.status is not Status.OBSERVED or o.correct is None:
            continue
        if o.model.startswith(SIMULATED):
            simulated.add(o.model)
        else:
            found.setdefault((o.model, o.item_id), o.correct)
    return found, simulated


def difficulty_table(answers: Answers, questions: Sequence[Question]) -> "pd.DataFrame":
    """Return one row per item that was answered, in the order of the bank.

    Columns: ``id``, ``subcategory``, ``level``, ``family``, ``effort``; ``n`` respondents and how many were ``right``;
    ``difficulty`` = the share that was wrong, in [0, 1], with its 95 % Wilson interval ``low``, ``high``; and ``b``,
    ``a``, ``b_se``, ``a_se``: difficulty and discrimination of the two-parameter logistic model, in standard
    deviations of ability. The last four are NaN, with the reason in ``note``, below 200 respondents, for items that
    all or none got right, and where the package ``mirt`` is not installed.
    """
    import pandas as pd

    known = {q.id: q for q in questions}
    replies: dict[str, dict[str, bool]] = {}
    for (respondent, item), right in answers.items():
        if item in known:
            replies.setdefault(item, {})[respondent] = right
    ids = [q.id for q in questions if q.id in replies]
    curves, notes = _curves({item: replies[item] for item in ids})
    rows = []
    for item in ids:
        q, n, correct = known[item], len(replies[item]), sum(replies[item].values())
        low, high = wilson(n - correct, n)
        b, a, b_se, a_se = curves.get(item, (math.nan,) * 4)
        told = (item, q.subcategory, q.difficulty, q.family, q.effort, n, correct, 1 - correct / n, low, high)
        rows.append((*told, b, a, b_se, a_se, notes.get(item, "")))
    columns = ["id", "subcategory", "level", "family", "effort", "n", "right", "difficulty", "low", "high"]
    return pd.DataFrame(rows, columns=[*columns, "b", "a", "b_se", "a_se", "note"])


def by_level(table: "pd.DataFrame", *, simulated: Sequence[str] = ()) -> Iterator[str]:
    """Yield what the table says about levels: items, answers, and the mean share wrong at each."""
    if simulated:
        yield f"left out, since simulated subjects prove nothing about items: {', '.join(simulated)}"
    if table.empty:
        yield "no natural answers of real models to items of this bank"
        return
    respondents = int(table["n"].max())
    yield f"{len(table)} items, {int(table['n'].sum())} answers, at most {respondents} respondents per item"
    if respondents < MIN_RESPONDENTS:
        yield f"discrimination needs {MIN_RESPONDENTS} respondents: not estimated"
    yield f"{'level':>5}{'items':>7}{'wrong':>8}{'effort':>10}{'b':>8}{'a':>8}"
    for level in DIFFICULTIES:
        part = table[table["level"] == level]
        if len(part):
            means = [part[c].mean() for c in ("difficulty", "effort", "b", "a")]
            wrong, effort, b, a = ("-" if math.isnan(m) else f"{m:.2f}" for m in means)
            yield f"{level:>5}{len(part):>7}{wrong:>8}{effort:>10}{b:>8}{a:>8}"


Curve = tuple[float, float, float, float]


def _curves(replies: Mapping[str, Mapping[str, bool]]) -> tuple[dict[str, Curve], dict[str, str]]:
    """Return (b, a, b_se, a_se) by item, and for the others why there is none."""
    few = {item: len(r) for item, r in replies.items() if len(r) < MIN_RESPONDENTS}
    flat = {item for item, r in replies.items() if len(set(r.values())) == 1}
    notes = dict.fromkeys(flat, "all respondents answered alike")
    notes |= {item: f"{n} respondents, discrimination needs {MIN_RESPONDENTS}" for item, n in few.items()}
    fitted = [item for item in replies if item not in notes]
    if len(fitted) < 3:
        return {}, notes | dict.fromkeys(fitted, "a two-parameter model needs three such items")
    try:
        return dict(zip(fitted, _two_parameter(_matrix(fitted, replies)), strict=True)), notes
    except ImportError:
        return {}, notes | dict.fromkeys(fitted, "the package mirt is not installed (extra: bank)")


def _matrix(items: Sequence[str], replies: Mapping[str, Mapping[str, bool]]) -> "NDArray[np.int_]":
    """Return answers as 1 and 0, respondents x items, with -1 where nothing was observed."""
    import numpy as np

    people = sorted({p for item in items for p in replies[item]})
    row = {p: i for i, p in enumerate(people)}
    table = np.full((len(people), len(items)), -1, dtype=int)
    for column, item in enumerate(items):
        for person, right in replies[item].items():
            table[row[person], column] = right
    return table


def _two_parameter(answers: "NDArray[np.int_]") -> list[Curve]:
    """Fit the two-parameter logistic model by marginal maximum likelihood; abilities are standard normal."""
    from mirt import fit_mirt

    fit = fit_mirt(answers, model="2PL", compute_standard_errors=True)
    columns = [fit.model.parameters[name] for name in ("difficulty", "discrimination")]
    columns += [fit.standard_errors[name] for name in ("difficulty", "discrimination")]
    return [(float(b), float(a), float(b_se), float(a_se)) for b, a, b_se, a_se in zip(*columns, strict=True)]
