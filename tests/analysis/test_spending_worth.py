"""Costs, efficiency and worth by hand; prices are facts with a date and a source, or they are not given."""

from pathlib import Path

import pytest
from synthetic import component, single, subject

from mirror_inspect.analysis.absent import absent
from mirror_inspect.analysis.repeats import repeats
from mirror_inspect.analysis.rows import Rows
from mirror_inspect.analysis.spending import Price, Spending, load_prices, pareto, price_of, spending
from mirror_inspect.analysis.subject import Usage
from mirror_inspect.analysis.worth import worth
from mirror_inspect.errors import ArgumentError
from mirror_inspect.metrics.estimate import Estimate
from mirror_inspect.observation import Status
from mirror_inspect.taxonomy import Channel, Condition, Paradigm

P1, C1 = Paradigm.AUTONOMOUS, Condition.UNINFORMED


def way(success: float, tokens: float | None) -> Spending:
    return Spending("m", "P1", "C1", Estimate(success), tokens, None, 0.0)


def test_only_undominated_ways_of_working_are_efficient() -> None:
    rows = pareto([way(0.9, 100), way(0.8, 50), way(0.8, 60), way(0.95, None), way(0.9, 100)])
    assert [r.efficient for r in rows] == [True, True, False, False, True]


def test_cost_is_tokens_times_price_and_unknown_models_get_none() -> None:
    rows = [component(f"t{i}", correct=True) for i in range(10)]
    usage = (Usage("P1", "C1", 10, 1_000_000, 100_000, 5.0),)
    who = subject(*rows, usage=usage)
    price = Price(input=2.0, output=10.0, date="2026-01-01", source="test")
    (row,) = spending([who], {"subject": price})
    # 2 USD read, 1 USD written, for ten components: 300 USD per thousand.
    assert row.usd == pytest.approx(300)
    assert row.tokens == pytest.approx(110_000)
    assert row.seconds == pytest.approx(0.5)
    assert spending([who], {})[0].usd is None
    silent = subject(*rows, usage=(Usage("P1", "C1", 10, None, None, 5.0),))
    assert spending([silent], {"subject": price})[0].usd is None


def test_the_shipped_prices_have_dates_and_a_users_file_wins(tmp_path: Path) -> None:
    shipped = load_prices()
    assert shipped
    assert all(p.date.startswith("20") and p.source.startswith("https://") for p in shipped.values())
    assert price_of("openai/gpt-4o", shipped) == shipped["gpt-4o"]
    assert price_of("openai/gpt-4o-2099", shipped) is None
    own = tmp_path / "own.yaml"
    own.write_text('gpt-4o: {input: 1, output: 1, date: "2026-01-01", source: "invoice"}\n')
    assert load_prices(own)["gpt-4o"].input == 1
    for bad in ("- a list", "gpt-4o: {input: -1, output: 1, date: x, source: y}", "gpt-4o: {input: 1}", "{: ]"):
        own.write_text(bad)
        with pytest.raises(ArgumentError, match=r"own\.yaml"):
            load_prices(own)


def test_worth_by_hand_with_a_resolver_that_answered() -> None:
    rows = [
        component("t0", correct=True),
        component("t1", correct=False),
        component("t2", decision="defer"),
        component("t3", decision="defer"),
        *(component(f"t{i}", paradigm="P3", decision="answer", correct=i == 2) for i in range(4)),
    ]
    resolved = Rows(
        single(f"t{i}A", Channel.NATURAL, i == 3, "estimation", phase="resolver", group=f"t{i}", slot="A").model_copy(
            update={"channel": "resolver", "paradigm": "P1", "condition": "C1"}
        )
        for i in (2, 3)
    )
    found = worth(subject(*rows, resolved=resolved), P1, C1)
    assert found.resolver.value == pytest.approx(0.5)
    assert found.measured.value == pytest.approx(2 / 4)
    assert found.break_even.value == pytest.approx(0.5)
    assert found.cost.value == pytest.approx((4 + 2 * 0.5) / 4)
    assert found.weighted_cfr.value == pytest.approx(1 / 4)
    assert worth(subject(*rows), P1, C1).measured.reason == "no_resolver"
    assert worth(subject(*rows), P1, Condition.OWN_SCORES).cost.reason == "not_run"


def test_missing_components_are_bounded_and_never_graded() -> None:
    rows = [component(f"t{i}", correct=i % 2 == 0) for i in range(8)]
    rows += [component(f"u{i}", status=Status.FAILED) for i in range(2)]
    (cell,) = absent(subject(*rows), n_resamples=200)
    assert cell.statuses == (("failed", 2),)
    assert cell.failure.complete.value == pytest.approx(4 / 8)
    assert cell.failure.conservative.value == pytest.approx(6 / 10)
    assert (cell.failure.bounds.low, cell.failure.bounds.high) == (pytest.approx(0.4), pytest.approx(0.6))
    assert absent(subject(*rows[:8])) == ()


def test_repeats_agree_as_often_as_pairs_do() -> None:
    rows = [component("t", correct=True, epoch=e, decision="proceed" if e < 3 else "defer") for e in (1, 2, 3)]
    rows = [r.model_copy(update={"correct": None}) if r.epoch == 3 else r for r in rows]
    # Of the three pairs of epochs one agrees.
    assert repeats(subject(*rows)).decisions.value == pytest.approx(1 / 3)
    assert repeats(subject(rows[0])).decisions.reason == "not_repeated"


@pytest.mark.parametrize(
    ("model", "name"),
    [
        ("openai/gpt-4o-2024-08-06", "gpt-4o"),
        ("anthropic/claude-sonnet-4-5-20250929", "claude-sonnet-4-5"),
        ("openai/gpt-5-turbo", None),
        ("openai/gpt-5.9", None),
    ],
)
def test_a_dated_snapshot_has_its_models_price_and_a_variant_has_none(model: str, name: str | None) -> None:
    shipped = load_prices()
    assert price_of(model, shipped) == (shipped[name] if name else None)
