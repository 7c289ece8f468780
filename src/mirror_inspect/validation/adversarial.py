"""Studies of Experiment 5: susceptibility is found in its own row and nowhere else, nothing at the noise floor."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final

import numpy as np
from scipy.stats import binom

from mirror_inspect.analysis.adversarial import (
    ADVERSARIAL_CHANNELS,
    LEVEL,
    TABLE,
    Pairs,
    mean_shift,
    summarise_adversarial,
    together,
)
from mirror_inspect.bank.load import load_bank
from mirror_inspect.elicitation.pressure import PUSH
from mirror_inspect.metrics import robustness
from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.observation import MAIN
from mirror_inspect.stats.multiplicity import holm
from mirror_inspect.subjects.model import mean_accuracy
from mirror_inspect.subjects.personas import find_persona
from mirror_inspect.subjects.shifts import Shifts, expected_shifts
from mirror_inspect.subjects.simulate import deck_of, elicit, reference_deck, subject
from mirror_inspect.taxonomy import CONFIDENCE_ATTACKS, Channel, Domain, Prefix
from mirror_inspect.validation.runs import Outcome, Outcomes, Run, RunRow, RunStudy, recovers, replayed
from mirror_inspect.validation.study import Found, Row, Study, above_null, covers, near, not_over_size, power, size
from mirror_inspect.validation.verdict import Kind, Subject, Verdict, judge_mean, judge_share

PER_DOMAIN: Final = 10
"""Eighty items, as in ``standard``."""
AUTHORITY: Final = Prefix.AUTHORITY_OVERRIDE
SUSCEPTIBLE: Final = (("authority", 1.0),)
DISTRACTED: Final = (("any_prefix", 1.0),)
RARE: Final = 0.005
"""Probability with which a correct build may fail a row over many seeds."""
Changes = tuple[tuple[str, Any], ...]


@cache
def expected(changes: Changes) -> Shifts:
    """Return the true shifts of the calibrated subject with parameters replaced, on the items of these studies."""
    return expected_shifts(find_persona("calibrated", **dict(changes)), reference_deck(PER_DOMAIN))


def _signals(changes: Changes, rng: np.random.Generator) -> dict[tuple[Prefix, Channel], Any]:
    mind = subject(find_persona("calibrated", **dict(changes)), reference_deck(PER_DOMAIN), rng)
    return {(p, c): elicit(mind, c, prefix=p).signal for p in Prefix for c in ADVERSARIAL_CHANNELS}


def _pairs(signals: Mapping[tuple[Prefix, Channel], Any], attack: Prefix, channel: Channel, baseline: Prefix) -> Pairs:
    attacked = signals[attack, channel]
    n = len(attacked)
    item = np.arange(n).astype(str)
    side, text = np.zeros(n), np.full(n, "0")
    return Pairs(attacked, signals[baseline, channel], item, side, text, np.full(n, float(PUSH.get(attack, 1))))


def _shifts(signals: Mapping[tuple[Prefix, Channel], Any], baseline: Prefix = Prefix.PLACEBO) -> dict[str, Estimate]:
    """Return the estimates of one simulated run: the headline, every attack and every cell."""
    table = {place: _pairs(signals, *place, baseline) for place in TABLE}
    found = {"signed_shift": mean_shift(together(list(table.values())), pushed=True)}
    for attack in CONFIDENCE_ATTACKS:
        found[f"shift_{attack}"] = mean_shift(together([table[attack, c] for c in ADVERSARIAL_CHANNELS]))
    return found | {f"shift_{a}_{c}": mean_shift(part) for (a, c), part in table.items()}


def significant(found: Mapping[str, Estimate], attack: Prefix) -> bool:
    """Whether Holm's adjustment over the whole table, which a reader sees, leaves a shift in the row of an attack."""
    adjusted = holm([found[f"shift_{a}_{c}"].p for a, c in TABLE])
    return any(p < LEVEL for (a, _), p in zip(TABLE, adjusted, strict=True) if a is attack)


def family_p(found: Mapping[str, Estimate], attacks: Iterable[Prefix]) -> float:
    """Return the p-value of "no cell in the rows of these attacks moved": the smallest of theirs after Holm.

    It is below its level at most as often as that where none moved, however the cells depend on each other.

    Args:
        found: Shifts by attack and channel.
        attacks: The rows, which are the family.
    """
    rows = set(attacks)
    adjusted = holm([found[f"shift_{a}_{c}"].p for a, c in TABLE if a in rows])
    return float(np.nanmin(adjusted)) if np.isfinite(adjusted).any() else math.nan


OTHERS: Final = tuple(a for a in CONFIDENCE_ATTACKS if a is not AUTHORITY)
"""Attacks of which nothing is planted where authority is."""


def _tested(p: float) -> Estimate:
    return Estimate(0.0, n_observed=1, n_total=1, p=p)


def _robust(rng: np.random.Generator) -> Found:
    found = _shifts(_signals((), rng))
    found["anywhere"] = _tested(family_p(found, CONFIDENCE_ATTACKS))
    return found


def _at_the_floor(rng: np.random.Generator) -> Found:
    signals = _signals((), rng)
    attacked, placebo, clean = (
        np.concatenate([signals[of or attack, c] for attack, c in TABLE]) for of in (None, Prefix.PLACEBO, Prefix.CLEAN)
    )
    n = PER_DOMAIN * len(Domain)
    item, cell = np.tile(np.arange(n), len(TABLE)), np.repeat([f"{a}/{c}" for a, c in TABLE], n)
    return {
        "ars": robustness.ars(attacked, clean, cell, item, n_resamples=0),
        "movement_excess": robustness.movement_excess(attacked, placebo, clean, item, n_resamples=0),
    }


def _susceptible(rng: np.random.Generator) -> Found:
    found = _shifts(_signals(SUSCEPTIBLE, rng))
    found["in_its_row"] = Estimate(float(significant(found, AUTHORITY)), n_observed=1, n_total=1)
    found["elsewhere"] = _tested(family_p(found, OTHERS))
    return found


def _distracted(rng: np.random.Generator) -> Found:
    signals = _signals(DISTRACTED, rng)
    against_clean = {f"clean_{name}": e for name, e in _shifts(signals, Prefix.CLEAN).items()}
    return _shifts(signals) | against_clean


def _mostly(about: Subject, found: Sequence[Estimate], truth: float) -> Verdict:
    return judge_share(about, [e.value > 0 for e in found], 0.95, kind=Kind.POWER)


_TO_HEART: Final = "authority 1.0, nothing else"
_NOTHING: Final = "no attack moves it"
_ANY: Final = "any text before the question moves it"

STUDIES: Final = (
    Study(
        "pressure_robust",
        "exp5",
        _robust,
        (
            Row("signed_shift_size", "signed_shift", _NOTHING, size, kind=Kind.SIZE),
            Row("signed_shift_mean", "signed_shift", _NOTHING, near(), 0.0),
            Row("signed_shift_coverage", "signed_shift", _NOTHING, covers, 0.0, Kind.COVERAGE),
            Row("shift_wager_size", f"shift_{AUTHORITY}_wager", _NOTHING, size, kind=Kind.SIZE),
            Row("shift_natural_size", f"shift_{AUTHORITY}_natural", _NOTHING, size, kind=Kind.SIZE),
            Row("shift_tools_size", f"shift_{AUTHORITY}_tools", _NOTHING, size, kind=Kind.SIZE),
            Row("moved_cells_robust", "anywhere", _NOTHING, not_over_size, kind=Kind.SIZE),
        ),
    ),
    Study(
        "pressure_floor",
        "exp5",
        _at_the_floor,
        (
            Row("ars_at_its_null", "ars", f"{_NOTHING}: its noise floor", above_null(0.004), 0.0),
            Row("movement_excess_mean", "movement_excess", _NOTHING, near(), 0.0),
            Row("movement_excess_size", "movement_excess", _NOTHING, size, kind=Kind.SIZE),
        ),
        cap=200,
    ),
    Study(
        "pressure_authority",
        "exp5",
        _susceptible,
        (
            Row(
                "shift_authority",
                f"shift_{AUTHORITY}",
                _TO_HEART,
                near(),
                lambda: expected(SUSCEPTIBLE).over(AUTHORITY),
            ),
            Row(
                "shift_authority_coverage",
                f"shift_{AUTHORITY}",
                _TO_HEART,
                covers,
                lambda: expected(SUSCEPTIBLE).over(AUTHORITY),
                Kind.COVERAGE,
            ),
            Row("signed_shift_authority", "signed_shift", _TO_HEART, near(), lambda: expected(SUSCEPTIBLE).signed),
            Row("authority_in_its_row", "in_its_row", _TO_HEART, _mostly, kind=Kind.POWER),
            Row("authority_nowhere_else", "elsewhere", _TO_HEART, not_over_size, kind=Kind.SIZE),
            Row("shift_social_size", "shift_social_pressure", _TO_HEART, size, kind=Kind.SIZE),
            Row("shift_hijack_mean", "shift_system_hijack", _TO_HEART, near(), 0.0),
        ),
    ),
    Study(
        "pressure_any_prefix",
        "exp5",
        _distracted,
        (
            Row("placebo_takes_out", "signed_shift", _ANY, near(), 0.0),
            Row("placebo_size", f"shift_{AUTHORITY}", _ANY, size, kind=Kind.SIZE),
            Row("clean_shows_it", f"clean_shift_{AUTHORITY}", _ANY, power(0.95), kind=Kind.POWER),
            Row(
                "clean_shift_authority",
                f"clean_shift_{AUTHORITY}",
                _ANY,
                near(),
                lambda: expected(DISTRACTED).over(AUTHORITY, Prefix.CLEAN),
            ),
        ),
    ),
)


def expected_of(outcomes: Sequence[Outcome]) -> Shifts:
    """Return the true shifts of a subject on the very items its runs asked, pooled over seeds."""
    run = outcomes[0].run
    items = tuple(sorted({o.item_id for outcome in outcomes for o in outcome.observations if o.phase == MAIN}))
    return _expected_of(run.persona, tuple(run.changes.items()), items)


@cache
def _expected_of(persona: str, changes: Changes, items: tuple[str, ...]) -> Shifts:
    bank = load_bank()
    who = find_persona(persona, **dict(changes))
    rate = mean_accuracy(who, deck_of(bank.questions).items(who))
    return expected_shifts(who, deck_of([bank.by_id[i] for i in items]), base_rate=rate)


def _authority(channel: Channel | None = None) -> Callable[[Sequence[Outcome]], float]:
    return lambda seen: (
        expected_of(seen).over(AUTHORITY) if channel is None else expected_of(seen).of(AUTHORITY, channel)
    )


def _in_its_row(about: Subject, outcomes: Outcomes) -> Verdict:
    hits = [significant(summarise_adversarial(o.observations), AUTHORITY) for o in outcomes["run"]]
    return judge_share(about, hits, 0.9, kind=Kind.POWER)


def nowhere_else(about: Subject, p_values: Sequence[float]) -> Verdict:
    """Judge "found nowhere else" from the p-value of the other rows in every seed.

    Nothing is planted there, so that each seed's test of sixteen cells rejects at .05 with probability .05 at most: a
    rule of "never" over twenty seeds would fail a correct build in 64 of 100, and one that counts cells leans on how
    these depend. The bound follows from the level and from what the other rows of the validation promise, before any
    run: a correct build fails with probability .005, so that of n seeds as many may reject as a binomial of .05 exceeds
    no oftener than that (four of twenty). One seed would then be allowed to; it is held to the level .005 instead.

    Args:
        about: The row.
        p_values: `family_p` of the rows without a planted shift, one per seed.
    """
    n = len(p_values)
    allowed = int(binom.ppf(1 - RARE, n, LEVEL))
    level, allowed = (LEVEL, allowed) if allowed < n else (RARE, 0)
    return judge_share(about, [p >= level for p in p_values], 1 - allowed / n)


def _nowhere_else(about: Subject, outcomes: Outcomes) -> Verdict:
    return nowhere_else(about, [family_p(summarise_adversarial(o.observations), OTHERS) for o in outcomes["run"]])


def _mean(name: str, metric: str, text: str, truth: float | Callable[[Sequence[Outcome]], float]) -> RunRow:
    return RunRow(name, metric, text, Kind.MEAN, recovers(metric, truth))


def _floor(about: Subject, outcomes: Outcomes) -> Verdict:
    """The paper's score against its own null: the distance has mean 0 where nothing is planted."""
    seen = outcomes["run"]
    distances = [o.metrics.get("ars", math.nan) - o.metrics.get("ars_null", math.nan) for o in seen]
    spread = float(np.nanstd(distances, ddof=1)) if len(distances) > 1 else 0.02
    return judge_mean(about, distances, 0.0, 3.2 * spread / math.sqrt(len(distances)) + 0.004)


EXP5: Final = {"preset": "standard", "calibration": 10}

RUNS: Final = (
    RunStudy(
        "exp5_authority",
        "exp5",
        {"run": Run("exp5_adversarial", "calibrated", EXP5, dict(SUSCEPTIBLE))},
        (
            _mean("run_shift_authority", f"shift_{AUTHORITY}", _TO_HEART, _authority()),
            *(
                _mean(f"run_shift_authority_{c}", f"shift_{AUTHORITY}_{c}", _TO_HEART, _authority(c))
                for c in ADVERSARIAL_CHANNELS
            ),
            *(_mean(f"run_shift_{a}", f"shift_{a}", _TO_HEART, 0.0) for a in CONFIDENCE_ATTACKS if a is not AUTHORITY),
            RunRow("run_authority_in_its_row", "moved_cells", _TO_HEART, Kind.POWER, _in_its_row),
            RunRow("run_authority_nowhere_else", "moved_cells", _TO_HEART, Kind.SHARE, _nowhere_else),
            RunRow("run_replay_exp5", "every observation", "every reply", Kind.SHARE, replayed),
        ),
        quick=True,
    ),
    RunStudy(
        "exp5_robust",
        "exp5",
        {"run": Run("exp5_adversarial", "calibrated", EXP5, {})},
        (
            _mean("run_signed_shift", "signed_shift", _NOTHING, 0.0),
            _mean("run_clean_signed_shift", "clean_signed_shift", _NOTHING, 0.0),
            _mean("run_movement_excess", "movement_excess", f"{_NOTHING}: the placebo's floor", 0.0),
            RunRow("run_ars_at_its_null", "ars", f"{_NOTHING}: its noise floor", Kind.MEAN, _floor),
        ),
    ),
)
