"""The fact list: what is shipped is what the tables say, and search ranks by shared words, deterministically."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mirror_inspect.bank.facts import Fact, load_facts, read_table, search
from mirror_inspect.bank.write_facts import all_facts


def test_the_shipped_list_is_what_the_tables_support():
    assert load_facts() == all_facts()


def test_there_are_enough_facts_each_with_a_source_and_none_twice():
    facts = load_facts()
    assert len(facts) >= 800
    assert len({f.fact for f in facts}) == len(facts)
    assert all(f.topic and f.source and f.license for f in facts)


@pytest.mark.parametrize(
    ("query", "part"),
    [
        ("What is the capital of Peru?", "Lima"),
        ("which year was the Battle of Hastings", "1066"),
        ("who painted Guernica?", "Pablo Picasso"),
        ("melting point of gallium", "30 °C"),
        ("keys on a piano", "88"),
        ("countries that border Zambia", "Zimbabwe"),
        ("When was Mozart born?", "1756"),
        ("value of the Avogadro constant", "6.02214e+23"),
    ],
)
def test_search_finds_the_fact_first_or_among_three(query, part):
    assert any(part in f.fact for f in search(query))


@pytest.mark.parametrize("query", ["", "   ", "the of and", "qqqzzz"])
def test_search_returns_nothing_when_no_word_is_shared(query):
    assert search(query) == ()


def test_limit_bounds_the_result():
    assert len(search("capital", limit=5)) == 5
    assert search("capital", limit=0) == ()
    assert search("capital", limit=5)[:2] == search("capital", limit=2)


@given(st.text(max_size=60))
def test_search_takes_any_text_and_repeats_itself(query):
    found = search(query)
    assert len(found) <= 3
    assert all(isinstance(f, Fact) for f in found)
    assert found == search(query)


def by_number():
    return [(k, r["number"]) for r in read_table("facts_numbers_b.csv") for k in r["keys"].split("|")]


def test_counts_typed_by_thing_agree_with_counts_typed_by_number():
    keys = by_number()
    for r in read_table("facts_numbers_a.csv"):
        assert [n for k, n in keys if k in r["thing"]] == [r["number"]], r["thing"]


def test_works_typed_one_by_one_agree_with_works_typed_by_creator():
    made = {w: r["creator"] for r in read_table("facts_works_b.csv") for w in r["works"].split("|")}
    assert {r["work"]: r["creator"] for r in read_table("facts_works_a.csv")} == made


def test_events_agree_with_the_chronicle_one_to_one():
    chronicle = [(r["key"], r["year"]) for r in read_table("facts_history_b.csv")]
    assert [y for _, y in chronicle] == sorted((y for _, y in chronicle), key=int)
    for r in read_table("facts_history_a.csv"):
        assert [y for k, y in chronicle if k in r["event"]] == [r["year"]], r["event"]


def test_life_dates_agree_with_wordnet():
    second = {r["name"]: (r["born"], r["died"]) for r in read_table("facts_people_b.csv")}
    assert {r["name"]: (r["born"], r["died"]) for r in read_table("facts_people_a.csv")} == second


def test_hand_typed_tables_are_large_enough():
    sizes = {n: len(read_table(f"facts_{n}_a.csv")) for n in ("history", "people", "works", "numbers", "words")}
    assert min(sizes.values()) >= 80, sizes
