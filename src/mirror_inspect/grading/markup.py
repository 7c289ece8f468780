"""LaTeX, markdown and code fences turned into plain text in which only emphasis is still marked."""

import re
from typing import Final

BOLD_ON: Final = "\x01"
BOLD_OFF: Final = "\x02"

_FENCE: Final = re.compile(
    r"^[ \t>]{0,8}```[ ]?([\w+#.-]{0,20})[^\n]{0,80}\n(.*?)(?:^[ \t>]{0,8}```[ \t]*$|\Z)", re.MULTILINE | re.DOTALL
)
_PROSE_FENCES: Final = frozenset(
    {"", "text", "txt", "plaintext", "markdown", "md", "json", "yaml", "xml", "latex", "math", "tex"}
)
_DOUBLE: Final = re.compile(r"\$\$([^$]{1,2000})\$\$")
_SINGLE: Final = re.compile(r"(?<![\\$\w])\$(?=[^\s$])([^$\n]{0,400}?[^\s$\\])\$(?![\d$])")
_FRACTION: Final = re.compile(r"\\[dtc]?frac\s?\{([^{}]{1,80})\}\s?\{([^{}]{1,80})\}")
_SHORT_FRACTION: Final = re.compile(r"\\[dtc]?frac\s?(\d)\s?(\d)")
_ROOT: Final = re.compile(r"\\sqrt\s?\{([^{}]{1,80})\}")
_TEXT: Final = re.compile(
    r"\\(?:text|textrm|textnormal|mathrm|mathit|operatorname|mbox|textit|emph|mathsf|texttt)\s?\{([^{}]{0,400})\}"
)
_BOLD_COMMAND: Final = re.compile(r"\\(?:textbf|mathbf|boldsymbol|bm)\s?\{([^{}]{0,400})\}")
_COMMANDS: Final = {
    r"\times": "×", r"\cdot": "×", r"\div": "/", r"\pm": "±", r"\approx": "≈", r"\pi": "π", r"\infty": "∞",
    r"\circ": "°", r"\left": "", r"\right": "", r"\quad": " ", r"\qquad": " ", r"\ldots": "...", r"\dots": "...",
    r"\degree": "°", r"\to": "→",
    r"\rightarrow": "→", r"\Rightarrow": "→", r"\leq": "<=", r"\geq": ">=", r"\le": "<=", r"\ge": ">=", r"\neq": "≠",
    r"\therefore": "Therefore", r"\displaystyle": "", r"\euro": "€", r"\pounds": "£", r"\prime": "'", r"\minus": "-",
    r"\rarr": "→", r"\longrightarrow": "→", r"\land": " and ", r"\lor": " or ", r"\sim": "~", r"\equiv": "=",
}  # fmt: skip
_COMMAND: Final = re.compile(r"\\[A-Za-z]{2,16}")
_BOLD: Final = re.compile(r"\*\*\*?(?=\S)([^\n*]{1,600}?(?:\*(?!\*)[^\n*]{1,200}?){0,4})\*\*\*?"
    r"|__(?=\S)([^\n_]{1,600}?)__(?!\w)"
    r"|<(?:b|strong|mark|u)>([^<\n]{1,600}?)</(?:b|strong|mark|u)>", re.IGNORECASE)  # fmt: skip
_ITALIC: Final = re.compile(
    r"(?<![\w*\\])\*(?=[^\s*])([^*\n]{1,300}?)(?<=[^\s*])\*(?![\w*])"
    r"|(?<![\w\\])_(?=[^\s_])([^_\n]{1,300}?)(?<=[^\s_])_(?!\w)"
)
_HTML: Final = re.compile(
    r"</?(?:p|br|div|span|i|em|ul|ol|li|h[1-6]|table|tr|td|th|tbody|thead|code|pre|sup|sub|a|hr)(?:\s[^<>]{0,200})?/?>",
    re.IGNORECASE,
)
_LINK: Final = re.compile(r"!?\[([^\[\]\n]{0,200})\]\((?:https?:|/|#)[^()\s]{0,400}\)")


def without_programs(body: str) -> str:
    """Drop fenced blocks in a programming language; keep the text of other fences."""
    if "```" not in body:
        return body
    return _FENCE.sub(_fenced, body).replace("```", "")


def _fenced(match: re.Match[str]) -> str:
    """A program is dropped; prose stays, and so does a bare value whatever language it is marked as."""
    prose = match.group(1).lower() in _PROSE_FENCES or re.search(r"[A-Za-z_]{2}", match.group(2)) is None
    return match.group(2) if prose else "\n"


def boxed(body: str) -> tuple[str, ...]:
    r"""Return the contents of the last ``\boxed{...}`` with balanced braces, in order."""
    found = []
    for match in [*re.finditer(r"\\boxed ?(?=\{)", body)][-16:]:
        depth = 0
        for i in range(match.end(), min(len(body), match.end() + 1000)):
            depth += (body[i] == "{") - (body[i] == "}")
            if depth == 0:
                found.append(body[match.end() + 1 : i])
                break
    return tuple(found)


def without_latex(text: str) -> str:
    """Return LaTeX as plain text: fractions as ``a/b``, math delimiters and layout commands gone."""
    if "\\" not in text and "$" not in text and "^{" not in text:
        return text
    text = text.replace("\\$", "\x03").replace("\\%", "%").replace("\\#", "#").replace("\\&", "&").replace("\\_", "_")
    text = re.sub(r"\\[()\[\]]|\\begin\{\w{1,12}\*?\}|\\end\{\w{1,12}\*?\}", " ", text)
    text = re.sub(r"\\[,;:! ]|\\\\", " ", text).replace("{,}", ",").replace("~", " ") if "\\" in text else text
    text = _DOUBLE.sub(r" \1 ", text)
    text = _SINGLE.sub(r"\1", text)
    for _ in range(3):
        if "\\" not in text:
            break
        text = _TEXT.sub(r" \1", text)
        text = re.sub(r"(\d)\s?(\\[dtc]?frac)", r"\1 \2", text)
        text = _FRACTION.sub(_ratio, text)
        text = _SHORT_FRACTION.sub(r"\1/\2", text)
        text = _ROOT.sub(r"√(\1)", text)
    text = re.sub(r"\^\s?\{?\\circ\}?", "°", text)
    text = _COMMAND.sub(lambda m: _COMMANDS.get(m.group(), m.group()), text)
    text = re.sub(r"\^\{([^{}]{1,20})\}", r"^\1", text)
    return text.replace("\x03", "$")


def _ratio(match: re.Match[str]) -> str:
    top, bottom = match.group(1).strip(), match.group(2).strip()
    simple = re.compile(r"-?[\w.]+\Z")
    top = top if simple.match(top) else f"({top})"
    bottom = bottom if simple.match(bottom) else f"({bottom})"
    return f"{top}/{bottom}"


def marked(body: str) -> str:
    """Return plain text in which bold spans stand between ``BOLD_ON`` and ``BOLD_OFF``; other markup is gone."""
    body = body.replace(BOLD_ON, "").replace(BOLD_OFF, "").replace("\x03", "")
    body = re.sub(r"~~[^~\n]{1,300}~~", " ", without_programs(body))
    body = re.sub(r"\\boxed\s?\{", r"\\textbf{", body)
    body = without_latex(body)
    if "\\" in body:
        body = _BOLD_COMMAND.sub(BOLD_ON + r"\1" + BOLD_OFF, body)
    if "<" in body:
        body = re.sub(r"<br ?/?>", "\n", body)
        body = _HTML.sub(" ", body)
    if "[" in body:
        body = _LINK.sub(r"\1", body)
    body = _BOLD.sub(lambda m: BOLD_ON + (m.group(1) or m.group(2) or m.group(3)).strip() + BOLD_OFF, body)
    body = _ITALIC.sub(lambda m: m.group(1) or m.group(2), body)
    body = re.sub(r"^[ \t]{0,4}(?:>[ \t]?){1,4}", "", body, flags=re.MULTILINE)
    return re.sub(r"[ \t]{2,}", " ", body.replace("`", "").replace("**", ""))


def unmarked(text: str) -> str:
    """Return text without emphasis marks."""
    return text.replace(BOLD_ON, "").replace(BOLD_OFF, "")
