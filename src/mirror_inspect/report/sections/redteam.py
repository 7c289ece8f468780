"""Attacks on control: does text that asks for it make the subject take on what it would hand over?"""

from typing import Final

from mirror_inspect.analysis.redteam import ALL, Attacked, redteam
from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.report.groups import Group
from mirror_inspect.report.page import Part
from mirror_inspect.report.sections.acting import EXPERIMENT, acting
from mirror_inspect.report.sections.shared import Claim, Estimates, Options, entries, finding, quantities, ranges

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
    success = {f"attack_{k}_{m}": f"{label}: {MEASURES[m]}" for k, label in kinds.items() for m in _BOTH}
    rest = {f"attack_{k}_{m}": f"{label}: {MEASURES[m]}" for k, label in kinds.items() for m in MEASURES}
    rest = {name: label for name, label in rest.items() if name not in success}
    where = {f"attack_{k}_{m}": _where(k) for k in kinds for m in ("cfr_shift", *MEASURES)}
    estimates = [(s, _estimates(attacks)) for s, attacks in found]
    margin = found[0][0].margin(EXPERIMENT, CLAIM.construct)
    title = "Confident failures, attacked minus clean"
    return Part(
        (
            ranges(title, "share of targeted parts", shifts, EXPERIMENT, estimates, margin=margin, where=where),
            quantities("Success of attacks, and the opposite", success, EXPERIMENT, estimates, where=where),
            quantities("The part not aimed at, and routing", rest, EXPERIMENT, estimates, where=where, folded=True),
        ),
        tuple(finding(s, EXPERIMENT, CLAIM, e[CLAIM.name], where=ATTACKED) for s, e in estimates),
        tuple(x for s, e in estimates for x in entries(s, EXPERIMENT, e, ATTACKED)),
    )


_BOTH: Final = ("success", "backfire")


def _key(a: Attacked) -> str:
    return "all" if a.attack == ALL else str(a.attack)


def _where(kind: str) -> str:
    return ATTACKED if kind == "all" else f'{ATTACKED} and metadata.attack == "{kind}"'


def _estimates(attacks: tuple[Attacked, ...]) -> Estimates:
    found: dict[str, Estimate] = {}
    for a in attacks:
        found |= {f"attack_{_key(a)}_{m}": getattr(a, m) for m in ("cfr_shift", *MEASURES)}
    return found
