"""The profile an experiment runs on: measured inline, or read from a JSON file, a log or a directory of logs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import click
from inspect_ai.model import get_model
from pydantic import JsonValue

from mirror_inspect.bank.load import Bank
from mirror_inspect.bank.select import balanced
from mirror_inspect.errors import ArgumentError
from mirror_inspect.items import Question
from mirror_inspect.observation import Observation, log_files, read_log, task_of
from mirror_inspect.profile import ATLAS, CapabilityProfile, build_profile, log_profile, read_profile_json
from mirror_inspect.solvers.source import ProfileFor

INLINE = "inline"


@dataclass(frozen=True, slots=True)
class ProfileChoice:
    """How a run comes by the profile of its subject.

    Attributes:
        items: Calibration items to ask first; none when the profile is stored.
        profile_for: Builds or picks the profile of a model.
        known: The stored profile the run will use, if that can be told before it starts.
        provenance: What the log header says of it.
    """

    items: tuple[Question, ...]
    profile_for: ProfileFor
    known: CapabilityProfile | None
    provenance: dict[str, JsonValue]


def choose_profile(
    profile: str, bank: Bank, *, per_domain: int, seed: int, allow_mismatch: bool = False
) -> ProfileChoice:
    """Return how a run comes by its profile.

    Args:
        profile: ``inline``, or a path as in `read_profiles`.
        bank: The bank of the run; calibration items are its questions.
        per_domain: Calibration items per domain, for ``inline``.
        seed: Fixes the calibration items.
        allow_mismatch: Accept a profile of another model or bank.

    Raises:
        ArgumentError: the path holds no profile, or one that does not fit the model on the command line.
    """
    inline = profile == INLINE
    items = tuple(balanced(bank.questions, per_domain, seed=seed)) if inline else ()
    profiles = {} if inline else read_profiles(profile)
    profile_for = inline_profile(bank) if inline else stored_profile(profiles, bank, allow_mismatch=allow_mismatch)
    return ProfileChoice(
        items,
        profile_for,
        _known_profile(profiles, profile_for),
        {
            "calibration_per_domain": per_domain if inline else 0,
            "calibration_items": len(items),
            "profile": INLINE if inline else [p.digest for p in profiles.values()],
            "profile_items_known": inline or all(p.items for p in profiles.values()),
            "profile_mismatch_allowed": allow_mismatch,
        },
    )


def _known_profile(profiles: Mapping[str, CapabilityProfile], profile_for: ProfileFor) -> CapabilityProfile | None:
    """Return the stored profile the run will use, if that can be told already.

    On the command line the model under test is known, and a profile that does not fit it is refused before any call.
    Inside ``eval(task())`` it is not: ``get_model()`` would name the model of an earlier run.
    """
    if not profiles:
        return None
    if click.get_current_context(silent=True) is not None:
        try:
            model = str(get_model())
        except Exception:
            pass
        else:
            return profile_for(model, ())
    return next(iter(profiles.values())) if len(profiles) == 1 else None


def unmeasured(bank: Bank, profile: CapabilityProfile) -> list[Question]:
    """Return the questions that a profile was not measured on: the only ones to test what it selects (rule 6).

    Components, composites, transfer tasks and burn trials are no questions of a calibration; they need no such choice.

    Args:
        bank: The bank of the run.
        profile: The subject's profile, measured in this run or another, on any seed and at any size.

    Raises:
        ArgumentError: the profile is of this bank and does not say what it was measured on; says how to make one anew.
    """
    if not profile.items and profile.bank_digest == bank.digest:
        raise ArgumentError(
            f"the profile of {profile.model} ({profile.source}) does not say on which items it was measured, and those "
            "must not be asked again: make it anew from its log with `mirror-inspect profile LOG --out FILE`, name the "
            "log itself, or use profile=inline"
        )
    used = set(profile.items)
    return [q for q in bank.questions if q.id not in used]


def inline_profile(bank: Bank) -> ProfileFor:
    """Return what builds a profile from the calibration phase of the same run."""

    def build(model: str, observations: Sequence[Observation]) -> CapabilityProfile:
        return build_profile(observations, model=model, bank_digest=bank.digest)

    return build


def read_profiles(path: str) -> dict[str, CapabilityProfile]:
    """Return the profiles that a path holds, by model.

    Args:
        path: A JSON file written by ``mirror-inspect profile``, a log with natural answers to single items (Experiment
            1, or one that began with a calibration), or a directory of logs. In a directory Experiment 1 comes first:
            other logs only count for a model that has none.

    Raises:
        ArgumentError: nothing readable is there (says which command makes a profile), or a directory holds two finished
            runs of one model, between which only the user can choose.
    """
    file = Path(path).expanduser()
    if not file.exists():
        raise ArgumentError(
            f"profile={path!r} does not exist; use profile=inline, or make one with `inspect eval "
            "mirror_inspect/exp1_atlas --model ...` and `mirror-inspect profile LOG`"
        )
    if file.suffix == ".json" and file.is_file():
        profile = read_profile_json(file)
        return {profile.model: profile}
    found = _profiles_in(log_files([file]), path)
    if not found:
        raise ArgumentError(
            f"profile={path!r} holds no finished log with a profile; run `inspect eval mirror_inspect/exp1_atlas`, or "
            "finish an interrupted run with `inspect eval-retry LOG`"
        )
    return found


def _profiles_in(files: Sequence[Path], path: str) -> dict[str, CapabilityProfile]:
    """Return the profiles of finished logs by model, those of Experiment 1 before those of a calibration."""
    finished = [(f, h) for f in files if (h := read_log(f, header_only=True)).status == "success"]
    atlas = [(f, h) for f, h in finished if task_of(h) == ATLAS]
    have = {h.eval.model for _, h in atlas}
    others = [(f, h) for f, h in finished if h.eval.model not in have]
    found: dict[str, CapabilityProfile] = {}
    for log_file, _ in (*atlas, *others):
        try:
            made = log_profile(read_log(log_file), source=log_file.name)
        except ArgumentError:
            continue
        other = found.setdefault(made.model, made)
        if other.digest != made.digest:
            raise ArgumentError(
                f"profile={path!r} holds two runs of {made.model}, {other.source} and {made.source}: name one of them"
            )
    return found


def stored_profile(profiles: dict[str, CapabilityProfile], bank: Bank, *, allow_mismatch: bool) -> ProfileFor:
    """Return what picks the running model's profile among those read.

    Raises (when called):
        ArgumentError: none is of the running model, or it was measured on another bank, unless ``allow_mismatch``.
    """

    def pick(model: str, observations: Sequence[Observation]) -> CapabilityProfile:
        profile = profiles.get(model)
        if profile is None and allow_mismatch and len(profiles) == 1:
            profile = next(iter(profiles.values()))
        if profile is None:
            raise ArgumentError(
                f"the profile is of {', '.join(sorted(profiles))}, but the model is {model}; use profile=inline, or "
                "allow_mismatch=true to run on another subject's profile (recorded in the log)"
            )
        if profile.bank_digest != bank.digest and not allow_mismatch:
            raise ArgumentError(
                f"the profile was measured on bank {profile.bank_digest or 'unknown'}, this run uses {bank.digest}; "
                "measure it again or pass allow_mismatch=true"
            )
        return profile

    return pick
