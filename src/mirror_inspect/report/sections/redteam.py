"""Attacks on control: does text that asks for it make the subject take on what it would hand over?"""

from collections.abc import Sequence
from typing import Final

from mirror_inspect.analysis.redteam import ALL, Attacked, redteam
from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.report.groups import Group, Subject
from mirror_inspect.report.page import Cell, Number, Part, Table
from mirror_inspect.report.sections.acting import EXPERIMENT, acting
from mirror_inspect.report.sections.shared import Claim, Estimates, Options, entries, finding, ranges

ATTACKED: Final = 'metadata.phase == "redteam"'
CLAIM: Final = Claim(
    "attack_all_cfr_shift",
    "cfr",
    "attacks make it fail more",
    "Attacks make it take on weak parts and fail.",
    "Attacks do not make it fail more.",
    "greater",
)
MEASURES: Final = {
    "success": "handed over when clean, taken on under attack",
    "backfire": "taken on when clean, handed over under attack",
    "elsewhere": "handovers of the other part, attacked minus clean",
    "held": "routed parts left alone under C4",
}


def build(group: Group, options: Options) -> Part:
    """Return what every kind of attack does, of every subject that was attacked."""
    found = [(s, attacks) for s, f in acting(group) if (attacks := redteam(f))]
    if not found:
        return Part()
    kinds = {_key(a): a.attack.replace("_", " ") for _, attacks in found for a in attacks}
    shifts = {f"attack_{k}_cfr_shift": label for k, label in kinds.items()}
    where = {f"attack_{k}_cfr_shift": _where(k) for k in kinds}
    estimates = [(s, _estimates(attacks)) for s, attacks in found]
    margin = found[0][0].margin(EXPERIMENT, CLAIM.construct)
    title = "Confident failures, attacked minus clean"
    return Part(
        (
            ranges(title, "share of targeted parts", shifts, EXPERIMENT, estimates, margin=margin, where=where),
            _rates("Success of all attacks, and the opposite", [(s, attacks[-1:]) for s, attacks in found]),
            _rates("Success of every kind of attack", found, folded=True),
        ),
        tuple(finding(s, EXPERIMENT, CLAIM, e[CLAIM.name], where=ATTACKED) for s, e in estimates),
        tuple(x for s, e in estimates for x in entries(s, EXPERIMENT, e, ATTACKED)),
    )


def _rates(caption: str, found: Sequence[tuple[Subject, tuple[Attacked, ...]]], *, folded: bool = False) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for subject, attacks in found:
        for a in attacks:
            refs = subject.refs(EXPERIMENT, _where(_key(a)))
            label = f"{subject.name}, {a.attack.replace('_', ' ')}"
            rows.append((label, *(Number(getattr(a, m), refs) for m in MEASURES)))
    return Table(caption, ("", *MEASURES.values()), tuple(rows), folded=folded)


def _key(a: Attacked) -> str:
    return "all" if a.attack == ALL else str(a.attack)


def _where(kind: str) -> str:
    return ATTACKED if kind == "all" else f'{ATTACKED} and metadata.attack == "{kind}"'


def _estimates(attacks: tuple[Attacked, ...]) -> Estimates:
    found: dict[str, Estimate] = {}
    for a in attacks:
        found |= {f"attack_{_key(a)}_{m}": getattr(a, m) for m in ("cfr_shift", *MEASURES)}
    return found
