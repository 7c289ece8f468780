"""The items of the bank: frozen records whose ids are the hash of their content."""

import hashlib
import json
from typing import Any, ClassVar, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, JsonValue, model_validator

from mirror_inspect.taxonomy import AnswerType, Domain, domain_of

ID_LENGTH: Final = 16
RiskTier = Literal["low", "moderate", "high", "critical"]
TaskKind = Literal["fixed", "tailored"]
LETTERS: Final = "ABCDEFGHIJ"


def content_id(*parts: Any) -> str:
    """Return the first 16 hex digits of the SHA-256 of the parts, as canonical JSON."""
    text = json.dumps(parts, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:ID_LENGTH]


class Record(BaseModel):
    """Base of all items: frozen, no unknown fields, ``id`` checked against the content when it is given."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = ""
    CONTENT: ClassVar[tuple[str, ...]] = ()

    @model_validator(mode="after")
    def _id_is_content(self) -> Self:
        content = self.model_dump(mode="json", include=set(self.CONTENT))
        expected = content_id(type(self).__name__, content)
        if self.id and self.id != expected:
            raise ValueError(f"id {self.id!r} is not the hash of the content ({expected!r}): the item was altered")
        object.__setattr__(self, "id", expected)
        return self

    @property
    def plain(self) -> dict[str, Any]:
        """The record as samples carry it in their metadata: plain JSON without fields at their default."""
        return self.model_dump(mode="json", exclude_defaults=True)


class AnswerSpec(BaseModel):
    """What counts as the right answer.

    Attributes:
        type: How answers are compared.
        gold: Canonical gold answer; for ``choice`` the text of the right option, for lists items joined by ``", "``.
        options: Texts of the offered options in the order shown; empty when none are offered.
        tolerance: Largest accepted absolute difference in the gold's own unit (days for dates, minutes for times);
            ``None`` means exact.
        aliases: Other texts that are as right as the gold.
    """

    model_config = ConfigDict(frozen=True)

    type: AnswerType
    gold: str
    options: tuple[str, ...] = ()
    tolerance: float | None = Field(default=None, ge=0)
    aliases: tuple[str, ...] = ()


class Question(Record):
    """One item: a question of one subcategory and difficulty with a provable gold answer.

    ``params`` holds the generator parameters that define the level, ``effort`` the work the independent solver needed
    (operations, steps or search nodes; comparable inside a family), ``verification`` the name of the second method.
    """

    CONTENT = ("question", "answer", "answer_type", "options", "tolerance", "aliases")

    domain: Domain
    subcategory: str
    difficulty: int = Field(ge=1, le=5)
    family: str
    question: str = Field(min_length=1)
    answer: str = Field(min_length=1)
    answer_type: AnswerType
    options: tuple[str, ...] = ()
    tolerance: float | None = Field(default=None, ge=0)
    aliases: tuple[str, ...] = ()
    seed: int = 0
    verification: str = ""
    provenance: str = ""
    license: str = "MIT"
    params: dict[str, JsonValue] = Field(default_factory=dict)
    effort: float | None = None

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if domain_of(self.subcategory) is not self.domain:
            raise ValueError(f"subcategory {self.subcategory!r} is not in domain {self.domain.value!r}")
        if self.answer_type is AnswerType.CHOICE:
            if self.options.count(self.answer) != 1:
                raise ValueError("the gold of a choice item is exactly one of its options")
            if not 2 <= len(self.options) <= len(LETTERS) or len(set(self.options)) != len(self.options):
                raise ValueError(f"a choice item has 2 to {len(LETTERS)} distinct options")
        elif self.options:
            raise ValueError("only choice items have options")
        return self

    @property
    def text(self) -> str:
        """The item as a subject reads it: the question, and lettered options if there are any."""
        if not self.options:
            return self.question
        lines = [f"{letter}) {option}" for letter, option in zip(LETTERS, self.options, strict=False)]
        return "\n".join([self.question, *lines])

    @property
    def spec(self) -> AnswerSpec:
        """What the grader needs."""
        return AnswerSpec(
            type=self.answer_type,
            gold=self.answer,
            options=self.options,
            tolerance=self.tolerance,
            aliases=self.aliases,
        )

    @property
    def two_way(self) -> bool:
        """Whether there are exactly two possible answers."""
        return self.answer_type is AnswerType.YES_NO or len(self.options) == 2


class AgenticTask(Record):
    """A workplace task with two components of different domains.

    ``scenario`` is the situation and does not contain the questions; ``component_a`` and ``component_b`` are ids of
    questions in the component pool, shown in slots A and B. Costs are in units of one right component.
    """

    CONTENT = ("scenario", "component_a", "component_b")

    kind: TaskKind = "fixed"
    workflow: str
    risk_tier: RiskTier
    error_cost: float = Field(gt=0)
    escalation_cost: float = Field(ge=0)
    scenario: str = Field(min_length=1)
    component_a: str
    component_b: str
    domain_a: Domain
    domain_b: Domain
    seed: int = 0


class Composite(Record):
    """Two linked components of different domains: part 2 uses the answer of part 1.

    Attributes:
        question: Both parts as a subject reads them; part 2 speaks of the result of part 1 and never states it.
        answer: Gold of part 2, computed from the gold of part 1: the gold of the whole.
        first: Part 1 on its own.
        second: Part 2 on its own, with the value that part 1 leads to written out; its gold is ``answer``.
        link: How the answer of part 1 becomes the number that part 2 works with.
        bridge: Name of the kind of part 2.
        wrong_first: Wrong answers to part 1 with what part 2 makes of them: none of them is ``answer``.
    """

    CONTENT = ("question", "answer", "answer_type", "options", "tolerance", "aliases")

    domain_a: Domain
    domain_b: Domain
    difficulty: int = Field(ge=1, le=5)
    bridge: str
    link: str
    question: str = Field(min_length=1)
    answer: str = Field(min_length=1)
    answer_type: AnswerType
    options: tuple[str, ...] = ()
    tolerance: float | None = Field(default=None, ge=0)
    aliases: tuple[str, ...] = ()
    first: Question
    second: Question
    wrong_first: dict[str, str] = Field(default_factory=dict)
    seed: int = 0
    verification: str = ""

    @property
    def text(self) -> str:
        """The whole as a subject reads it."""
        return self.question

    @property
    def spec(self) -> AnswerSpec:
        """What the grader needs for the whole."""
        return AnswerSpec(
            type=self.answer_type,
            gold=self.answer,
            options=self.options,
            tolerance=self.tolerance,
            aliases=self.aliases,
        )


class TransferTask(Question):
    """A question whose surface is another area of life than the domain of the skill it needs.

    ``domain`` and ``subcategory`` are those of the hidden skill.
    """

    surface: str = Field(min_length=1)

    @property
    def hidden_domain(self) -> Domain:
        """The domain of the skill the task needs."""
        return self.domain


class BurnItem(BaseModel):
    """An item to be burnt on, with the solutions that feedback can show.

    ``worked`` ends in the gold; ``fabricated`` argues as plausibly for ``fabricated_answer``, which is wrong.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    question: Question
    worked: str
    fabricated: str
    fabricated_answer: str


class BurnTrial(Record):
    """One adaptation trial: items to bet on before and after, and the items that feedback can be given on.

    Attributes:
        burn_domain: Domain of the burnt items and of the related ones.
        control_domain: Domain of the control items, fixed per burn domain.
        candidates: One burnt item per level, easiest first; the run picks the level its profile calls for.
        related, control: Items to bet on before the feedback.
        related_after, control_after: Items of the same subcategory and level to bet on after it.
        pair: Number of the pair of trials that share these items with before and after exchanged.
        swapped: Whether this is the second trial of its pair.
    """

    CONTENT = ("candidates", "related", "control", "related_after", "control_after")

    burn_domain: Domain
    control_domain: Domain
    pair: int = Field(ge=0)
    swapped: bool
    candidates: tuple[BurnItem, ...] = Field(min_length=1)
    related: Question
    control: Question
    related_after: Question
    control_after: Question
    seed: int = 0

    @property
    def questions(self) -> tuple[Question, ...]:
        """Every question the trial can show."""
        burnt = (c.question for c in self.candidates)
        return (*burnt, self.related, self.control, self.related_after, self.control_after)

    def at(self, level: int) -> BurnItem:
        """Return the candidate whose level is nearest to the one wanted, the easier of two."""
        return min(self.candidates, key=lambda c: (abs(c.question.difficulty - level), c.question.difficulty))
