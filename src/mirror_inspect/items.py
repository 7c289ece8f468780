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
    """Two linked components: the second uses the first one's answer.

    ``part_b`` contains the placeholder ``{a}`` nowhere: it refers to "the result of part 1" in words, and its gold is
    computed from part A's gold. ``wrong_first`` maps wrong first answers to the composite answer they would lead to,
    as a proof that both parts are needed.
    """

    CONTENT = ("part_a", "part_b", "answer", "answer_type", "options", "tolerance", "aliases")

    domain_a: Domain
    domain_b: Domain
    subcategory_a: str
    subcategory_b: str
    difficulty: int = Field(ge=1, le=5)
    family: str
    part_a: str
    answer_a: str
    answer_type_a: AnswerType
    part_b: str
    standalone_b: str
    answer_b: str
    answer: str
    answer_type: AnswerType
    options: tuple[str, ...] = ()
    tolerance: float | None = None
    aliases: tuple[str, ...] = ()
    wrong_first: dict[str, str] = Field(default_factory=dict)
    seed: int = 0
    verification: str = ""


class TransferTask(Record):
    """A realistic task whose surface is one area while the skill it needs is the hidden domain."""

    CONTENT = ("question", "answer", "answer_type", "options", "tolerance", "aliases")

    surface: str
    hidden_domain: Domain
    subcategory: str
    difficulty: int = Field(ge=1, le=5)
    question: str
    answer: str
    answer_type: AnswerType
    options: tuple[str, ...] = ()
    tolerance: float | None = None
    aliases: tuple[str, ...] = ()
    seed: int = 0
    verification: str = ""


class BurnTrial(Record):
    """One adaptation trial: ids of the items before, during and after the feedback."""

    CONTENT = ("burn", "related", "control", "related_after", "control_after")

    burn_domain: Domain
    control_domain: Domain
    burn: str
    related: str
    control: str
    related_after: str
    control_after: str
    seed: int = 0
