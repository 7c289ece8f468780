"""One digest over every prompt as a subject reads it, so that runs with different prompts can be told apart (rule 15)."""

from collections.abc import Iterator
from functools import cache
from typing import Final

from mirror_inspect.elicitation import agentic
from mirror_inspect.elicitation.agentic import Work
from mirror_inspect.elicitation.channels import CHANNELS, PROMPT_VERSION, Setting
from mirror_inspect.elicitation.information import information
from mirror_inspect.elicitation.toolbox import DESCRIPTIONS
from mirror_inspect.elicitation.wording import WORDINGS
from mirror_inspect.items import Question, content_id
from mirror_inspect.taxonomy import AnswerType, Condition, Domain

_DOMAINS: Final = {"A": Domain.ARITHMETIC, "B": Domain.SOCIAL}
_ACCURACIES: Final[tuple[dict[Domain, float], ...]] = ({Domain.ARITHMETIC: 0.4, Domain.SOCIAL: 0.8}, {})
"""Scores of both domains, and of none."""


def _item_prompts() -> Iterator[str]:
    probe = Question(
        domain=Domain.ARITHMETIC,
        subcategory="estimation",
        difficulty=3,
        family="probe",
        question="<question>",
        answer="<gold>",
        answer_type=AnswerType.TEXT,
    )
    for row in CHANNELS.values():
        for wording in range(WORDINGS):
            for payoff, protocol in (("linear", "native"), ("quadratic", "text")):
                yield row.ask(probe, Setting(wording=wording, payoff=payoff, protocol=protocol, partner=probe))


def _agentic_prompts() -> Iterator[str]:
    work = Work("<scenario>", {"A": "<question>"}, ("B",), "<information>")
    yield from (prompt(work) for prompt in agentic.PROMPTS.values())
    yield agentic.autonomous_prompt(work, protocol="text")
    yield agentic.checkpoint_results({"A": "<result>"})
    for accuracy in _ACCURACIES:
        yield from (information(condition, _DOMAINS, accuracy) for condition in Condition)


@cache
def prompt_digest() -> str:
    """Return 16 hex digits over every prompt rendered on a probe item and task, and over the tools' descriptions."""
    return content_id(PROMPT_VERSION, [*_item_prompts()], [*_agentic_prompts()], DESCRIPTIONS)
