"""A raw reply as it came back, before anything is read into it, and the status it has on its own."""

from typing import Final, Literal

from pydantic import BaseModel, ConfigDict

from mirror_inspect.grading.clean import visible_text
from mirror_inspect.observation import Status

STEP_LIMIT_STOP: Final = "tool_limit"
"""Stop reason of a conversation that was still calling tools at the step limit."""
TRUNCATED_STOPS: Final = frozenset({"max_tokens", "model_length"})
FILTERED_STOPS: Final = frozenset({"content_filter"})
ToolName = Literal["calculator", "search", "ask_expert", "flag_for_review"]


class ToolUse(BaseModel):
    """One tool call of the subject and what came back."""

    model_config = ConfigDict(frozen=True)

    name: str
    argument: str
    part: str | None = None
    result: str = ""


class Reply(BaseModel):
    """Everything one elicitation brought back.

    Attributes:
        channel: Channel elicited.
        text: Final assistant text, reasoning content of the provider excluded.
        stop_reason: Inspect's stop reason of the last call, or ``tool_limit``.
        error: Why there is no reply when the call failed or was never finished, else ``None``.
        tools: Tool calls made on the way, in order.
        turns: Earlier assistant texts of the same conversation, first to last.
        wording: Index of the wording used.
        items: Ids of the questions shown, in the order shown.
        tokens: Input plus output tokens; ``None`` when the provider did not say.
        latency: Seconds.
    """

    model_config = ConfigDict(frozen=True)

    channel: str
    text: str = ""
    stop_reason: str = "stop"
    error: str | None = None
    tools: tuple[ToolUse, ...] = ()
    turns: tuple[str, ...] = ()
    wording: int = 0
    items: tuple[str, ...] = ()
    tokens: int | None = None
    latency: float | None = None

    @property
    def visible(self) -> str:
        """The text without reasoning blocks."""
        return visible_text(self.text)

    @property
    def missing(self) -> tuple[Status, str] | None:
        """Why nothing can be read from this reply, or ``None`` when there is something to read."""
        if self.error is not None:
            return Status.FAILED, f"call failed: {self.error}"
        if self.stop_reason in FILTERED_STOPS:
            return Status.REFUSED, "content filter"
        if self.stop_reason == STEP_LIMIT_STOP:
            return Status.STEP_LIMIT, "still calling tools at the step limit"
        if self.stop_reason in TRUNCATED_STOPS:
            return Status.TRUNCATED, f"cut off ({self.stop_reason})"
        if not self.text.strip():
            return Status.FAILED, "empty reply"
        if not self.visible.strip():
            return Status.UNPARSED, "reasoning only, no reply after it"
        return None
