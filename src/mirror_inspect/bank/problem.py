"""Something wrong with a bank: where, which item, why."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding of ``bank verify``.

    Attributes:
        file: File of the form.
        item: Id of the item, or the name of what is wrong as a whole (a subcategory, a domain).
        reason: What is wrong.
        line: Line of the item in the file, counted from 1; ``None`` when no single line is meant.
    """

    file: str
    item: str
    reason: str
    line: int | None = None

    def __str__(self) -> str:
        where = self.file if self.line is None else f"{self.file} line {self.line}"
        return f"{where}: {self.item}: {self.reason}"
