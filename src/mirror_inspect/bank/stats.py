"""What a form holds, as tables of lines and as a figure."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from mirror_inspect.bank.load import Bank
from mirror_inspect.bank.shape import effort_by_level, first_side
from mirror_inspect.items import LETTERS, Question
from mirror_inspect.taxonomy import DIFFICULTIES, SUBCATEGORIES, AnswerType, Domain, domain_of

SHADES: Final = (
    "#1f4e79", "#2e86c1", "#85c1e9", "#117864", "#45b39d", "#a2d9ce", "#b7950b", "#f7dc6f", "#ca6f1e", "#f0b27a",
    "#943126", "#e6b0aa", "#6c3483", "#c39bd3",
)  # fmt: skip
"""One colour per answer type; related types are neighbours."""


def subcategory_table(questions: Sequence[Question]) -> Iterator[str]:
    """Yield one line per subcategory: items, families, two-way items, mean effort at levels 1 to 5, answer types."""
    efforts = effort_by_level(questions)
    levels = "".join(f"{level:>8}" for level in DIFFICULTIES)
    yield f"{'subcategory':<24}{'items':>6}{'families':>9}{'two-way':>8}  effort{levels[6:]}  answer types"
    for names in SUBCATEGORIES.values():
        for name in names:
            items = [q for q in questions if q.subcategory == name]
            if not items:
                continue
            kinds = ", ".join(f"{t} {n}" for t, n in Counter(q.answer_type.value for q in items).most_common())
            effort = "".join(f"{m:>8.1f}" for m in efforts[name]) if name in efforts else " " * 8 * len(DIFFICULTIES)
            families = len({q.family for q in items})
            yield f"  {name:<22}{len(items):>6}{families:>9}{sum(q.two_way for q in items):>8}{effort}  {kinds}"


def domain_table(questions: Sequence[Question]) -> Iterator[str]:
    """Yield one line per domain: items, two-way items, their share, and on how many the first side is right."""
    yield f"{'domain':<24}{'items':>6}{'two-way':>9}{'share':>8}{'first side':>12}"
    for domain in Domain:
        items = [q for q in questions if q.domain is domain]
        if items:
            pairs = [q for q in items if q.two_way]
            share = f"{len(pairs) / len(items):.1%}"
            yield f"  {domain:<22}{len(items):>6}{len(pairs):>9}{share:>8}{sum(map(first_side, pairs)):>12}"


def seat_table(questions: Sequence[Question]) -> Iterator[str]:
    """Yield one line per number of options: how often the gold stands at A, B, C, ..."""
    seats = Counter((len(q.options), q.options.index(q.answer)) for q in questions if q.options)
    for among in sorted({k for k, _ in seats}):
        places = ", ".join(f"{LETTERS[i]} {seats[among, i]}" for i in range(among))
        yield f"gold among {among} options: {places}"


def summary(bank: Bank) -> Iterator[str]:
    """Yield every table of a form, line by line."""
    yield f"bank {bank.source}, digest {bank.digest}"
    yield from subcategory_table(bank.questions)
    yield from domain_table(bank.questions)
    yield from seat_table(bank.questions)
    levels = Counter(q.difficulty for q in bank.questions)
    yield f"levels: {', '.join(f'{k}: {levels[k]}' for k in sorted(levels))}"
    licenses = Counter(q.license.split(", Copyright")[0] for q in bank.questions).most_common()
    yield f"licences: {'; '.join(f'{name} {n}' for name, n in licenses)}"


def draw_figure(bank: Bank, path: Path) -> None:
    """Draw the answer types of each domain, and the effort of each subcategory relative to its level 1.

    Args:
        bank: The form.
        path: File to write; its suffix says the format (PNG, SVG, PDF).
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(13, 5.5), layout="constrained")
    left, right = figure.subplots(1, 2)
    domains = [d for d in Domain if any(q.domain is d for q in bank.questions)]
    held = Counter((q.domain, q.answer_type) for q in bank.questions)
    base = [0] * len(domains)
    for place, kind in enumerate(AnswerType):
        heights = [held[d, kind] for d in domains]
        if any(heights):
            left.bar([d.value for d in domains], heights, bottom=base, label=kind.value, color=SHADES[place])
            base = [b + h for b, h in zip(base, heights, strict=True)]
    left.set(ylabel="questions", title="Answer types by domain")
    left.tick_params(axis="x", rotation=40)
    left.legend(fontsize="x-small", loc="upper left", bbox_to_anchor=(1, 1))
    order = list(Domain)
    for name, means in effort_by_level(bank.questions).items():
        colour = f"C{order.index(domain_of(name))}"
        right.plot(DIFFICULTIES, [m / means[0] for m in means], color=colour, alpha=0.6, linewidth=1)
    for domain in domains:
        right.plot([], [], color=f"C{order.index(domain)}", label=domain.value)
    right.set(
        xlabel="level",
        ylabel="effort of the solver, relative to level 1",
        yscale="log",
        xticks=DIFFICULTIES,
        title="Effort rises with the level in every subcategory",
    )
    right.legend(fontsize="x-small", ncols=2)
    figure.savefig(path, dpi=150)
