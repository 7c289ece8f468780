"""Write what the shipped bank says about itself: anchor set, digests, Croissant metadata, tables of the datasheet.

Run once whenever the files of the bank change: ``python -m mirror_inspect.bank.freeze data``.
"""

import hashlib
import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from mirror_inspect.bank.anchor import FILE as ANCHOR_FILE
from mirror_inspect.bank.anchor import write_anchor
from mirror_inspect.bank.croissant import croissant
from mirror_inspect.bank.load import FILES, Bank, load_bank
from mirror_inspect.errors import BankError

FACTS: Final = "facts.jsonl"
DIGESTS: Final = "digests.json"
CROISSANT: Final = "croissant.json"
DATASHEET: Final = "DATASHEET.md"
BEGIN, END = "<!-- computed by mirror_inspect.bank.freeze -->", "<!-- end of the computed part -->"


@dataclass(frozen=True, slots=True)
class FileDigest:
    """One file of the bank: its name, its records, its bytes and the SHA-256 over them."""

    name: str
    records: int
    size: int
    sha256: str


def digests(directory: Path) -> tuple[FileDigest, ...]:
    """Return the digest of every file of the bank in a directory, the facts and the anchor set included."""
    found = []
    for name in (*FILES, FACTS, ANCHOR_FILE):
        if (directory / name).is_file():
            data = (directory / name).read_bytes()
            records = len(json.loads(data)["items"]) if name == ANCHOR_FILE else data.count(b"\n")
            found.append(FileDigest(name, records, len(data), hashlib.sha256(data).hexdigest()))
    return tuple(found)


def digest_text(files: Sequence[FileDigest], bank: Bank) -> str:
    """Return the text of ``digests.json``."""
    seed = bank.questions[0].seed
    table = {f.name: {k: v for k, v in asdict(f).items() if k != "name"} for f in files}
    return json.dumps({"bank_digest": bank.digest, "seed": seed, "files": table}, indent=1) + "\n"


def datasheet_tables(files: Sequence[FileDigest], bank: Bank, directory: Path) -> str:
    """Return the computed part of the datasheet: files, questions by domain, licences of facts."""
    lines = ["| file | records | bytes | SHA-256 (first 16) |", "|---|---:|---:|---|"]
    lines += [f"| `{f.name}` | {f.records:,} | {f.size:,} | `{f.sha256[:16]}` |" for f in files]
    lines += ["", f"Seed {bank.questions[0].seed}, bank digest `{bank.digest}`.", ""]
    lines += ["| domain | questions | families | two-way | answer types |", "|---|---:|---:|---:|---|"]
    for domain in dict.fromkeys(q.domain for q in bank.questions):
        items = [q for q in bank.questions if q.domain is domain]
        kinds = ", ".join(f"{kind} {n}" for kind, n in Counter(q.answer_type.value for q in items).most_common())
        families = len({q.family for q in items})
        lines.append(f"| {domain} | {len(items)} | {families} | {sum(q.two_way for q in items)} | {kinds} |")
    lines += ["", "| facts from | licence | questions and components |", "|---|---|---:|"]
    sources = Counter((q.provenance, q.license) for q in bank.by_id.values() if q.provenance)
    lines += [f"| {source} | {license} | {n} |" for (source, license), n in sorted(sources.items())]
    lines += ["", f"| source of a fact in `{FACTS}` | licence | facts |", "|---|---|---:|"]
    lines += [f"| {source} | {license} | {n} |" for (source, license), n in sorted(_fact_sources(directory).items())]
    return "\n".join(lines)


def _fact_sources(directory: Path) -> Mapping[tuple[str, str], int]:
    rows = map(json.loads, (directory / FACTS).read_text(encoding="utf-8").splitlines())
    return Counter((row["source"], row["license"]) for row in rows)


def with_tables(text: str, tables: str) -> str:
    """Return the datasheet with its computed part replaced.

    Raises:
        BankError: the marks around the computed part are missing.
    """
    head, begin, rest = text.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not begin or not end:
        raise BankError(f"{DATASHEET} has lost the marks around its computed part")
    return f"{head}{BEGIN}\n\n{tables}\n\n{END}{tail}"


def documents(directory: Path) -> dict[str, str]:
    """Return the text every computed document must have, by file name."""
    bank = load_bank(str(directory))
    files = digests(directory)
    sheet = (directory / DATASHEET).read_text(encoding="utf-8")
    metadata = croissant({f.name: (f.sha256, f.size) for f in files}, seed=bank.questions[0].seed)
    return {
        DIGESTS: digest_text(files, bank),
        CROISSANT: json.dumps(metadata, indent=1, ensure_ascii=False) + "\n",
        DATASHEET: with_tables(sheet, datasheet_tables(files, bank, directory)),
    }


def main(directory: Path) -> None:
    """Write the anchor set and every computed document of a directory that holds the bank and its datasheet."""
    write_anchor(load_bank(str(directory)).questions, directory)
    for name, text in documents(directory).items():
        (directory / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
