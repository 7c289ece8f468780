"""The page is one inert, accessible file in which every number leads to its source."""

import re
from collections import Counter
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hand_written import atlas_rows, missing

from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.observation import Decision, Status
from mirror_inspect.report.assemble import Report, assemble
from mirror_inspect.report.html import render
from mirror_inspect.report.page import Figures, Number, Table
from mirror_inspect.report.runs import read_runs
from mirror_inspect.report.sections import SECTIONS
from mirror_inspect.report.sections.shared import Options, quantities
from mirror_inspect.taxonomy import Channel

Write = Callable[..., Path]
HOSTILE = "evil/<script>alert(1)</script>\x1b[31m\u202e\"'><img src=x onerror=alert(1)>" + "x" * 300
VOID = {"meta", "br", "wbr", "img", "input", "link", "hr", "line", "circle", "rect", "polygon", "polyline"}


class Page(HTMLParser):
    """The elements of a page with their attributes, and whether they close in order."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open, f"left open: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def tagged(self, tag: str) -> list[dict[str, str | None]]:
        return [attrs for name, attrs in self.elements if name == tag]


def report_on(*files: Path) -> Report:
    runs, unread = read_runs(files)
    return assemble(runs, unread, Options(resamples=200))


@pytest.fixture
def two(write_log: Write) -> Report:
    return report_on(
        write_log(atlas_rows("m/a"), name="a", model="m/a"),
        write_log(atlas_rows("m/b", seed=1), name="b", model="m/b"),
    )


def test_nothing_runs_and_nothing_is_fetched(two: Report) -> None:
    page = Page(render(two))
    assert not page.tagged("script")
    assert not page.tagged("iframe")
    assert not page.tagged("link")
    assert not [a for _, attrs in page.elements for a in attrs if a.startswith("on")]
    fetched = [v for _, attrs in page.elements for k, v in attrs.items() if k in {"src", "href", "xlink:href"}]
    assert all(v and v.startswith("#") for v in fetched)
    assert "url(" not in render(two)
    assert "@import" not in render(two)


def test_every_figure_has_a_title_and_a_description_that_its_role_names(two: Report) -> None:
    page = Page(render(two))
    figures = page.tagged("svg")
    assert len(figures) >= 8
    ids = {attrs["id"] for _, attrs in page.elements if "id" in attrs}
    for svg in figures:
        assert svg["role"] == "img"
        assert set((svg["aria-labelledby"] or "").split()) <= ids
    assert len(page.tagged("title")) == len(figures) + 1
    assert len(page.tagged("desc")) == len(figures)


def test_a_table_says_what_each_figure_shows(two: Report) -> None:
    figures = [b for s in two.sections for blocks in s.parts.values() for b in blocks if isinstance(b, Figures)]
    assert figures
    assert all(f.table.rows for f in figures)


def test_ids_are_unique_and_links_lead_somewhere(two: Report) -> None:
    page = Page(render(two))
    ids = Counter(attrs["id"] for _, attrs in page.elements if "id" in attrs)
    assert max(ids.values()) == 1
    assert {(a["href"] or "")[1:] for a in page.tagged("a")} <= set(ids)


def test_every_number_names_its_log_and_filter_and_no_path(two: Report, tmp_path: Path) -> None:
    text = render(two)
    numbers = [a for a in Page(text).tagged("a") if a.get("class") == "n"]
    assert numbers
    assert all(re.match(r"[ab]\.eval : ", a["title"] or "") for a in numbers)
    assert str(tmp_path) not in text
    assert 'metadata.domain == "spatial"' in " ".join(a["title"] or "" for a in numbers)
    tables = [b for s in two.sections for blocks in s.parts.values() for b in blocks if isinstance(b, Table)]
    assert all(c.refs for t in tables for row in t.rows for c in row if isinstance(c, Number))


def test_hostile_names_and_notes_stay_text(write_log: Write) -> None:
    file = write_log(
        atlas_rows(HOSTILE, 2),
        name="evil",
        model=HOSTILE,
        metadata={"bank_digest": "<b>bank</b>", "preset": "<i>x</i>", "margins": {"gap": "<u>"}},
    )
    text = render(report_on(file, write_log([], name="foreign", task="<s>other</s>")))
    page = Page(text)
    assert not {"script", "img", "b", "i", "u", "s"} & {tag for tag, _ in page.elements}
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "<script>alert(1)</script>" in "".join(page.text)
    assert "x" * 200 not in text


def test_sections_appear_only_where_logs_have_them(two: Report) -> None:
    keys = [s.key for s in two.sections]
    assert "atlas" in keys
    assert "calibration" in keys
    assert "convergence" in keys
    assert "provenance" in keys
    assert not {"knowdo", "composition", "transfer", "adaptation", "robustness", "ecosystem"} & set(keys)
    assert keys == [row.key for row in SECTIONS if row.key in keys]


def test_groups_are_never_in_one_table(write_log: Write) -> None:
    report = report_on(
        write_log(atlas_rows("m/a"), name="a", model="m/a"),
        write_log(atlas_rows("m/b"), name="b", model="m/b", metadata={"bank_digest": "bank-two"}),
    )
    assert len(report.groups) == 2
    for section in report.sections:
        for blocks in section.parts.values():
            for block in blocks:
                table = block.table if isinstance(block, Figures) else block
                if isinstance(table, Table):
                    shown = " ".join(map(str, (*table.columns, *(row[0] for row in table.rows))))
                    assert not ("m/a" in shown and "m/b" in shown), table.caption


def test_a_channel_that_was_refused_is_missing_and_not_wrong(write_log: Write) -> None:
    report = report_on(write_log(missing(atlas_rows("m/a"), Channel.SELF_REPORT), name="a", model="m/a"))
    found = {(e.experiment, e.name): e.estimate for e in report.entries[report.groups[0].name]}
    assert not found["exp1_atlas", "self_report_auroc"].defined
    assert found["exp1_atlas", "coverage"].value == pytest.approx(6 / 7)
    assert "refused" in render(report)


def test_verdicts_are_words_with_margin_and_detectable_effect(two: Report) -> None:
    (group,) = two.groups
    words = [f.words for f in two.findings[group.name]]
    assert len(words) == 6
    undecided = [f for f in two.findings[group.name] if f.verdict.outcome == "inconclusive"]
    assert all("would have been seen" in f.words or "whether" in f.words for f in undecided)
    assert "Its confidence tells right answers from wrong ones." in words


def test_no_readable_log_is_still_a_page(write_log: Write) -> None:
    text = render(report_on(write_log([], name="foreign", task="other")))
    assert "foreign.eval: left out" in text
    assert "No log holds anything to report." in text


def test_nothing_observed_is_a_page_full_of_reasons(write_log: Write) -> None:
    rows = atlas_rows("m/a", 2)
    for channel in Channel:
        rows = missing(rows, channel, Status.FAILED)
    report = report_on(write_log(rows, name="a", model="m/a"))
    assert not any(
        e.estimate.defined
        for e in report.entries[report.groups[0].name]
        if e.name != "coverage" and "coverage" not in e.name
    )
    Page(render(report))


def test_records_that_contradict_themselves_take_their_subject_out_of_the_section_and_nobody_else(
    write_log: Write,
) -> None:
    told = {"experiment": "exp9_knowdo", "channel": "autonomous", "paradigm": "P1", "condition": "C1", "weak": True}
    taken = {**told, "decision": Decision.PROCEED}
    sound = [o.model_copy(update=taken) for o in atlas_rows("m/a")]
    ungraded = [o.model_copy(update={**taken, "model": "m/b", "correct": None}) for o in sound]
    report = report_on(
        write_log(sound, name="a", model="m/a", task="exp9_knowdo"),
        write_log(ungraded, name="b", model="m/b", task="exp9_knowdo"),
    )
    page = render(report)
    assert "m/b: left out of “Knowing and doing”; its observations contradict themselves" in page
    assert not [n for n in report.notices if n.startswith("m/a")]
    (blocks,) = next(s for s in report.sections if s.key == "knowdo").parts.values()
    assert any("m/a" in b.table.columns for b in blocks if isinstance(b, Figures))


def test_what_nobody_was_asked_is_no_row_and_what_came_to_nothing_is_one_with_its_reason(two: Report) -> None:
    subject = two.groups[0].subjects[0]
    found = {
        "asked": Estimate.undefined("low_coverage", n_observed=1, n_total=9),
        "not": Estimate.undefined("not_run"),
        "value": Estimate(0.5),
    }
    table = quantities("c", {k: k for k in found}, "exp1_atlas", [(subject, found)])
    assert [row[0] for row in table.rows] == ["asked", "value"]
