"""A reply cut into statements, and the role each plays: pleasantry, working, conclusion, offer."""

import re
from dataclasses import dataclass
from typing import Final

from mirror_inspect.grading.markup import BOLD_OFF, BOLD_ON, marked

WINDOW_HEAD: Final = 6_000
WINDOW_TAIL: Final = 14_000
"""Longer replies are read at both ends only: an answer is stated first or last."""

MAX_STATEMENT: Final = 4_000
_BULLET: Final = re.compile(
    r"^[ \t>\x01]{0,12}(?:[-*+•▪◦‣–]|\(?\d{1,3}[.)]|\d{1,2}(?:st|nd|rd|th)[:.)]|\(?[a-zA-Z]\))[\x01\x02]?[ \t]+(?=\S)"
)
_HEADING: Final = re.compile(r"^[ \t>]{0,8}#{1,6}[ \t]*")
_BREAK: Final = re.compile(r"[.!?]+[\x01\x02\"')\]]{0,4}[ \t]+(?=[\x01\"'(\[]{0,3}[A-Z0-9$€£\u4e00-\u9fff])")
_ABBREVIATION: Final = re.compile(
    r"(?:^|[\s(\x01])(?:Mr|Mrs|Ms|Dr|Prof|St|Mt|Jr|Sr|vs|approx|ca|no|No|fig|Fig|eq|Eq|e\.g|i\.e|etc|cf|al|Vol|p"
    r"|pp|\d{1,3}"
    r"|[A-Z](?:\.[A-Z])*)$"
)
_OPENER: Final = re.compile(
    r"[\x01\"'(]*(?:The|This|That|These|It|He|She|They|We|You|I|So|Therefore|Thus|Hence|However|Here|Let|Because"
    r"|Since|In|If|To"
    r"|A(?!\.)|An|My|There|For|Option|Options|Explanation|Note|Both|Neither|All|None|And|But|When|As|By|At|On|Sure"
    r"|Hope)\b"
)
"""Words that open a sentence rather than follow an initial ("It is B. The others ..." against "by F. Scott ...")."""
_PLEASANTRY: Final = re.compile(
    r"(?:sure(?: thing)?|certainly|of course|absolutely|great|good|ok(?:ay)?|alright|hello|hi|thanks?|thank you"
    r"|happy to help"
    r"|i'd be happy|that(?:'s| is) an? (?:\w+ ){0,3}(?:question|one|puzzle|problem)"
    r"|this is an? (?:\w+ ){1,3}(?:question|puzzle)"
    r"|what an? (?:\w+ ){0,2}question|(?:great|good|excellent|interesting) (?:question|puzzle))\b"
    r"(?!\s+(?-i:[A-Z][a-z]))",
    re.IGNORECASE,
)
"""A courtesy at the start; followed by a capitalised word it opens a name or a title ("Great Expectations")."""
_WORKING: Final = re.compile(
    r"(?:to (?:find|determine|calculate|solve|answer|figure|compute|get|work|rank|compare|convert|see|do|order"
    r"|identify|decide|check"
    r"|complete|run|apply|perform|evaluate|begin|start|arrange|sort|understand)|first(?:ly)?,|first (?:we|i|find|add"
    r"|subtract|multiply|divide|convert|take|get|note|you"
    r"|calculate|step|let)|let'?s"
    r"|let us|let me|we(?:'re| are)? (?:given|need|can(?!'t| ?not)|know|have|start|first|want|must|look|use)|here(?:'s"
    r"| is"
    r"| are) (?:how|the (?:step|break|work|logic"
    r"|reason|calc|solution|process|expl)|a (?:step|break|quick|detailed)|my|why|what)|step \d"
    r"|start(?:ing)? (?:with|by|from)|begin|next,"
    r"|then,|now,|second(?:ly)?,|third(?:ly)?,|recall|note that|consider|suppose|assum|i(?:'ll| will| need"
    r"| have to| am going| can| first)\b"
    r"|in this (?:scenario|problem|question|exercise)|looking at|break(?:ing)? (?:it|this|down)|the (?:formula"
    r"|problem|question)\b"
    r"|there are (?:two|three|several|a few) (?:\w+ ){0,2}(?:ways|possib|steps|cases|interpret)|我们|首先"
    r"|start(?:ing)?\b|initial(?:ly)?\b|original(?:ly)?\b|the original\b|given\b|at first"
    r"|(?:\w+ ){1,3}starts? (?:with|facing|from|off|by)\b)",
    re.IGNORECASE,
)
_CONCLUSION: Final = re.compile(
    r"(?:so\b|total ?[:=]|therefore|thus|hence|in conclusion|in summary|to (?:sum|conclude|summari[sz]e)|overall"
    r"|consequently"
    r"|as a result|finally"
    r"|in total|altogether|this (?:gives|means|leaves|makes)|that (?:gives|means|leaves|makes)|conclusion\b"
    r"|in short|ultimately|accordingly"
    r"|∴|→|=>|the (?:final|correct) |final(?:ly)?\b|all in all|which (?:gives|means|leaves)|putting|因此|所以|故)",
    re.IGNORECASE,
)
_OFFER: Final = re.compile(
    r"(?:let me know|i hope|hope (?:this|that)|would you like|if you(?:'d| would| have| need| want)|feel free"
    r"|do you (?:want|need)|please let"
    r"|is there anything|happy to|good luck|have a (?:great|nice))",
    re.IGNORECASE,
)
_EXPLAINS: Final = re.compile(
    r"(?:here(?:'s| is| are)|explanation|reason|because|this is (?:because|since|due)|the reason|to see|why\b"
    r"|how\b|working|work\b|calculation"
    r"|steps?\b|solution|proof|check|verif|in detail|i (?:calculated|got|arrived|found|worked)|we (?:get|can"
    r"|calculate|find|know)|note|since|it (?:is|was)"
    r"|however|you can|that is because|details|background|method|logic|for (?:reference|context))",
    re.IGNORECASE,
)
_DANGLING: Final = re.compile(
    r"\b(?:the|a|an|of|and|or|to|is|are|was|were|be|we|that|which|while|with|by|for|from|in|at|as|if|when|because|but"
    r"|so|their|its|each|then|also|can|will|would|should|need|into|than|this|these|has|have)$",
    re.IGNORECASE,
)
"""The last word of a text that stops before its sentence does."""
_UNFINISHED: Final = re.compile(r"^[^.!?=≈\n]{60,}[a-z]$")
_OPEN_CLAUSE: Final = re.compile(r"[.!?] (?:If|When|Since|Because|Given|Assuming|Although|While) [^,.:;!?\n]{0,60}$")
_RESULT_LINE: Final = re.compile(
    r"[*_\x01\x02]{0,3}(?:(?:final|correct|sorted|new|resulting) )?(?:answer|result|ranking|ranked|order|sequence|list"
    r"|array|conclusion)"
    r"[*_\x01\x02]{0,3}:[^.!?=]{1,80}[\dA-Za-z]$",
    re.IGNORECASE,
)
"""A closing line of its own that names the result; it needs no full stop."""
_CHECKS: Final = re.compile(
    r"(?:(?:quick |sanity |double[- ])?check(?:ing)?(?::|\b.{0,30}:)|verif(?:y|ying|ication)\b|proof\b"
    r"|to (?:double[- ])?"
    r"(?:check|verify)\b|(?:we|you) can (?:double[- ])?(?:check|verify)|let'?s (?:double[- ])?(?:check|verify))",
    re.IGNORECASE,
)
_CAVEAT: Final = re.compile(
    r"(?:^|[,;.—–(]| -)? ?(?:(?:and )?(?:though|although|but|however|so),? )?(?:i (?:could|may|might) (?:well )?be "
    r"(?:wrong|mistaken|off|misremembering)(?: (?:here|about (?:this|that|it)))?"
    r"|i(?:'m| am) not (?:(?:entirely|completely|totally|absolutely|100%|fully|very|so|really) )?(?:sure|certain"
    r"|confident)"
    r"(?: (?:of|about) (?:this|that|it))?"
    r"|(?:please|you may want to|you might want to|it(?:'s| is) worth) (?:verify|verifying"
    r"|(?:double[- ])?check(?:ing)?)\b[^,.]{0,60}"
    r"|if i (?:remember|recall) (?:correctly|right(?:ly)?)|(?:to the best of|to) my knowledge|as far as i (?:know"
    r"|can tell)"
    r"|don't quote me on (?:this|that)|if i'm not mistaken|correct me if i'm wrong)(?:,? though)?[.!)]*$",
    re.IGNORECASE,
)
"""A trailing doubt about the answer given; it is no part of the answer."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence or line.

    Attributes:
        text: Its plain text, bullets and markup removed.
        strong: Spans of ``text`` that stood in bold; bold headings (ending in a colon) are left out.
        bullet: Whether it is a list item or table row.
        heading: Whether it is a heading.
        line: Number of the source line.
    """

    text: str
    strong: tuple[tuple[int, int], ...] = ()
    bullet: bool = False
    heading: bool = False
    line: int = 0

    @property
    def pleasantry(self) -> bool:
        """Whether it only greets or praises the question."""
        return len(self.text) < 160 and _PLEASANTRY.match(self.text) is not None

    @property
    def working(self) -> bool:
        """Whether it opens a derivation, so that its values are intermediate."""
        return _WORKING.match(self.text) is not None or self.text.endswith(":")

    @property
    def conclusion(self) -> bool:
        """Whether it is marked as drawing the conclusion."""
        return _CONCLUSION.match(self.text) is not None

    @property
    def offer(self) -> bool:
        """Whether it is a closing courtesy."""
        return _OFFER.match(self.text) is not None

    @property
    def checks(self) -> bool:
        """Whether it verifies an answer given before, so that its values are no answers."""
        return _CHECKS.match(self.text) is not None

    @property
    def explains(self) -> bool:
        """Whether it announces an explanation of what was said before."""
        return _EXPLAINS.match(self.text) is not None


def window(body: str) -> str:
    """Return the part of a long body that is read: its head and its tail."""
    if len(body) <= WINDOW_HEAD + WINDOW_TAIL:
        return body
    return body[:WINDOW_HEAD].rpartition("\n")[0] + "\n\n" + body[-WINDOW_TAIL:].partition("\n")[2]


def plain_statement(text: str, *, bullet: bool = False, heading: bool = False, line: int = 0) -> Statement:
    """Turn marked text into a statement, recording where its bold spans ended up."""
    out: list[str] = []
    spans: list[tuple[int, int]] = []
    start: int | None = None
    length = 0
    for piece in re.split(f"([{BOLD_ON}{BOLD_OFF}])", text.strip(" \t|")):
        if piece == BOLD_ON:
            start = length if start is None else start
        elif piece == BOLD_OFF:
            if start is not None and length > start:
                spans.append((start, length))
            start = None
        else:
            out.append(piece)
            length += len(piece)
    if start is not None and length > start:
        spans.append((start, length))
    joined = "".join(out)[:MAX_STATEMENT]
    caveat = _CAVEAT.search(joined, max(0, len(joined) - 160))
    if caveat:
        joined = joined[: caveat.start()]
        spans = [(a, min(b, len(joined))) for a, b in spans if a < len(joined)]
    kept = tuple(
        (a, b) for a, b in spans if not joined[a:b].rstrip().endswith(":") and not joined[b : b + 1].startswith(":")
    )
    return Statement(joined, kept, bullet, heading, line)


def split(body: str) -> tuple[Statement, ...]:
    """Cut a plain body (see ``fields.prepare``) into statements; a line that ends in a colon is joined to the next."""
    text = marked(window(body))
    found: list[Statement] = []
    pending = ""
    for number, raw in enumerate(text.split("\n")):
        line = raw.strip()
        if not line or re.fullmatch(r"[-=_*#|: \x01\x02]{1,200}", line):
            continue
        heading = _HEADING.match(line)
        bullet = _BULLET.match(line)
        if heading:
            line = line[heading.end() :]
        elif bullet:
            line = (BOLD_ON if BOLD_ON in bullet.group() and BOLD_OFF not in bullet.group() else "") + line[
                bullet.end() :
            ]
        is_bullet = bullet is not None or line.startswith("|")
        if heading:
            found.append(plain_statement(line, heading=True, line=number))
            continue
        if pending:
            line, pending = f"{pending} {line}", ""
        bare = line.replace(BOLD_ON, "").replace(BOLD_OFF, "").rstrip()
        if bare.endswith((":", "=", " is", " are", " be")) and len(bare) < 300:
            *whole, pending = sentences(line)
            found.extend(plain_statement(s, bullet=is_bullet, line=number) for s in whole)
            continue
        found.extend(plain_statement(s, bullet=is_bullet, line=number) for s in sentences(line))
    if pending:
        found.append(plain_statement(pending, line=text.count("\n")))
    said = [s for s in found if re.search(r"\w", s.text)]
    return tuple(said if len(said) <= 120 else [*said[:40], *said[-80:]])


def sentences(line: str) -> list[str]:
    """Split a line at sentence ends, not at abbreviations and initials."""
    pieces: list[str] = []
    start = 0
    open_bold = False
    for match in _BREAK.finditer(line):
        numbered = re.search(r"\d$", line[: match.start()]) is not None and match.start() - start >= 4
        abbreviated = _ABBREVIATION.search(line[max(start, match.start() - 16) : match.start()])
        initial = abbreviated is not None and re.search(r"(?:^|[\s(\x01])[A-Z]$", abbreviated.group()) is not None
        if (
            match.group()[0] == "."
            and abbreviated
            and not numbered
            and not (initial and _OPENER.match(line, match.end()))
        ):
            continue
        piece = line[start : match.end()].strip()
        pieces.append((BOLD_ON if open_bold else "") + piece)
        if BOLD_ON in piece or BOLD_OFF in piece:
            open_bold = piece.rfind(BOLD_ON) > piece.rfind(BOLD_OFF)
        start = match.end()
    rest = line[start:].strip()
    if rest:
        pieces.append((BOLD_ON if open_bold else "") + rest)
    return pieces


def looks_cut(body: str) -> bool:
    """Whether a long reply stops in the middle of a sentence, so that its last statement is no conclusion."""
    tail = body.rstrip()
    if tail.endswith((":", "=", "/", "×", "+", "(")):
        return True
    if len(tail[-400:].split()) >= 8 and _OPEN_CLAUSE.search(tail, max(0, len(tail) - 70)):
        return True
    unfinished = len(tail) < 400 and _WORKING.match(tail) and _UNFINISHED.fullmatch(tail)
    if len(tail[-400:].split()) >= 8 and (_DANGLING.search(tail, max(0, len(tail) - 12)) or unfinished):
        return True
    if len(tail) < 120 or (len(tail) < 180 and "\n" not in tail and not _BREAK.search(tail)):
        return False
    last = tail.rsplit("\n", 1)[-1].strip()
    if _RESULT_LINE.match(last):
        return False
    if tail.endswith((",", "(", "=", "+", "-", "×", ";", "/")):
        return True
    if tail.count("```") % 2 or tail.count("$$") % 2:
        return True
    if re.search(r"[.!?。%)\]}\"'*_`|>$°]\s*$", tail):
        return False
    ending = re.search(r"[=≈] ?[$€£]?[\d.,/]*\d ?([A-Za-z]*)$", last)
    if ending and (not ending.group(1) or len(re.findall(rf"\b{ending.group(1)}\b", tail)) > 1):
        return False
    return len(re.findall(r"\S+", last)) >= 4
