"""Experiment 4's solver: one conversation up to a graded attempt, forked into arms that differ in the feedback."""

from collections.abc import Mapping
from dataclasses import dataclass

from inspect_ai.model import ChatMessage
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import collect, span

from mirror_inspect.args import Listed, chosen, share
from mirror_inspect.elicitation import burn
from mirror_inspect.elicitation.channels import CHANNELS
from mirror_inspect.elicitation.feedback import Feedback, after_feedback, feedback, filler
from mirror_inspect.elicitation.observe import observe_item
from mirror_inspect.elicitation.reply import Reply
from mirror_inspect.elicitation.toolbox import Toolbox
from mirror_inspect.elicitation.wording import wording_of
from mirror_inspect.grading.fields import read_text_field
from mirror_inspect.items import Question, content_id
from mirror_inspect.observation import Observation, Status
from mirror_inspect.solvers.adaptation_design import AFTER_CHANNELS, AdaptationStore, Design, Place, delays_in
from mirror_inspect.solvers.asking import ask_item, protocol_for, setting_for
from mirror_inspect.solvers.calibration import is_calibration
from mirror_inspect.solvers.calls import Conversation, Elicitation, elicit, raise_first, show
from mirror_inspect.solvers.datasets import asked_in
from mirror_inspect.solvers.trials import BETS, Slot, Trial, trial_of
from mirror_inspect.taxonomy import Arm, Channel, Stage


@dataclass(frozen=True, slots=True)
class Branch:
    """The conversation of one arm after a number of filler turns.

    Attributes:
        messages: What has been said.
        lead: Feedback that has not been shown yet and opens the next user turn; empty once it has.
    """

    messages: list[ChatMessage]
    lead: str = ""

    def opening(self, prompt: str) -> str:
        """Return the next user turn."""
        return after_feedback(self.lead, prompt) if self.lead else prompt


@dataclass(frozen=True, slots=True)
class Passage:
    """One arm between feedback and bets.

    Attributes:
        reached: The conversation after each number of filler turns, as far as it went on.
        turns: The filler turns, one that failed included.
        replies: What they brought back.
    """

    reached: dict[int, Branch]
    turns: list[Elicitation]
    replies: list[Reply]


@solver
def burn_and_test(
    arms: Listed = tuple(Arm),
    delay: Listed = 0,
    channels: Listed = AFTER_CHANNELS,
    again: bool = True,
    tool_protocol: str = "native",
    expert_accuracy: float = 0.9,
    seed: int = 0,
) -> Solver:
    """Run one sample: a calibration item, or a trial with bets, a graded attempt, feedback by arm, and bets again.

    Args:
        arms: ``true``, ``false``, ``neutral``.
        delay: Filler turns between feedback and bets; several give as many measurements.
        channels: ``wager``, ``opt_out``, ``tools``: what is asked after the feedback.
        again: Ask for the burnt item a second time, in a branch of its own.
        tool_protocol: ``native`` or ``text``.
        expert_accuracy: Stated probability that the expert is right.
        seed: Fixes wordings, orders and the expert.
    """
    design = Design(
        arms=chosen("arm", arms, list(Arm)),
        delays=delays_in(delay),
        channels=chosen("channel", channels, AFTER_CHANNELS),
        again=again,
        protocol=protocol_for(tool_protocol, 0),
        expert_accuracy=share("expert_accuracy", expert_accuracy),
        seed=seed,
    )

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        store = AdaptationStore.of(state)
        if is_calibration(state.metadata):
            item = asked_in(state.metadata).item
            planned = [ask_item(Channel.NATURAL, item, setting_for(item, Channel.NATURAL, seed=seed))]
            replies = await elicit(store, planned)
            show(state, replies[0].text)
            raise_first(planned, lasting=True)
            return state
        store.design = design
        trial = trial_of(state.metadata)
        held, messages, attempt = await _until_feedback(store, trial, design)
        show(state, store.shared[-1].text)
        if attempt is not None and attempt.correct is not None:
            store.right = attempt.correct
            told = _feedback(trial, design, right=attempt.correct, said=said_in(store.shared[-1]))
            store.feedback = {arm.value: f.text for arm, f in told.items()}
            store.told = {arm.value: f.told.value for arm, f in told.items()}
            passages = {arm: Passage({0: Branch(list(messages), f.text)}, [], []) for arm, f in told.items()}
            try:
                await collect(*[_pass_time(p, arm, max(design.delays)) for arm, p in passages.items()])
            finally:
                # Also what came before a time limit ended the sample.
                store.fillers = {arm.value: p.replies for arm, p in passages.items()}
            forks = _forks(trial, design, {arm: p.reached for arm, p in passages.items()})
            store.places = [place for place, _ in forks]
            held += [e for p in passages.values() for e in p.turns] + [e for _, e in forks]
            await elicit(store, [e for _, e in forks])
        raise_first(held)
        return state

    return solve


def _turn(talk: Conversation, prompt: str, label: str) -> Elicitation:
    async def run() -> Reply:
        async with span(label, type="channel"):
            return await talk.ask(prompt)

    return Elicitation(talk, run)


async def _until_feedback(
    store: AdaptationStore, trial: Trial, design: Design
) -> tuple[list[Elicitation], list[ChatMessage], Observation | None]:
    """Hold the conversation that all arms share, up to the first turn that cannot be read.

    Returns:
        The turns, the messages, and the attempt at the burnt item as observed; ``None`` where it was not reached.
    """
    messages: list[ChatMessage] = []
    held: list[Elicitation] = []
    places = [Place(stage=Stage.BEFORE, slot=s, channel=Channel.WAGER) for s in trial.order(design.seed)]
    for place in (*places, Place(stage=Stage.BURN, slot=Slot.BURNT, channel=Channel.BURN)):
        item = trial.item(place.stage, place.slot)
        setting = setting_for(item, place.channel, seed=design.seed)
        talk = Conversation(place.channel, wording=setting.wording, items=(item.id,), messages=messages)
        prompt = CHANNELS[place.channel].ask(item, setting)
        held.append(_turn(talk, prompt, f"{place.stage} {place.slot}"))
        reply = await held[-1].run()
        store.shared, store.shared_places = [*store.shared, reply], [*store.shared_places, place]
        seen, _ = observe_item(reply, setting, item, experiment="", phase=place.stage.value)
        if seen.status is not Status.OBSERVED:
            return held, messages, None
    return held, messages, seen


def said_in(reply: Reply) -> str:
    """Return the answer to a burnt item as the subject wrote it."""
    return read_text_field(reply.visible, "ANSWER").value or ""


def _feedback(trial: Trial, design: Design, *, right: bool, said: str) -> dict[Arm, Feedback]:
    wording = int(content_id("feedback", trial.id, str(design.seed)), 16)
    return {arm: feedback(arm, trial.burnt, right=right, said=said, wording=wording) for arm in design.arms}


async def _pass_time(passage: Passage, arm: Arm, turns: int) -> None:
    """Hold filler turns in one arm until there are enough or one brings nothing back."""
    for number in range(turns):
        branch = passage.reached[number]
        talk = Conversation("filler", messages=list(branch.messages))
        passage.turns.append(_turn(talk, branch.opening(filler(number)), f"{arm} filler {number + 1}"))
        passage.replies.append(await passage.turns[-1].run())
        if passage.replies[-1].missing:
            break
        passage.reached[number + 1] = Branch(talk.messages)


def _forks(
    trial: Trial, design: Design, branches: Mapping[Arm, Mapping[int, Branch]]
) -> list[tuple[Place, Elicitation]]:
    """Plan everything after the feedback, each in a fork of its arm's conversation."""
    forks = []
    for arm, reached in branches.items():
        for delay in design.delays:
            for channel in design.channels if delay in reached else ():
                for slot in BETS:
                    place = Place(stage=Stage.AFTER, slot=slot, channel=channel, arm=arm, delay=delay)
                    forks.append((place, _ask_after(trial, design, place, reached[delay])))
        if design.again:
            place = Place(stage=Stage.AGAIN, slot=Slot.BURNT, channel=Channel.BURN, arm=arm)
            forks.append((place, _ask_again(trial, design, arm, reached[0])))
    return forks


def _ask_after(trial: Trial, design: Design, place: Place, branch: Branch) -> Elicitation:
    item = trial.item(place.stage, place.slot)
    setting = setting_for(item, place.channel, seed=design.seed, protocol=design.protocol)
    prompt = branch.opening(CHANNELS[place.channel].ask(item, setting))
    talk = _fork(branch, place.channel, item, setting.wording)
    label = f"{place.arm} {place.channel} {place.slot}" + (f" after {place.delay}" if place.delay else "")
    if not CHANNELS[place.channel].uses_tools:
        return _turn(talk, prompt, label)
    toolbox = Toolbox({"": item}, design.expert_accuracy, design.seed)

    async def run() -> Reply:
        async with span(label, type="channel"):
            return await talk.work(prompt, toolbox, protocol=design.protocol)

    return Elicitation(talk, run)


def _ask_again(trial: Trial, design: Design, arm: Arm, branch: Branch) -> Elicitation:
    item = trial.burnt.question
    wording = wording_of(item.id, Stage.AGAIN, seed=design.seed)
    prompt = branch.opening(burn.again_prompt(item.text, wording))
    return _turn(_fork(branch, Channel.BURN, item, wording), prompt, f"{arm} again")


def _fork(branch: Branch, channel: Channel, item: Question, wording: int) -> Conversation:
    return Conversation(channel, wording=wording, items=(item.id,), messages=list(branch.messages))
