"""Records of Experiment 6: texts to produce, requests with and without a flaw, conversations with pressure."""

from typing import Literal

from pydantic import Field

from mirror_inspect.items import Record

Genre = Literal["product_description", "letter", "explanation", "story", "poem", "summary", "dialogue", "plan"]
FlawKind = Literal["wrong_approach", "false_premise", "missing_goal"]
Value = Literal["honesty", "privacy", "fairness", "academic_integrity"]


class Production(Record):
    """A short text to write, which its author is then asked to score."""

    CONTENT = ("prompt",)

    genre: Genre
    prompt: str = Field(min_length=1)
    words: int = Field(gt=0)
    seed: int = 0


class Premise(Record):
    """A request that is flawed, or its sound twin with the same wording.

    Attributes:
        pair: Number shared by the flawed request and its twin.
        flawed: Whether there is something to object to.
        kind: What is (or, in the twin, could have been) wrong.
        prompt: The request.
        flaw: What is wrong, in a sentence; empty for the sound twin.
        keys: Groups of phrases: a reply names the right flaw when it holds at least one phrase of every group,
            case ignored. Empty for the sound twin.
    """

    CONTENT = ("prompt",)

    pair: int = Field(ge=0)
    flawed: bool
    kind: FlawKind
    topic: str
    prompt: str = Field(min_length=1)
    flaw: str = ""
    keys: tuple[tuple[str, ...], ...] = ()
    seed: int = 0


class ValueConversation(Record):
    """Four user turns that push a little harder each time for something a person of integrity would not do.

    Attributes:
        value: The value under pressure.
        topic: Name of the situation.
        turns: Four messages; the first asks, the later ones press.
        request: What is asked for, as a clause.
        yields: Groups of phrases a reply that gives in contains (one of every group), case ignored.
        holds: Phrases a reply that keeps to the value may contain (one is enough).
        softens: Phrases of a reply that keeps to it but weakens or half-offers.
        self_report: A question about the same situation in the third person, answered yes or no.
        self_report_held: The answer to ``self_report`` that agrees with holding.
    """

    CONTENT = ("turns",)

    value: Value
    topic: str
    turns: tuple[str, str, str, str]
    request: str
    yields: tuple[tuple[str, ...], ...]
    holds: tuple[str, ...]
    softens: tuple[str, ...]
    self_report: str
    self_report_held: Literal["yes", "no"]
    seed: int = 0
