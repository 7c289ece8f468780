"""The colours of the report in light and dark, and the arithmetic of contrast that holds them to WCAG AA."""

from collections.abc import Mapping
from typing import Final

LIGHT: Final[Mapping[str, str]] = {
    "page": "#ffffff",
    "panel": "#f5f6f8",
    "text": "#1b1f24",
    "quiet": "#525a66",
    "line": "#c9ced6",
    "link": "#0b5fa5",
    "supported": "#0b5fa5",
    "refuted": "#6a3d9a",
    "inconclusive": "#525a66",
    "warning": "#8a3b00",
    "s1": "#0b5fa5",
    "s2": "#b3541e",
    "s3": "#2e7d32",
    "s4": "#6a3d9a",
    "s5": "#7a5d00",
    "s6": "#a3195b",
}
DARK: Final[Mapping[str, str]] = {
    "page": "#14171b",
    "panel": "#1d2228",
    "text": "#e8eaed",
    "quiet": "#a7b0bc",
    "line": "#414953",
    "link": "#7db8ee",
    "supported": "#7db8ee",
    "refuted": "#c3a3ee",
    "inconclusive": "#a7b0bc",
    "warning": "#f0a868",
    "s1": "#7db8ee",
    "s2": "#f0a070",
    "s3": "#7fcf8f",
    "s4": "#c3a3ee",
    "s5": "#dcc060",
    "s6": "#f08fbd",
}
"""Same names in both; every colour but ``line`` is used for text or marks on ``page`` and on ``panel``."""

BLACK, WHITE = "#101418", "#ffffff"
RISING: Final = ("#f2f0e6", "#d5e4d8", "#a9d2c9", "#6fb6b5", "#2c7f93", "#1f5c80", "#173a63")
"""Steps from 0 to 1."""
DIVERGING: Final = ("#8c3a06", "#a85c22", "#e9c9a4", "#f4f3ef", "#b5d0e4", "#2f78aa", "#114a78")
"""Steps from -1 to 1."""


def contrast(first: str, second: str) -> float:
    """Return the WCAG 2 contrast ratio of two colours such as ``#0b5fa5``, in [1, 21]."""
    a, b = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (a + 0.05) / (b + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def ink(background: str) -> str:
    """Return black or white, whichever is easier to read on a background."""
    return max((BLACK, WHITE), key=lambda c: contrast(c, background))


def step(value: float, *, diverging: bool = False) -> str:
    """Return the colour of a value in [0, 1], or in [-1, 1] where it diverges."""
    scale = DIVERGING if diverging else RISING
    place = (value + 1) / 2 if diverging else value
    return scale[max(0, min(len(scale) - 1, int(place * len(scale))))]


def variables(colours: Mapping[str, str]) -> str:
    """Return colours as CSS custom properties."""
    return "".join(f"--{name}:{colour};" for name, colour in colours.items())
