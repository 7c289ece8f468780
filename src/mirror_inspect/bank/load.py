"""Load a form of the bank: the shipped one, a parallel one from a directory, the anchor set, or items of others."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Final, NoReturn, TypeVar, overload

from mirror_inspect.bank.files import digest, read_jsonl
from mirror_inspect.bank.records import Premise, Production, ValueConversation
from mirror_inspect.errors import ArgumentError, BankError
from mirror_inspect.items import AgenticTask, BurnTrial, Composite, Question, Record, TransferTask

SHIPPED: Final = "shipped"
ANCHOR: Final = "anchor"
QUESTIONS, COMPONENTS, AGENTIC = "questions.jsonl", "components.jsonl", "agentic.jsonl"
COMPOSITES, TRANSFER, BURN = "composites.jsonl", "transfer.jsonl", "burn.jsonl"
PRODUCTIONS, PREMISES, VALUES = "productions.jsonl", "premises.jsonl", "values.jsonl"
FILES: Final = (QUESTIONS, COMPONENTS, AGENTIC, COMPOSITES, TRANSFER, BURN, PRODUCTIONS, PREMISES, VALUES)
"""Every file of a form, in the order the digest is taken over them."""
QUESTION_TASKS: Final = ("exp1_atlas",)
"""Tasks that ask single questions and so work with a bank that has nothing else."""
T = TypeVar("T")
R = TypeVar("R", bound=Record)


class NotHeld(Sequence[T]):
    """A file that a bank does not have: using it is an error that says what can be done."""

    def __init__(self, bank: str, file: str):
        self._bank, self._file = bank, file

    def _refuse(self) -> NoReturn:
        raise ArgumentError(
            f"bank={self._bank} has no {self._file}; a bank of questions works with {', '.join(QUESTION_TASKS)}, every "
            f"other task takes bank={SHIPPED} or a directory made by `mirror-inspect bank generate`"
        )

    def __len__(self) -> int:
        self._refuse()

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[T]: ...
    def __getitem__(self, index: int | slice) -> T | Sequence[T]:
        """Refuse, with the reason."""
        self._refuse()


@dataclass(frozen=True)
class Bank:
    """One form of the bank. A file it does not have is a ``NotHeld``, which refuses to be used.

    Attributes:
        source: ``shipped``, the name of the directory, or the name of the form as it was asked for.
        directory: Where the files are; ``None`` for items of others.
        questions: Items of Experiment 1 and of every calibration.
        components: Items that agentic tasks are made of; disjoint from ``questions``.
        agentic: Fixed agentic tasks over ``components``.
        digest: First 16 hex digits over the files (of items of others, over their ids).
    """

    source: str
    directory: Path | None
    questions: Sequence[Question]
    components: Sequence[Question]
    agentic: Sequence[AgenticTask]
    digest: str

    @cached_property
    def by_id(self) -> Mapping[str, Question]:
        """Every question and component by id."""
        held = () if isinstance(self.components, NotHeld) else self.components
        return {q.id: q for q in (*self.questions, *held)}

    @cached_property
    def composites(self) -> Sequence[Composite]:
        """Linked pairs of Experiment 3."""
        return self._read(COMPOSITES, Composite)

    @cached_property
    def transfer(self) -> Sequence[TransferTask]:
        """Tasks of Experiment 2."""
        return self._read(TRANSFER, TransferTask)

    @cached_property
    def burn(self) -> Sequence[BurnTrial]:
        """Trials of Experiment 4."""
        return self._read(BURN, BurnTrial)

    @cached_property
    def productions(self) -> Sequence[Production]:
        """Texts to write of Experiment 6a."""
        return self._read(PRODUCTIONS, Production)

    @cached_property
    def premises(self) -> Sequence[Premise]:
        """Requests of Experiment 6b."""
        return self._read(PREMISES, Premise)

    @cached_property
    def values(self) -> Sequence[ValueConversation]:
        """Conversations of Experiment 6c."""
        return self._read(VALUES, ValueConversation)

    def _read(self, file: str, kind: type[R]) -> Sequence[R]:
        if self.directory is None or not (self.directory / file).is_file():
            return NotHeld(self.source, file)
        return tuple(read_jsonl(self.directory / file, kind))


def questions_only(source: str, questions: Sequence[Question], *, digest: str) -> Bank:
    """Return a bank that holds questions and refuses every use of the rest."""
    return Bank(source, None, tuple(questions), NotHeld(source, COMPONENTS), NotHeld(source, AGENTIC), digest)


def shipped_directory() -> Path:
    """Return the folder of the frozen bank inside the installed package."""
    return Path(str(files("mirror_inspect.data")))


def load_bank(source: str | None = None) -> Bank:
    """Load a form of the bank.

    Args:
        source: ``None`` or ``shipped`` for the frozen bank, ``anchor`` for its anchor set, a directory with the same
            files, ``hf:NAME`` or ``hf:NAME@FILE`` for a public data set, ``mirror:PATH`` for questions of the MIRROR
            release.

    Raises:
        ArgumentError: the source is not a known form.
        BankError: a file is missing or damaged; names file and line.
    """
    name = str(source or SHIPPED)
    prefix, colon, rest = name.partition(":")
    if name in _NAMED:
        return _NAMED[name]()
    if colon and prefix in _PREFIXED:
        return _PREFIXED[prefix](rest)
    directory = Path(name).expanduser()
    if not directory.is_dir():
        raise ArgumentError(f"unknown bank {source!r}; allowed: {'; '.join(forms())}")
    return _load(directory.name, directory.resolve())


def forms() -> tuple[str, ...]:
    """Return every form that ``bank=`` takes, as it is written."""
    from mirror_inspect.bank.foreign import DATASETS

    return (
        SHIPPED,
        ANCHOR,
        "a directory made by `mirror-inspect bank generate`",
        *(f"hf:{name}" for name in DATASETS),
        "hf:NAME@FILE (a local copy of one of these)",
        "mirror:PATH (questions.jsonl of the MIRROR release)",
    )


@lru_cache(maxsize=8)
def _load(source: str, directory: Path) -> Bank:
    questions = read_jsonl(directory / QUESTIONS, Question)
    components = read_jsonl(directory / COMPONENTS, Question)
    agentic = read_jsonl(directory / AGENTIC, AgenticTask)
    if shared := {q.id for q in questions} & {c.id for c in components}:
        raise BankError(f"{COMPONENTS}: item {min(shared)} is also in {QUESTIONS}; the two must be disjoint")
    known = {c.id for c in components}
    for line, task in enumerate(agentic, start=1):
        for part in (task.component_a, task.component_b):
            if part not in known:
                raise BankError(
                    f"{AGENTIC} line {line}: task {task.id} names component {part}, which {COMPONENTS} does not hold"
                )
    total = digest([path for name in FILES if (path := directory / name).is_file()])
    return Bank(source, directory, tuple(questions), tuple(components), tuple(agentic), total)


def _shipped() -> Bank:
    return _load(SHIPPED, shipped_directory())


def _anchor() -> Bank:
    from mirror_inspect.bank.anchor import anchor_bank

    return anchor_bank()


def _public(rest: str) -> Bank:
    from mirror_inspect.bank.external import load_public

    return load_public(rest)


def _release(rest: str) -> Bank:
    from mirror_inspect.bank.external import load_release

    return load_release(rest)


_NAMED: Final[Mapping[str, Callable[[], Bank]]] = {SHIPPED: _shipped, ANCHOR: _anchor}
_PREFIXED: Final[Mapping[str, Callable[[str], Bank]]] = {"hf": _public, "mirror": _release}
