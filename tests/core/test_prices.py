"""Prices: snapshots have their model's price, variants have not, and a user's file wins."""

from pathlib import Path

import pytest

from mirror_inspect.errors import ArgumentError
from mirror_inspect.prices import PRICES_VARIABLE, Price, PriceTable, load_prices

TABLE = PriceTable("today", {"gpt-5": Price(1, 8), "gpt-5-mini": Price(0.2, 2), "opus-5": Price(5, 25)})


@pytest.mark.parametrize(
    ("model", "price"),
    [
        ("openai/gpt-5", Price(1, 8)),
        ("openai/gpt-5-2025-08-07", Price(1, 8)),
        ("openrouter/openai/GPT-5-latest", Price(1, 8)),
        ("openai/gpt-5-mini-2025-08-07", Price(0.2, 2)),
        ("openai/gpt-5-pro", None),
        ("openai/gpt-5.1", None),
        ("openai/gpt-50", None),
        ("vertex/opus-5@20260101", Price(5, 25)),
        ("simulated/calibrated", None),
    ],
)
def test_a_snapshot_has_the_price_of_its_model_and_a_variant_has_none(model: str, price: Price | None) -> None:
    assert TABLE.find(model) == price


def test_cost_is_per_million_tokens() -> None:
    assert Price(2.5, 10).cost(1_000_000, 500_000) == pytest.approx(7.5)
    assert Price(2.5, 10).cost(0, 0) == 0


def test_packaged_prices_load_and_output_never_costs_less_than_input() -> None:
    table = load_prices()
    assert table.as_of
    assert table.find("openai/gpt-4o") == Price(2.5, 10)
    assert all(p.output >= p.input > 0 for p in table.prices.values())


def test_a_users_file_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("models: {gpt-4o: [1, 2], my-model: [0.5, 0.5]}\n", encoding="utf-8")
    monkeypatch.setenv(PRICES_VARIABLE, str(file))
    table = load_prices()
    assert table.find("openai/gpt-4o") == Price(1, 2)
    assert table.find("vllm/my-model") == Price(0.5, 0.5)
    assert table.find("openai/gpt-4o-mini") == load_prices(None).find("openai/gpt-4o-mini")


@pytest.mark.parametrize(
    "text",
    ["", "models: 3", "models: {a: 1}", "models: {a: [1]}", "models: {a: [1, -2]}", "{", "models: {a: [.nan, 1]}",
     "!!python/object/apply:os.system ['true']"],
)  # fmt: skip
def test_a_file_of_another_shape_is_refused_by_name(text: str, tmp_path: Path) -> None:
    file = tmp_path / "prices.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ArgumentError, match=r"prices\.yaml"):
        load_prices(file)


def test_a_missing_file_is_refused() -> None:
    with pytest.raises(ArgumentError, match="cannot be read"):
        load_prices("nowhere/prices.yaml")
