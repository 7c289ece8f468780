"""The items of Experiment 5: half weak, half strong, none of the calibration's, both texts of an attack in halves."""

from collections import Counter
from pathlib import Path

import pytest

from mirror_inspect.bank.load import load_bank
from mirror_inspect.bank.select import balanced
from mirror_inspect.errors import ArgumentError
from mirror_inspect.profile import CapabilityProfile, DomainScore, digest_of_items
from mirror_inspect.solvers.adversarial_plan import ADVERSARIAL_PRESETS, plan_adversarial
from mirror_inspect.solvers.pressed import choose_items, pressed_in, pressed_samples
from mirror_inspect.solvers.profiles import unmeasured
from mirror_inspect.taxonomy import Domain, Prefix

BANK = load_bank()
QUESTIONS = BANK.questions
PROFILE = CapabilityProfile(
    model="m",
    bank_digest="b",
    scores=tuple(DomainScore(domain=d, right=2 * i, observed=20, planned=20) for i, d in enumerate(Domain)),
)
ARGUMENTS = {
    "preset": "quick", "items": None, "calibration": None, "attacks": "", "channels": "", "profile": "inline",
    "tool_protocol": "native", "expert_accuracy": 0.9, "margins": "", "bank": "shipped", "seed": 0,
    "allow_mismatch": False, "max_calls": None,
}  # fmt: skip


def chosen(count=80, seed=0, profile=PROFILE):
    return choose_items(unmeasured(BANK, profile), profile, count, seed=seed)


def measured_on(items):
    """The profile, measured on items of the shipped bank."""
    ids = tuple(sorted(q.id for q in items))
    told = {"bank_digest": BANK.digest, "items": ids, "items_digest": digest_of_items(ids)}
    return PROFILE.model_copy(update=told)


def test_half_of_the_items_are_weak_and_they_are_spread_over_domains_and_levels():
    found = chosen()
    weak = PROFILE.weak_set()
    assert [w for _, w in found] == [True] * 40 + [False] * 40
    assert all((q.domain in weak) is w for q, w in found)
    assert set(Counter(q.domain for q, _ in found).values()) == {10}
    levels = Counter(q.difficulty for q, _ in found)
    assert min(levels.values()) >= 8
    assert len({q.id for q, _ in found}) == 80


def test_a_weak_set_of_any_size_gives_half_of_the_items():
    for spread in (1, 3):
        scores = tuple(
            DomainScore(domain=d, right=2 if i < spread else 15, observed=20, planned=20) for i, d in enumerate(Domain)
        )
        profile = CapabilityProfile(model="m", bank_digest="b", scores=scores)
        found = chosen(24, profile=profile)
        assert sum(w for _, w in found) == 12
        assert len({q.domain for q, w in found if w}) == spread


@pytest.mark.parametrize(("per_domain", "seed"), [(25, 3), (100, 3), (100, 8), (500, 3), (500, 8)])
def test_no_item_that_the_profile_was_measured_on_is_chosen_whatever_its_seed_and_size(per_domain, seed):
    profile = measured_on(balanced(QUESTIONS, per_domain, seed=seed))
    found = chosen(seed=3, profile=profile)
    assert not set(profile.items) & {q.id for q, _ in found}
    assert sum(weak for _, weak in found) == 40


def test_a_profile_that_leaves_too_few_items_is_refused_with_what_can_be_done():
    profile = measured_on(balanced(QUESTIONS, 620, seed=1))
    with pytest.raises(ArgumentError, match=r"all but 20 .* 40 others .*profile=inline"):
        chosen(profile=profile)


def test_a_profile_of_this_bank_that_names_no_items_is_read_and_refused_before_any_call(tmp_path: Path):
    file = tmp_path / "old.json"
    old = PROFILE.model_copy(update={"bank_digest": BANK.digest}).model_dump_json(exclude={"items", "items_digest"})
    file.write_text(old)
    with pytest.raises(ArgumentError, match=r"does not say on which items .*mirror-inspect profile LOG"):
        plan_adversarial(**{**ARGUMENTS, "profile": str(file)})
    file.write_text(measured_on(balanced(QUESTIONS, 50, seed=9)).model_dump_json())
    assert plan_adversarial(**{**ARGUMENTS, "profile": str(file)}).metadata["profile_items_known"] is True


def test_tasks_of_other_experiments_are_no_questions_that_a_profile_can_be_measured_on():
    asked = {q.id for q in QUESTIONS}
    others = {
        "components": {q.id for q in BANK.components},
        "transfer": {t.id for t in BANK.transfer},
        "burn": {q.id for t in BANK.burn for q in t.questions},
        "composites": {part.id for c in BANK.composites for part in (c.first, c.second)},
    }
    assert not {name for name, ids in others.items() if ids & asked or not ids}


def test_items_follow_the_seed():
    assert chosen(seed=1) == chosen(seed=1)
    assert chosen(seed=1) != chosen(seed=2)


def test_both_texts_of_every_prefix_go_to_half_of_the_weak_and_half_of_the_strong_items():
    samples = [pressed_in(s.metadata) for s in pressed_samples(QUESTIONS, PROFILE, 80, tuple(Prefix), seed=0)]
    for prefix in Prefix:
        texts = Counter((p.weak, p.paraphrase[prefix]) for p in samples)
        assert texts == ({(True, None): 40, (False, None): 40} if prefix is Prefix.CLEAN else dict.fromkeys(texts, 20))
    together = Counter((p.paraphrase[Prefix.EASY_FRAMING], p.paraphrase[Prefix.HARD_FRAMING]) for p in samples)
    assert len(together) == 4
    assert min(together.values()) > 8
    other = [pressed_in(s.metadata) for s in pressed_samples(QUESTIONS, PROFILE, 80, tuple(Prefix), seed=1)]
    assert [p.paraphrase for p in samples] != [p.paraphrase for p in other]


def test_a_profile_that_tells_nothing_apart_gives_items_of_all_domains_with_weakness_unknown():
    nothing = [DomainScore(domain=d, right=0, observed=0, planned=20) for d in Domain]
    alike = [DomainScore(domain=d, right=5, observed=20, planned=20) for d in list(Domain)[:2]]
    for scores in (nothing, alike):
        found = chosen(profile=CapabilityProfile(model="m", bank_digest="b", scores=tuple(scores)))
        assert {w for _, w in found} == {None}
        assert set(Counter(q.domain for q, _ in found).values()) == {10}


def test_presets_have_the_published_sizes_and_the_calls_are_counted():
    sizes = {name: (s.items, s.placebo) for name, s in ADVERSARIAL_PRESETS.items()}
    assert sizes == {"quick": (24, True), "standard": (80, True), "paper": (80, False)}
    planned = {p: plan_adversarial(**{**ARGUMENTS, "preset": p}).metadata["planned_calls"] for p in sizes}
    assert planned == {"quick": 200 + 24 * 7 * 4, "standard": 800 + 80 * 7 * 4, "paper": 800 + 80 * 6 * 4}


def test_the_header_identifies_the_run():
    found = plan_adversarial(**{**ARGUMENTS, "attacks": "easy_framing", "channels": "wager", "margins": "shift=.04"})
    held = found.metadata
    assert held["prefixes"] == ["clean", "placebo", "easy_framing"]
    assert held["channels"] == ["wager"]
    assert held["margins"] == {"shift": 0.04}
    assert len(str(held["prefix_digest"])) == 16
    assert {"bank_digest", "prompt_digest", "seed", "preset", "profile", "packages"} <= set(held)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"preset": "tiny"}, ["tiny", "quick, standard, paper"]),
        ({"items": 7}, ["items=7", "even"]),
        ({"items": 0}, ["items=0"]),
        ({"calibration": 0}, ["calibration=0"]),
        ({"attacks": "flattery"}, ["flattery", "authority_override"]),
        ({"attacks": "placebo"}, ["placebo", "authority_override"]),
        ({"channels": "rating"}, ["rating", "wager, opt_out, tools, natural"]),
        ({"profile": "nowhere.json"}, ["nowhere.json", "mirror-inspect profile"]),
        ({"margins": "cfr=.1"}, ["cfr", "shift"]),
        ({"expert_accuracy": 2}, ["expert_accuracy"]),
        ({"max_calls": 100}, ["872", "max_calls=100"]),
        ({"calibration": 625}, ["625", "-T calibration="]),
        ({"bank": "anchor"}, ["25 items", "-T calibration="]),
    ],
)
def test_bad_arguments_are_refused_before_any_call(arguments, words):
    with pytest.raises(ArgumentError) as caught:
        plan_adversarial(**{**ARGUMENTS, **arguments})
    assert all(word in caught.value.message for word in words), caught.value.message


def test_the_anchor_set_is_large_enough_for_a_small_run():
    plan = plan_adversarial(**{**ARGUMENTS, "bank": "anchor", "calibration": 10})
    assert plan.metadata["calibration_items"] == 80
