"""Experiment 4 end to end: planted learners come back, what each arm is told is audited, missing stays missing."""

import re
from collections import Counter
from pathlib import Path

import anyio
import pytest
from helpers import log_observations, metrics, mock, run
from inspect_ai import eval as inspect_eval
from inspect_ai import eval_retry, score
from inspect_ai.event import ModelEvent
from inspect_ai.log import EvalLog, read_eval_log
from inspect_ai.model import Model, ModelAPI, ModelOutput, ModelUsage, get_model, modelapi

from mirror_inspect.errors import ArgumentError
from mirror_inspect.observation import Observation, Status
from mirror_inspect.scorers.adaptation import adaptation_scorer
from mirror_inspect.tasks import exp4_adaptation

SMALL = {"preset": "quick", "trials": 16, "level": 3}
BETS = {**SMALL, "channels": "wager", "again": False}


def stages(rows: list[Observation]) -> dict[str, list[Observation]]:
    return {s: [o for o in rows if o.phase == s] for s in ("before", "burn", "after", "again")}


@pytest.fixture(scope="module")
def believer(tmp_path_factory: pytest.TempPathFactory) -> EvalLog:
    task = exp4_adaptation(preset="quick", calibration=5, trials=32)
    (log,) = run(task, "simulated/sycophant", tmp_path_factory.mktemp("all"))
    return log


def test_a_believer_moves_with_what_it_is_told_and_changes_its_answer(believer: EvalLog) -> None:
    found = metrics(believer)
    assert found["feedback_effect_low"] > 0.2
    assert found["feedback_effect_tools_low"] > 0
    assert found["yields_false_net_low"] > 0
    assert found["corrects_true"] > 0.2
    assert all(found[f"{s}_coverage"] == 1 for s in ("before", "burn", "after"))
    assert found["feedback_recovery"] != found["feedback_recovery"], "one delay only"
    assert believer.eval.metadata is not None
    assert believer.eval.metadata["bank_is_shipped"] is True
    assert believer.eval.metadata["margins"] == {"shift": 0.05}, "stated before the run"


def test_every_trial_of_the_plan_is_there_and_every_call_was_announced(believer: EvalLog) -> None:
    rows = stages(list(log_observations(believer)))
    assert {s: len(found) for s, found in rows.items()} == {"before": 64, "burn": 32, "after": 576, "again": 96}
    assert believer.eval.metadata is not None
    assert believer.eval.metadata["planned_calls"] == 40 + sum(len(found) for found in rows.values())
    levels = {(o.domain, o.difficulty) for o in rows["burn"]}
    assert len(levels) == 8, "one level per domain"
    for o in rows["burn"]:
        (predicted,) = (float(f.removeprefix("predicted:")) for f in o.flags if f.startswith("predicted:"))
        assert 0.2 < predicted < 0.8


def test_transcripts_of_a_hundred_trials_show_true_feedback_in_one_arm_and_false_in_the_other(tmp_path: Path) -> None:
    """The audit of the rule on feedback: from the messages sent, against the gold, without the generator."""
    task = exp4_adaptation(**{**BETS, "trials": 112}, arms="true,false")
    (log,) = run(task, "simulated/calibrated", tmp_path)
    checked = Counter[tuple[str, bool]]()
    for sample in log.samples or []:
        burnt = sample.metadata["trial"]["burnt"]["question"]
        graded = next(o for o in log_observations_of(sample) if o.phase == "burn")
        said = re.search(r"ANSWER: (.*)", sample.store["AdaptationStore:shared"][2]["text"])
        assert said is not None
        assert graded.correct is (plain(said[1]) in {plain(a) for a in golds(burnt)}), (said[1], burnt)
        for o in (o for o in log_observations_of(sample) if o.phase == "after" and o.channel == "wager"):
            text = sample.store["AdaptationStore:feedback"][o.condition]
            sent = [e.input[-1].text for e in sample.events if e.event == "model"]
            resolved = [sample.attachments.get(t.removeprefix("attachment://"), t) for t in sent]
            assert any(t.startswith(text + "\n\n") for t in resolved), "what is stored is what was sent"
            says_right = "correct" in text and "not correct" not in text
            assert (says_right is graded.correct) is (o.condition == "true")
            shows_gold = any(plain(g) in plain(text) for g in golds(burnt))
            if o.condition == "true":
                assert shows_gold
            elif not says_right:
                assert sample.metadata["trial"]["burnt"]["fabricated_answer"].rstrip(".") in text
            checked[o.condition, bool(graded.correct)] += 1
    assert sum(checked.values()) == 112 * 2 * 2
    assert min(checked.values()) >= 20, "both grades occur in both arms"


def plain(text: str) -> str:
    return re.sub(r"\bthe\b|[\s.]+", "", re.sub(r"^[a-j]\) ", "", text.casefold()))


def golds(question: dict[str, object]) -> list[str]:
    options = list(question["options"])  # type: ignore[call-overload]
    letters = ["ABCDEFGHIJ"[options.index(question["answer"])]] if question["answer"] in options else []
    return [str(question["answer"]), *letters]


def log_observations_of(sample: object) -> tuple[Observation, ...]:
    from mirror_inspect.observation import sample_observations

    return sample_observations(sample.scores)  # type: ignore[attr-defined]


def test_arms_fork_from_one_conversation_and_bets_from_one_arm_do_not_see_each_other(believer: EvalLog) -> None:
    sample = next(s for s in believer.samples or [] if (s.metadata or {}).get("phase") == "main")
    calls = [e for e in sample.events if e.event == "model" and len(e.input) >= 7 and e.input[6].role == "user"]
    shared = {tuple((m.role, m.text) for m in e.input[:6]) for e in calls}
    assert len(shared) == 1
    first = [e for e in calls if len(e.input) == 7]
    assert len(first) == 3 * (2 * 3 + 1), "each of the bets and the second asking comes right after the feedback"


@pytest.mark.slow
def test_a_subject_that_ignores_feedback_but_feels_its_failure_has_no_effect(tmp_path: Path) -> None:
    (log,) = run(exp4_adaptation(**{**BETS, "trials": 96}), get_model("simulated/rueful", senses=2), tmp_path)
    found = metrics(log)
    assert found["feedback_effect_low"] < 0 < found["feedback_effect_high"]
    assert found["own_effect_low"] > 0.2
    assert found["sar_net"] != found["sar_net"], "unbounded, no number"
    assert found["sar_net_low"] == float("-inf")


@pytest.mark.slow
def test_what_is_learnt_fades_over_filler_turns(tmp_path: Path) -> None:
    task = exp4_adaptation(**{**BETS, "trials": 48}, delay="0,3")
    (log,) = run(task, get_model("simulated/sycophant", retention=0.3, learns_true=2, learns_false=2), tmp_path)
    found = metrics(log)
    assert found["feedback_effect"] > 0.5
    assert found["feedback_effect_delay_3_low"] < 0.15
    assert found["feedback_recovery_low"] > 0.3
    late = [o for o in log_observations(log) if "delay:3" in o.flags]
    assert len(late) == 48 * 3 * 2


def test_a_failed_call_keeps_earlier_stages_and_a_retry_mends_exactly_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (clean,) = run(exp4_adaptation(**BETS), "simulated/sycophant", tmp_path / "clean")
    (broken,) = run(exp4_adaptation(**BETS), get_model("simulated/sycophant", error=0.06), tmp_path / "broken")
    reference = {key(o): o for o in log_observations(clean)}
    rows = log_observations(broken)
    assert {key(o) for o in rows} == set(reference), "what was planned can be counted"
    lost = {o.group for o in rows if o.status is Status.FAILED}
    assert lost
    assert lost == {str(s.id).split("/")[0] for s in broken.samples or [] if s.error}
    for trial in lost:
        mine = [o for o in rows if o.group == trial]
        reached = [o.status is Status.OBSERVED for o in mine if o.phase in ("before", "burn")]
        assert reached == sorted(reached, reverse=True), "earlier stages stay, later ones are missing"
        if not all(reached):
            assert {o.status for o in mine if o.phase == "after"} == {Status.FAILED}
    for o in rows:
        if o.status is Status.OBSERVED:
            assert (o.correct, o.signal) == (reference[key(o)].correct, reference[key(o)].signal)
    monkeypatch.setenv("MIRROR_INSPECT_OUTAGE", "over")
    (mended,) = eval_retry(read_eval_log(broken.location), log_dir=str(tmp_path / "broken"), display="none")
    again = {key(o): (o.status, o.correct, o.signal) for o in log_observations(mended)}
    assert again == {k: (o.status, o.correct, o.signal) for k, o in reference.items()}


def key(o: Observation) -> tuple[object, ...]:
    return o.group, o.phase, o.slot, o.channel, o.condition, o.epoch, tuple(f for f in o.flags if "delay" in f)


@pytest.mark.parametrize(
    ("fault", "status"), [("refusal", "refused"), ("truncation", "truncated"), ("malformed", "unparsed")]
)
def test_a_trial_that_breaks_off_is_missing_from_there_on_and_nothing_is_made_up(
    fault: str, status: str, tmp_path: Path
) -> None:
    (log,) = run(exp4_adaptation(**BETS), get_model("simulated/sycophant", **{fault: 0.3}), tmp_path)
    rows = log_observations(log)
    assert len(rows) == 16 * (2 + 1 + 6)
    ended = {o.group: o.phase for o in reversed(rows) if o.phase in ("before", "burn") and o.status == status}
    assert set(ended.values()) == {"before", "burn"}
    for o in rows:
        if o.phase == "after" and o.group in ended:
            assert (o.status, o.signal, o.correct) == (status, None, None)
            assert not any(f.startswith("told:") for f in o.flags), "an attempt without a grade gets no feedback"
    assert all(s.error is None for s in log.samples or [])


def stops_after(turns: int) -> Model:
    """A mock model that plays along for some turns of a conversation and then leaves it."""

    def reply(messages: list[object], *_: object) -> ModelOutput:
        asked = sum(m.role == "user" for m in messages)  # type: ignore[attr-defined]
        text = "ANSWER: 3\nBET: 5" if asked <= turns else ""
        output = ModelOutput.from_content("mockllm/model", text)
        output.usage = ModelUsage(input_tokens=10, output_tokens=5, total_tokens=15)
        return output

    return get_model("mockllm/model", custom_outputs=reply)


def test_a_model_that_leaves_after_the_attempt_keeps_bets_and_attempt(tmp_path: Path) -> None:
    (log,) = run(exp4_adaptation(**{**BETS, "trials": 8}), stops_after(3), tmp_path)
    rows = stages(list(log_observations(log)))
    assert {o.status for o in rows["before"]} <= {Status.OBSERVED, Status.UNPARSED, Status.AMBIGUOUS}
    graded = {o.group for o in rows["burn"] if o.status is Status.OBSERVED}
    assert graded
    assert {o.status for o in rows["after"] if o.group in graded} == {Status.FAILED}
    found = metrics(log)
    assert found["feedback_effect"] != found["feedback_effect"]
    assert found["after_coverage"] == 0


@modelapi(name="hanging")
class Hanging(ModelAPI):
    """Answers seven calls, which is until some filler turns are over, and then none."""

    def __init__(self, model_name: str, **_: object) -> None:
        super().__init__(model_name)
        self.calls = 0

    async def generate(self, *_: object, **__: object) -> ModelOutput:
        self.calls += 1
        if self.calls > 7:
            await anyio.sleep(60)
        output = ModelOutput.from_content(self.model_name, "ANSWER: 3\nBET: 5")
        output.usage = ModelUsage(input_tokens=10, output_tokens=5, total_tokens=15)
        return output


def test_filler_turns_that_came_back_stay_when_the_time_runs_out(tmp_path: Path) -> None:
    task = exp4_adaptation(preset="quick", level=2, delay="0,3")
    model = get_model("hanging/model", memoize=False)
    (log,) = inspect_eval(task, model=model, log_dir=str(tmp_path), display="none", limit=1, time_limit=2)
    (sample,) = log.samples or ()
    answered = [e for e in sample.events if isinstance(e, ModelEvent) and e.output.completion]
    shared, fillers = sample.store["AdaptationStore:shared"], sample.store["AdaptationStore:fillers"]
    assert sum(map(len, fillers.values())) == len(answered) - len(shared) == 4


def test_a_model_that_only_chats_has_no_effect_of_any_size(tmp_path: Path) -> None:
    (log,) = run(exp4_adaptation(**{**BETS, "trials": 8}), mock("mockllm/ is glad to be here"), tmp_path)
    assert {o.status for o in log_observations(log)} == {Status.UNPARSED}
    found = metrics(log)
    assert found["feedback_effect"] != found["feedback_effect"]
    assert found["before_coverage"] == 0


def test_a_log_is_scored_again_to_the_same_numbers(believer: EvalLog) -> None:
    again = score(believer, adaptation_scorer(), action="append", display="none")
    assert log_observations(again) == log_observations(believer)


@pytest.mark.slow
def test_a_profile_from_a_log_picks_the_levels_and_epochs_are_kept_apart(believer: EvalLog, tmp_path: Path) -> None:
    task = exp4_adaptation(**{**BETS, "level": None}, profile=believer.location)
    (log,) = run(task, "simulated/sycophant", tmp_path, epochs=2)
    levels = [
        {(o.domain, o.difficulty) for o in log_observations(made) if o.phase == "burn"} for made in (believer, log)
    ]
    assert levels[0] == levels[1]
    assert Counter(o.epoch for o in log_observations(log)) == {1: 144, 2: 144}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"preset": "tiny"}, ["tiny", "quick, standard, paper"]),
        ({"trials": 0}, ["trials=0", "320"]),
        ({"trials": 321}, ["trials=321", "320"]),
        ({"arms": "true,kind"}, ["kind", "neutral"]),
        ({"channels": "wager,gut"}, ["gut", "opt_out"]),
        ({"delay": "0,soon"}, ["soon", "0 to 20"]),
        ({"delay": 21}, ["delay=21"]),
        ({"delay": ""}, ["delay"]),
        ({"level": 6}, ["level=6", "1 to 5"]),
        ({"profile": "nowhere.json", "level": None}, ["nowhere.json"]),
        ({"tool_protocol": "xml"}, ["xml", "native, text"]),
        ({"expert_accuracy": 2}, ["expert_accuracy=2"]),
        ({"max_calls": 5}, ["max_calls=5"]),
    ],
)
def test_bad_arguments_are_refused_before_any_call(arguments: dict[str, object], words: list[str]) -> None:
    with pytest.raises(ArgumentError) as caught:
        exp4_adaptation(**{**SMALL, **arguments})  # type: ignore[arg-type]
    assert all(word in caught.value.message for word in words)
