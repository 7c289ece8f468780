"""What a check of the bank reports."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong with a bank: where, which item, why."""

    file: str
    item: str
    reason: str

    def __str__(self) -> str:
        return f"{self.file}: {self.item}: {self.reason}"
