"""The capability profile: what a subject got right per domain, how sure that is, and which domains are weak."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from mirror_inspect.errors import ArgumentError
from mirror_inspect.items import content_id
from mirror_inspect.observation import CALIBRATION, REPEAT_FLAG, Observation, Status, log_observations
from mirror_inspect.stats.proportions import wilson
from mirror_inspect.taxonomy import DIFFICULTIES, SUBCATEGORIES, Channel, Domain

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog

BOTTOM_K: Final = 2
BOOTSTRAPS: Final = 2000
LARGEST_PROFILE: Final = 1_000_000
"""Bytes; a profile has about 30 for every item it was measured on."""
ATLAS: Final = "exp1_atlas"
"""The experiment whose natural answers are a profile."""
WeakPolicy = Literal["median_or_bottom_k", "bottom_3", "absolute_40"]
POLICIES: Final[tuple[WeakPolicy, ...]] = ("median_or_bottom_k", "bottom_3", "absolute_40")


class DomainScore(BaseModel):
    """How a subject did in one domain.

    Attributes:
        domain: The domain.
        right: Right answers among those observed.
        observed: Items with an observed, graded answer.
        planned: Items asked.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    domain: Domain
    right: int = Field(ge=0)
    observed: int = Field(ge=0)
    planned: int = Field(ge=0)

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if not self.right <= self.observed <= self.planned:
            raise ValueError("right <= observed <= planned must hold")
        return self

    @property
    def accuracy(self) -> float:
        """Share right of those observed; NaN when none was observed."""
        return self.right / self.observed if self.observed else float("nan")

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson 95 % interval of the accuracy."""
        return wilson(self.right, self.observed)


class SubcategoryScore(DomainScore):
    """How a subject did in one subcategory."""

    subcategory: str


class LevelScore(DomainScore):
    """How a subject did at one level of a domain."""

    level: int = Field(ge=1, le=5)


class CapabilityProfile(BaseModel):
    """Measured accuracy per domain of one subject on one bank, on natural answers.

    Attributes:
        model: Inspect's name of the subject.
        bank_digest: Digest of the bank the calibration items came from.
        source: Where it was measured: ``inline`` or the file it was read from.
        scores: One entry per domain that was asked.
        subcategories: One entry per subcategory that was asked; empty in profiles that were kept by domain only.
        levels: One entry per domain and level that was asked; empty in such profiles too.
        items: Ids of the items that were asked, sorted; empty in profiles that were kept before these were, and in the
            copies that samples carry.
        items_digest: Hash of these ids, which stays where they are left out; empty where they were never known.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str
    bank_digest: str
    source: str = "inline"
    scores: tuple[DomainScore, ...]
    subcategories: tuple[SubcategoryScore, ...] = ()
    levels: tuple[LevelScore, ...] = ()
    items: tuple[str, ...] = ()
    items_digest: str = ""

    @model_validator(mode="after")
    def _items_are_those_of_the_digest(self) -> Self:
        if self.items and self.items_digest != digest_of_items(self.items):
            raise ValueError("items_digest is not the hash of items: the profile was altered")
        return self

    @property
    def digest(self) -> str:
        """Hash of model, bank, items and all counts; the same measurement from another file has the same digest."""
        by_domain, by_name, by_level = (
            [(*key, s.right, s.observed, s.planned) for key, s in rows]
            for rows in (
                [((s.domain.value,), s) for s in self.scores],
                [((s.subcategory,), s) for s in self.subcategories],
                [((s.domain.value, s.level), s) for s in self.levels],
            )
        )
        return content_id("profile", self.model, self.bank_digest, by_domain, by_name, by_level, self.items_digest)[:8]

    @property
    def facts(self) -> dict[str, Any]:
        """What every sample made from the profile says of it in its metadata, as plain JSON."""
        return {
            "profile_digest": self.digest,
            "profile_source": self.source,
            "accuracy": {d.value: round(a, 4) for d, a in self.accuracy.items()},
            "weak_set": sorted(d.value for d in self.weak_set()),
        }

    @property
    def without_items(self) -> "CapabilityProfile":
        """The profile as samples carry it, with the same digest: its ids would be most of a log."""
        return self.model_copy(update={"items": ()})

    @cached_property
    def accuracy(self) -> dict[Domain, float]:
        """Measured accuracy of every domain with at least one observed answer."""
        return {s.domain: s.accuracy for s in self.scores if s.observed}

    @cached_property
    def subcategory_accuracy(self) -> dict[str, float]:
        """Measured accuracy of every subcategory with at least one observed answer."""
        return {s.subcategory: s.accuracy for s in self.subcategories if s.observed}

    @cached_property
    def shrunk(self) -> dict[Domain, float]:
        """Empirical-Bayes accuracies: each domain drawn toward the mean by how uncertain it is.

        Domains without an observed answer have none. Normal-normal model with the moment estimate of the between-domain
        variance (DerSimonian and Laird 1986). The accuracies shown to a subject are these, because selected accuracies
        regress to the mean.
        """
        import numpy as np

        domains = list(self.accuracy)
        if not domains:
            return {}
        n = np.array([s.observed for s in self.scores if s.observed], dtype=float)
        a = np.array([self.accuracy[d] for d in domains])
        variance = (a * n + 1) / (n + 2) * (1 - (a * n + 1) / (n + 2)) / n
        weight = 1 / variance
        mean = float((weight * a).sum() / weight.sum())
        spread = float((weight * (a - mean) ** 2).sum()) - (len(a) - 1)
        scale = float(weight.sum() - (weight**2).sum() / weight.sum())
        between = max(0.0, spread / scale) if scale > 0 else 0.0
        kept = between / (between + variance)
        return {d: float(mean + k * (x - mean)) for d, k, x in zip(domains, kept, a, strict=True)}

    def weak_set(self, policy: WeakPolicy = "median_or_bottom_k") -> frozenset[Domain]:
        """Return the weak domains.

        Args:
            policy: ``median_or_bottom_k`` (strictly below the median of the available accuracies; if none is, the two
                lowest by accuracy and name), ``bottom_3`` or ``absolute_40`` (at most .40).
        """
        return weak_domains(self.accuracy, policy)

    @cached_property
    def p_weak(self) -> dict[Domain, float]:
        """Probability that each domain is in the weak set, from 2,000 parametric bootstraps of the counts."""
        import numpy as np

        counts = [(s.domain.value, s.right, s.observed, s.planned) for s in self.scores]
        rng = np.random.default_rng(int(content_id("profile", self.model, self.bank_digest, counts)[:8], 16))
        seen = [s for s in self.scores if s.observed]
        draws = {
            s.domain: rng.binomial(s.observed, (s.right + 0.5) / (s.observed + 1), BOOTSTRAPS) / s.observed
            for s in seen
        }
        hits = dict.fromkeys(draws, 0)
        for b in range(BOOTSTRAPS):
            for domain in weak_domains({d: float(x[b]) for d, x in draws.items()}):
                hits[domain] += 1
        return {d: k / BOOTSTRAPS for d, k in hits.items()}


def digest_of_items(items: Sequence[str]) -> str:
    """Return the hash of a set of item ids, whatever order they come in."""
    return content_id("items", sorted(items))


def weak_domains(accuracy: dict[Domain, float], policy: WeakPolicy = "median_or_bottom_k") -> frozenset[Domain]:
    """Return the weak domains of a table of accuracies; see ``CapabilityProfile.weak_set``."""
    from statistics import median

    lowest = sorted(accuracy, key=lambda d: (accuracy[d], d.value))
    match policy:
        case "bottom_3":
            return frozenset(lowest[:3])
        case "absolute_40":
            return frozenset(d for d in lowest if accuracy[d] <= 0.40)
        case "median_or_bottom_k":
            middle = median(accuracy.values()) if accuracy else 0.0
            return frozenset(d for d in lowest if accuracy[d] < middle) or frozenset(lowest[:BOTTOM_K])


def build_profile(
    observations: Iterable[Observation], *, model: str, bank_digest: str, source: str = "inline"
) -> CapabilityProfile:
    """Build a profile from natural answers; missing ones count as planned and nothing else (rule 1).

    Args:
        observations: Any observations; only the first occasion and epoch of each item is used, in the natural channel
            of Experiment 1 or of a calibration (elsewhere items are asked under attack or after feedback).
        model: Inspect's name of the subject.
        bank_digest: Digest of the bank the items came from.
        source: Where the observations came from.

    Raises:
        ArgumentError: there is no natural observation at all.
    """
    counts: dict[str, list[int]] = {}
    finer: dict[str, list[int]] = {}
    steps: dict[tuple[str, int], list[int]] = {}
    items: set[str] = set()
    for o in observations:
        measured = o.experiment == ATLAS or o.phase == CALIBRATION
        if not measured or o.channel != Channel.NATURAL or REPEAT_FLAG in o.flags or o.epoch != 1:
            continue
        items.add(o.item_id)
        for cell in (
            counts.setdefault(o.domain, [0, 0, 0]),
            finer.setdefault(o.subcategory, [0, 0, 0]),
            steps.setdefault((o.domain, o.difficulty), [0, 0, 0]),
        ):
            cell[2] += 1
            if o.status is Status.OBSERVED and o.correct is not None:
                cell[1] += 1
                cell[0] += o.correct
    if not counts:
        raise ArgumentError(f"no natural answers in {source}: run exp1_atlas with the natural channel first")
    scores = tuple(
        DomainScore(domain=d, right=counts[d][0], observed=counts[d][1], planned=counts[d][2])
        for d in Domain
        if d in counts
    )
    subcategories = tuple(
        SubcategoryScore(domain=d, subcategory=name, right=right, observed=observed, planned=planned)
        for d in Domain
        for name in SUBCATEGORIES[d]
        if name in finer
        for right, observed, planned in (finer[name],)
    )
    levels = tuple(
        LevelScore(domain=d, level=k, right=right, observed=observed, planned=planned)
        for d in Domain
        for k in DIFFICULTIES
        if (d, k) in steps
        for right, observed, planned in (steps[d, k],)
    )
    return CapabilityProfile(
        model=model,
        bank_digest=bank_digest,
        source=source,
        scores=scores,
        subcategories=subcategories,
        levels=levels,
        items=tuple(sorted(items)),
        items_digest=digest_of_items(tuple(items)),
    )


def log_profile(log: "EvalLog", *, source: str) -> CapabilityProfile:
    """Build the profile of a log's model from its natural answers; arguments and errors as in `build_profile`."""
    digest = str((log.eval.metadata or {}).get("bank_digest", ""))
    return build_profile(log_observations(log), model=log.eval.model, bank_digest=digest, source=source)


def read_profile_json(path: Path) -> CapabilityProfile:
    """Read a profile written by ``mirror-inspect profile``.

    Raises:
        ArgumentError: the file is missing or is not a profile.
    """
    try:
        if path.stat().st_size > LARGEST_PROFILE:
            raise ArgumentError(f"{path.name} is not a capability profile: {path.stat().st_size / 1e6:.1f} MB")
        return CapabilityProfile.model_validate_json(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as why:
        raise ArgumentError(f"cannot read the profile {path.name}: {why}") from None
    except ValidationError as why:
        first = why.errors()[0]
        raise ArgumentError(f"{path.name} is not a capability profile: {first['loc']}: {first['msg']}") from None
