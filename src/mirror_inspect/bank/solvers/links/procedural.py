"""Re-derive the procedural bridges from their texts."""

import re
from typing import Final

TIMES: Final = {"once": 1, "twice": 2, "three": 3, "four": 4, "five": 5}


def repeating_programme(text: str) -> str:
    """Run the steps with a program counter and one counter per repeat."""
    programme = re.search(r"step by step: (.+?)\. It starts with (\d+) ", text)
    if not programme:
        raise ValueError("no programme found")
    steps = [re.sub(r"^\(\d+\) ", "", s) for s in programme[1].split("; ")]
    value, at = int(programme[2]), 0
    left: dict[int, int] = {}
    while at < len(steps):
        step = steps[at]
        repeat = re.fullmatch(r"go through steps? (\d+)(?: to \d+)? (once|twice|three|four|five) more(?: times)?", step)
        if repeat:
            left.setdefault(at, TIMES[repeat[2]])
            if left[at]:
                left[at] -= 1
                at = int(repeat[1]) - 1
                continue
        elif step == "double what is there":
            value += value
        elif change := re.fullmatch(r"(add|remove) (\d+)", step):
            value += int(change[2]) if change[1] == "add" else -int(change[2])
        else:
            raise ValueError(f"step not understood: {step!r}")
        at += 1
    return str(value)


def rule_bound_log(text: str) -> str:
    """Filter the entries by one predicate per rule that stands in the text."""
    rules = re.search(r"The rules: (.+?)\. (?:Today|The stock)", text)
    stock = re.search(r"The stock was (\d+) ", text)
    log = re.search(r"The log of the day: (.+?)\. Going", text)
    if not (rules and stock and log):
        raise ValueError("no log found")
    limit = re.search(r"more than (\d+) at once", rules[1])
    total = int(stock[1])
    for entry in log[1].split("; "):
        clock, _, amount, *marks = entry.split(", ")
        number, verb = amount.split(" ", 1)
        incoming = verb in ("brought in", "put in", "returned")
        rejected = ["not signed" in marks]
        if "before 08:00" in rules[1]:
            rejected.append(not "08:00" <= clock <= "18:00")
        if limit:
            rejected.append(int(number) > int(limit[1]) and "signed twice" not in marks)
        if "marked as a duplicate" in rules[1]:
            rejected.append("marked as a duplicate" in marks)
        if "only what comes in" in rules[1] and "Today is a stocktaking day" in text:
            rejected.append(not incoming)
        if not any(rejected):
            total += int(number) if incoming else -int(number)
    return str(total)


def deciding_job(text: str) -> str:
    """Find the heaviest path in the graph of dependencies."""
    import networkx as nx

    times = re.search(r"in minutes: ([a-z0-9, ]+)\.", text)
    needs = re.search(r"any number of jobs at once, but (.+?)\. All else", text)
    if not (times and needs):
        raise ValueError("no jobs found")
    graph = nx.DiGraph()
    for job in times[1].split(", "):
        name, minutes = job.split(" ")
        graph.add_edge("start", name, weight=0)
        graph.add_edge(name, f"{name} done", weight=int(minutes))
    for line in needs[1].split("; "):
        found = re.fullmatch(r"(\w+) can only begin when (.+?) (?:is|are) finished", line)
        if not found:
            raise ValueError(f"dependency not understood: {line!r}")
        for earlier in found[2].split(" and "):
            graph.add_edge(f"{earlier} done", found[1], weight=0)
    return str(nx.dag_longest_path_length(graph))


CODES: Final = {
    "begins with a letter": r"[A-Z].*",
    "exactly two digits": r"[^\d]*\d[^\d]*\d[^\d]*",
    "no character occurs twice": r"(?!.*(.).*\1).*",
    "ends in a digit": r".*\d",
    "no vowel": r"[^AEIOU]*",
}


def valid_codes(text: str) -> str:
    """Match every code against one pattern per stated rule."""
    rules = re.search(
        r"only if all of this holds: (.+?)\. The codes are ([A-Z0-9, ]+)\. .*?(\d+) (?:grams|cents|seconds)", text
    )
    if not rules:
        raise ValueError("no codes found")
    active = [pattern for words, pattern in CODES.items() if words in rules[1]]
    if len(active) != len(rules[1].split("; ")):
        raise ValueError("a rule is not understood")
    valid = sum(all(re.fullmatch(p, code) for p in active) for code in rules[2].split(", "))
    return str(int(rules[3]) * valid)


def copy_errors(text: str) -> str:
    """Compare the two lists as sets of lines."""
    lists = re.search(r"The original: (.+?)\. The copy: (.+?)\. The order", text)
    price = re.search(r"costs (\d+) cents", text)
    if not (lists and price):
        raise ValueError("no lists found")
    return str(int(price[1]) * len(set(lists[1].split(", ")) - set(lists[2].split(", "))))
