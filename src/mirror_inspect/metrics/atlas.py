"""Every resampled statistic of Experiment 1 over one set of resamples, for tables of any size.

All of them are functions of counts (of distinct confidences by correctness, of grades by domain, of pairs of
signals), so each item contributes a sparse row of counts and `stats.resampling.bca_many` does the rest. Values agree
with the functions in the module of each construct; nulls, p-values and the latent convergence are there and not here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse
from scipy.special import digamma

from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.stats.arrays import Codes, Floats, labels
from mirror_inspect.stats.counts import auroc_of_counts, spearman_of_counts
from mirror_inspect.stats.resampling import bca_many

MAX_VALUES: Final = 128
ECE_BINS: Final = 10
COVERAGES: Final = (0.5, 0.8, 0.9)
MIN_SHARED: Final = 10
CONFIDENT: Final = 6 / 9
NATURAL, WAGER, RATING, OPT_OUT, TOOLS = "natural", "wager", "rating", "opt_out", "tools"
GAPS: Final = (("gap", NATURAL, WAGER), ("format_effect", NATURAL, RATING), ("stake_effect", RATING, WAGER))


@dataclass(frozen=True, slots=True)
class AtlasRow:
    """One statistic: its name, the channel or channel pair and the domain it belongs to (empty when it has none)."""

    metric: str
    channel: str
    domain: str
    estimate: Estimate


@dataclass(frozen=True, slots=True)
class _Channel:
    """Rows of one channel: cell is the (item, epoch) code; value codes a distinct signal, -1 where missing."""

    name: str
    cell: Codes
    unit: Codes
    domain: Codes
    correct: Floats
    value: Codes
    levels: Floats


class _Columns:
    """Collects sparse count columns and remembers where each block stands."""

    def __init__(self, n_units: int) -> None:
        self.n_units = n_units
        self.width = 0
        self.rows: list[Codes] = []
        self.columns: list[Codes] = []

    def block(self, unit: Codes, code: Codes, width: int) -> slice:
        """Count ``code`` (0..width-1) per unit."""
        place = slice(self.width, self.width + width)
        self.rows.append(unit)
        self.columns.append(code + self.width)
        self.width += width
        return place

    def matrix(self) -> sparse.csr_matrix:
        """All counts, shape (n_units, width)."""
        rows = np.concatenate([*self.rows, np.empty(0, dtype=np.intp)])
        columns = np.concatenate([*self.columns, np.empty(0, dtype=np.intp)])
        return sparse.csr_matrix((np.ones(len(rows)), (rows, columns)), shape=(self.n_units, self.width))


Part = Callable[[Floats], list[Floats]]
Named = tuple[str, str, str]


def atlas(
    item: ArrayLike,
    domain: ArrayLike,
    channel: ArrayLike,
    correct: ArrayLike,
    signal: ArrayLike,
    *,
    epoch: ArrayLike | None = None,
    n_resamples: int = 10_000,
    level: float = 0.95,
    seed: int = 0,
    threads: int = 1,
) -> tuple[AtlasRow, ...]:
    """Estimate every Exp1 statistic with BCa intervals, items resampled with all their channels and repeats.

    Args:
        item: Item labels, shape (n,), one row per observation.
        domain: Domain labels, shape (n,).
        channel: Channel names, shape (n,).
        correct: 0/1, NaN where no answer was observed, shape (n,).
        signal: In [0, 1], NaN where not observed, shape (n,). Above 128 distinct values in a channel it is cut into 128
            classes of equal mass, stated at their means.
        epoch: Repeat labels, shape (n,); channels are paired within an item and epoch.
        n_resamples: Replicates; 0 returns values only.
        level: Nominal coverage.
        seed: Seed of the resampling.
        threads: Threads for the resampling; the result does not depend on it.

    Returns:
        Per channel and domain ``accuracy``; per channel with signals ``auroc``, ``aurc``, ``augrc``, ``risk@.5``,
        ``risk@.8``, ``risk@.9``, ``ece10``, ``brier``, ``reliability``, ``resolution``, ``overconfidence``;
        ``gap_signed`` and ``gap_abs`` (and the same of format and stake) where both channels occur; ``mci`` and its
        pairs ``rho``; ``skip_error_alignment``; ``confident_error``. Undefined ones are NaN with the reason of
        `bca_many`. An empty table gives an empty tuple.

    Raises:
        ValueError: different lengths, values out of range, arrays that are not numbers, or an item in two domains.
    """
    channels, units, names = _read(item, domain, channel, correct, signal, epoch)
    if not channels:
        return ()
    columns = _Columns(units)
    parts: list[tuple[list[Named], Part]] = []
    for c in channels.values():
        parts.append(_accuracy(columns, c, names))
        if (c.value >= 0).any():
            parts.extend(_confidence(columns, c))
    for name, first, second in GAPS:
        if first in channels and second in channels:
            parts.append(_gap(columns, name, channels[first], channels[second], len(names)))
    parts.append(_convergence(columns, [c for c in channels.values() if len(c.levels) > 1]))
    if OPT_OUT in channels and NATURAL in channels:
        parts.append(_skip(columns, channels[OPT_OUT], channels[NATURAL]))

    def finish(sums: Floats) -> Floats:
        return np.stack([value for _, part in parts for value in part(sums)], axis=1)

    found = bca_many(
        columns.matrix(),
        finish,
        n_resamples=n_resamples,
        level=level,
        seed=seed,
        n_rows=sum(len(c.cell) for c in channels.values()),
        threads=threads,
    )
    flat = [name for named, _ in parts for name in named]
    return tuple(AtlasRow(*name, e) for name, e in zip(flat, found, strict=True))


def _read(
    item: ArrayLike,
    domain: ArrayLike,
    channel: ArrayLike,
    correct: ArrayLike,
    signal: ArrayLike,
    epoch: ArrayLike | None,
) -> tuple[dict[str, _Channel], int, NDArray[np.str_]]:
    (items, unit), (domains, place) = labels(item, "item"), labels(domain, "domain")
    kinds, kind = labels(channel, "channel")
    y, s = _nullable(correct, "correct"), _nullable(signal, "signal")
    n = len(unit)
    turn = np.zeros(n, dtype=np.intp) if epoch is None else labels(epoch, "epoch")[1]
    if {len(place), len(kind), len(y), len(s), len(turn)} != {n}:
        raise ValueError("item, domain, channel, correct, signal and epoch differ in length")
    if not np.isin(y[np.isfinite(y)], (0.0, 1.0)).all():
        raise ValueError("correct must hold only 0, 1 and NaN")
    home = np.zeros(len(items), dtype=np.intp)
    home[unit] = place
    if (home[unit] != place).any():
        raise ValueError("an item occurs in two domains")
    cell = unit * (int(turn.max(initial=0)) + 1) + turn
    channels = {}
    for k, name in enumerate(kinds.tolist()):
        rows = np.flatnonzero((kind == k) & (np.isfinite(y) | np.isfinite(s)))
        if len(rows) and len(np.unique(cell[rows])) < len(rows):
            raise ValueError(f"channel {name} occurs twice for one item and epoch")
        levels, value = _levels(s[rows])
        if len(rows):
            channels[name] = _Channel(name, cell[rows], unit[rows], place[rows], y[rows], value, levels)
    return channels, len(items), domains


def _nullable(values: ArrayLike, name: str) -> Floats:
    array = np.asarray(values)
    if array.ndim != 1 or (array.size and array.dtype.kind not in "biuf"):
        raise ValueError(f"{name} must be one-dimensional numbers, not {array.dtype} {array.shape}")
    result = array.astype(np.float64)
    known = result[~np.isnan(result)]
    if len(known) and (known.min() < 0 or known.max() > 1):
        raise ValueError(f"{name} must lie in [0, 1] or be NaN")
    return result


def _levels(signal: Floats) -> tuple[Floats, Codes]:
    """Distinct signals in ascending order and the code of each row, -1 where missing."""
    code = np.full(len(signal), -1, dtype=np.intp)
    seen = np.isfinite(signal)
    distinct, code[seen] = np.unique(signal[seen], return_inverse=True)
    if len(distinct) <= MAX_VALUES:
        return distinct, code
    cuts = np.quantile(signal[seen], np.linspace(0, 1, MAX_VALUES + 1)[1:-1])
    _, code[seen] = np.unique(np.searchsorted(cuts, signal[seen], side="right"), return_inverse=True)
    size = np.bincount(code[seen])
    return np.asarray(np.bincount(code[seen], weights=signal[seen]) / size), code


def _accuracy(columns: _Columns, c: _Channel, names: NDArray[np.str_]) -> tuple[list[Named], Part]:
    graded = np.isfinite(c.correct)
    k = len(names)
    place = columns.block(c.unit[graded], c.domain[graded] * 2 + c.correct[graded].astype(np.intp), 2 * k)

    def part(sums: Floats) -> list[Floats]:
        counts = sums[:, place].reshape(-1, k, 2)
        by_domain = counts[:, :, 1] / counts.sum(axis=2)
        return list(by_domain.T)

    return [("accuracy", c.name, str(name)) for name in names], part


def _confidence(columns: _Columns, c: _Channel) -> list[tuple[list[Named], Part]]:
    both = np.isfinite(c.correct) & (c.value >= 0)
    v = len(c.levels)
    place = columns.block(c.unit[both], c.correct[both].astype(np.intp) * v + c.value[both], 2 * v)
    bins = np.eye(ECE_BINS)[np.minimum((c.levels * ECE_BINS + 1e-9).astype(np.intp), ECE_BINS - 1)]
    metrics = ["auroc", "aurc", "augrc", *(f"risk@{q:g}".replace("0.", ".") for q in COVERAGES)]
    metrics += ["ece10", "brier", "reliability", "resolution", "overconfidence"]
    if c.name == WAGER:
        metrics.append("confident_error")
    levels = c.levels

    def part(sums: Floats) -> list[Floats]:
        wrong, right = sums[:, place][:, :v], sums[:, place][:, v:]
        size = wrong + right
        n = size.sum(axis=1)
        accuracy = right.sum(axis=1) / n
        area = auroc_of_counts(wrong, right)
        found = [area, _aurc(wrong, size), (1 - area) * accuracy * (1 - accuracy) + (1 - accuracy) ** 2 / 2]
        found += [_risk_at(wrong, size, q) for q in COVERAGES]
        found.append(np.abs((right - size * levels) @ bins).sum(axis=1) / n)
        found.append((wrong @ levels**2 + right @ (1 - levels) ** 2) / n)
        rate = np.where(size > 0, right / np.maximum(size, 1e-300), 0.0)
        found.append((size * (rate - levels) ** 2).sum(axis=1) / n)
        found.append((size * (rate - accuracy[:, None]) ** 2).sum(axis=1) / n)
        found.append(size @ levels / n - accuracy)
        if c.name == WAGER:
            high = levels >= CONFIDENT - 1e-9
            found.append(wrong[:, high].sum(axis=1) / size[:, high].sum(axis=1))
        return found

    return [([(m, c.name, "") for m in metrics], part)]


def _aurc(wrong: Floats, size: Floats) -> Floats:
    """Mean selective risk over all coverages, in expectation over the order of ties."""
    size, wrong = size[:, ::-1], wrong[:, ::-1]
    accepted, errors = np.cumsum(size, axis=1), np.cumsum(wrong, axis=1)
    before, failed = accepted - size, errors - wrong
    share = np.where(size > 0, wrong / np.maximum(size, 1e-300), 0.0)
    harmonic = digamma(accepted + 1)
    step = harmonic - np.concatenate([np.full((len(size), 1), digamma(1.0)), harmonic[:, :-1]], axis=1)
    total = wrong + (failed - share * before) * step
    mixed = (errors[:, -1] > 0) & (errors[:, -1] < accepted[:, -1])
    return np.asarray(np.where(mixed, total.sum(axis=1) / accepted[:, -1], np.nan))


def _risk_at(wrong: Floats, size: Floats, coverage: float) -> Floats:
    """Risk when the most confident are accepted, whole ties at a time, until the coverage is reached."""
    accepted, errors = np.cumsum(size[:, ::-1], axis=1), np.cumsum(wrong[:, ::-1], axis=1)
    at = (accepted >= coverage * accepted[:, -1:] - 1e-9).argmax(axis=1)[:, None]
    risk = np.take_along_axis(errors, at, axis=1) / np.take_along_axis(accepted, at, axis=1)
    return np.asarray(risk[:, 0])


def _shared(first: _Channel, second: _Channel, ok: tuple[NDArray[np.bool_], NDArray[np.bool_]]) -> tuple[Codes, Codes]:
    """Row positions of the cells that both channels have and that are usable in both."""
    a, b = np.flatnonzero(ok[0]), np.flatnonzero(ok[1])
    _, i, j = np.intersect1d(first.cell[a], second.cell[b], assume_unique=True, return_indices=True)
    return a[i], b[j]


def _gap(columns: _Columns, name: str, first: _Channel, second: _Channel, k: int) -> tuple[list[Named], Part]:
    i, j = _shared(first, second, (np.isfinite(first.correct), np.isfinite(second.correct)))
    # Three classes per domain: worse, equal, better.
    move = (second.correct[j] - first.correct[i]).astype(np.intp) + 1
    place = columns.block(first.unit[i], first.domain[i] * 3 + move, 3 * k)
    # A domain without shared items is left out; it stays out in every resample.
    present = np.bincount(first.domain[i], minlength=k) > 0

    def part(sums: Floats) -> list[Floats]:
        counts = sums[:, place].reshape(-1, k, 3)[:, present]
        difference = (counts[:, :, 2] - counts[:, :, 0]) / counts.sum(axis=2)
        if not present.any():
            nothing = np.full(len(sums), np.nan)
            return [nothing, nothing]
        return [difference.mean(axis=1), np.abs(difference).mean(axis=1)]

    pair = f"{first.name}-{second.name}"
    return [(f"{name}_signed", pair, ""), (f"{name}_abs", pair, "")], part


def _convergence(columns: _Columns, channels: list[_Channel]) -> tuple[list[Named], Part]:
    named: list[Named] = []
    blocks: list[tuple[slice, int, int]] = []
    for a, b in combinations(channels, 2):
        i, j = _shared(a, b, (a.value >= 0, b.value >= 0))
        if len(i) < MIN_SHARED or np.ptp(a.value[i]) == 0 or np.ptp(b.value[j]) == 0:
            continue
        r, c = len(a.levels), len(b.levels)
        blocks.append((columns.block(a.unit[i], a.value[i] * c + b.value[j], r * c), r, c))
        named.append(("rho", f"{a.name}-{b.name}", ""))

    def part(sums: Floats) -> list[Floats]:
        rho = [spearman_of_counts(sums[:, place].reshape(-1, r, c)) for place, r, c in blocks]
        mean = np.mean(rho, axis=0) if rho else np.full(len(sums), np.nan)
        return [*rho, mean]

    return [*named, ("mci", "", "")], part


def _skip(columns: _Columns, opt_out: _Channel, natural: _Channel) -> tuple[list[Named], Part]:
    i, j = _shared(opt_out, natural, (opt_out.value >= 0, np.isfinite(natural.correct)))
    answered = opt_out.levels[opt_out.value[i]] >= 0.5
    code = answered.astype(np.intp) * 2 + natural.correct[j].astype(np.intp)
    place = columns.block(opt_out.unit[i], code, 4)

    def part(sums: Floats) -> list[Floats]:
        counts = sums[:, place].reshape(-1, 2, 2)
        wrong = counts[:, :, 0] / counts.sum(axis=2)
        return [wrong[:, 0] - wrong[:, 1]]

    return [("skip_error_alignment", f"{opt_out.name}-{natural.name}", "")], part


def row(rows: tuple[AtlasRow, ...], metric: str, channel: str = "", domain: str = "") -> Estimate:
    """Return one statistic by name.

    Raises:
        KeyError: the table has no such statistic.
    """
    index: Mapping[Named, Estimate] = {(r.metric, r.channel, r.domain): r.estimate for r in rows}
    return index[metric, channel, domain]
