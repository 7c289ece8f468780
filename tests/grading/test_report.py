"""Error rates of the grader: counted by hand on a small file, bad files named with their line."""

import json
import math
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from mirror_inspect.errors import ArgumentError
from mirror_inspect.grading.command import grading_report
from mirror_inspect.grading.intervals import Rate
from mirror_inspect.grading.rates import error_bounds, load_rates, load_rows, summary_table, write_table
from mirror_inspect.grading.report import error_rates, markdown, rates_document, read_labelled


def _row(reply: str, truth: str, *, channel: str = "natural", gold: str = "42", **hand: Any) -> dict[str, Any]:
    return {
        "response": reply,
        "gold": gold,
        "channel": channel,
        "hand": {"judged": True, "correct_vs_gold": truth, **hand},
    }


ROWS = [
    _row("It is 42.", "yes"),
    _row("It is forty two.", "yes", channel="wagering"),
    _row("ANSWER: 41", "yes", channel="wagering"),
    _row("It is 41.", "no"),
    _row("It is 42.", "no"),
    _row("Let me see.", "unsure", no_final_answer_in_text=True),
    _row("ANSWER: Ann", "yes", gold="Ann", channel="wagering"),
    _row("What a day.", "unsure"),
    {"response": "x", "gold": "y", "closed": False, "hand": {"judged": True, "correct_vs_gold": "yes"}},
]


@pytest.fixture
def labelled(tmp_path: Path) -> Path:
    path = tmp_path / "replies.jsonl"
    path.write_text("\n".join(json.dumps(r) for r in ROWS) + "\n\n", encoding="utf-8")
    return path


def test_rates_are_counted_by_truth_and_grade(labelled: Path) -> None:
    replies, skipped = read_labelled(labelled)
    assert (len(replies), skipped) == (7, 2)
    rows = {(r.by, r.group): r for r in error_rates(replies)}
    everything = rows["all", "all"]
    assert (everything.false_negative.count, everything.false_negative.total) == (1, 4)
    assert (everything.false_positive.count, everything.false_positive.total) == (1, 2)
    assert (everything.silent_graded.count, everything.silent_graded.total) == (0, 1)
    assert rows["layout", "natural"].false_negative.total == 1
    assert rows["layout", "structured"].false_negative.total == 3
    assert rows["answer_type", "text"].false_negative.total == 1
    assert math.isnan(rows["channel", "wagering"].false_positive.value)


def test_wilson_interval_by_hand() -> None:
    """For 2 of 10 the Wilson limits are .0567 and .5098 (Wilson 1927; Brown, Cai and DasGupta 2001)."""
    low, high = Rate(2, 10).interval
    assert low == pytest.approx(0.0567, abs=5e-5)
    assert high == pytest.approx(0.5098, abs=5e-5)
    assert Rate(0, 10).interval[0] == 0
    assert Rate(10, 10).interval[1] == 1
    assert math.isnan(Rate(0, 0).value)


def test_wilson_interval_agrees_with_statsmodels() -> None:
    proportion = pytest.importorskip("statsmodels.stats.proportion")
    for k, n in ((1, 36), (2, 71), (35, 36), (13, 40)):
        assert Rate(k, n).interval == pytest.approx(proportion.proportion_confint(k, n, method="wilson"), abs=1e-12)


def test_the_small_json_gives_the_bands_their_rates(labelled: Path, tmp_path: Path) -> None:
    replies, _ = read_labelled(labelled)
    out = tmp_path / "rates.json"
    out.write_text(rates_document(error_rates(replies), source="replies.jsonl", replies=len(replies)), encoding="utf-8")
    assert load_rates(out, layout="natural") == (0.0, 0.5)
    assert load_rates(out, layout="structured")[0] == pytest.approx(1 / 3, abs=1e-6)
    assert load_rates(out, layout="natural", limit="high")[1] == pytest.approx(0.905, abs=2e-3)
    with pytest.raises(ArgumentError, match="spoken"):
        load_rates(out, layout="spoken")
    out.write_text("{}", encoding="utf-8")
    with pytest.raises(ArgumentError, match="no file of grading rates"):
        load_rates(out, layout="natural")


def test_the_command_prints_a_table_and_writes_the_json(labelled: Path, tmp_path: Path) -> None:
    out = tmp_path / "rates.json"
    result = CliRunner().invoke(grading_report, [str(labelled), "--json", str(out)])
    assert result.exit_code == 0, result.output
    assert "| layout: natural |" in result.output
    assert json.loads(out.read_text(encoding="utf-8"))["replies"] == 7


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("not json\n", "line 1"),
        ('{"response": "x"}\n', "line 1"),
        ("", "no judged reply"),
        ('{"response": "x", "gold": "y", "hand": {"judged": false}}', "no judged reply"),
    ],
)
def test_a_bad_file_is_named_with_its_line(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(ArgumentError, match=message):
        read_labelled(path)
    assert CliRunner().invoke(grading_report, [str(path)]).exit_code == 2


def test_the_table_names_every_group(labelled: Path) -> None:
    replies, _ = read_labelled(labelled)
    text = markdown(error_rates(replies))
    assert text.splitlines()[2].startswith("| all | 1/4 = 0.250 [0.046, 0.699]")


def test_rates_are_shipped_and_their_limits_are_not_zero() -> None:
    for layout in ("natural", "structured"):
        value, high = load_rates(layout=layout), load_rates(layout=layout, limit="high")
        assert 0 <= value[0] < high[0] < 0.15
        assert 0 <= value[1] < high[1] < 0.5


def test_the_readmes_table_is_the_shipped_one() -> None:
    readme = Path(__file__).resolve().parents[2] / "README.md"
    assert summary_table(load_rows()) in readme.read_text(encoding="utf-8")


def test_a_documents_table_is_replaced_between_its_markers(tmp_path: Path) -> None:
    from mirror_inspect.grading.rates import BEGIN, END

    document = tmp_path / "d.md"
    document.write_text(f"before\n{BEGIN}\nthe last table\n{END}\nafter", encoding="utf-8")
    write_table(document, load_rows())
    text = document.read_text(encoding="utf-8")
    assert text.startswith("before\n")
    assert text.endswith("\nafter")
    assert "the last table" not in text
    assert "| layout: natural |" in text
    document.write_text("no markers", encoding="utf-8")
    with pytest.raises(ArgumentError, match=r"d\.md has no table"):
        write_table(document, load_rows())


def test_bounds_are_upper_limits_and_use_the_many_swapped_golds() -> None:
    for layout in ("natural", "structured"):
        missed, invented = error_bounds(layout=layout)
        assert load_rates(layout=layout)[0] <= missed == load_rates(layout=layout, limit="high")[0]
        assert 0 < invented < load_rates(layout=layout, limit="high")[1]
