"""The profile Experiment 9 runs on: measured inline, or read from a JSON file, a log or a directory of logs."""

from collections.abc import Sequence
from pathlib import Path

from mirror_inspect.bank.load import Bank
from mirror_inspect.errors import ArgumentError
from mirror_inspect.observation import Observation, log_files, read_log
from mirror_inspect.profile import ATLAS, CapabilityProfile, build_profile, log_profile, read_profile_json
from mirror_inspect.solvers.source import ProfileFor

INLINE = "inline"


def inline_profile(bank: Bank) -> ProfileFor:
    """Return what builds a profile from the calibration phase of the same run."""

    def build(model: str, observations: Sequence[Observation]) -> CapabilityProfile:
        return build_profile(observations, model=model, bank_digest=bank.digest)

    return build


def read_profiles(path: str) -> dict[str, CapabilityProfile]:
    """Return the profiles that a path holds, by model.

    Args:
        path: A JSON file written by ``mirror-inspect profile``, an Experiment 1 log, or a directory of logs.

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
    found: dict[str, CapabilityProfile] = {}
    for log_file in log_files([file]):
        header = read_log(log_file, header_only=True)
        if header.eval.task.rpartition("/")[2] != ATLAS or header.status != "success":
            continue
        made = log_profile(read_log(log_file), source=log_file.name)
        other = found.setdefault(made.model, made)
        if other.digest != made.digest:
            raise ArgumentError(
                f"profile={path!r} holds two runs of {made.model}, {other.source} and {made.source}: name one of them"
            )
    if not found:
        raise ArgumentError(
            f"profile={path!r} holds no finished exp1_atlas log; run `inspect eval mirror_inspect/exp1_atlas`, or "
            "finish an interrupted run with `inspect eval-retry LOG`"
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
