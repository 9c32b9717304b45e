"""How values of a game are written when the game has no `format` hook of its own."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Any


def format_code(code: Sequence[int], symbols: int) -> str:
    """A code as its symbols run together (`0012`); with dots past ten symbols (`0.11.3`)."""
    return ("" if symbols <= 10 else ".").join(map(str, code))


def parse_code(text: str, length: int, symbols: int) -> tuple[int, ...] | None:
    """The code that `text` stands for, or `None` if it is not one of this length and alphabet."""
    text = text.strip()
    parts = text.split(".") if "." in text else text.split() if " " in text else list(text)
    if not (symbols <= 10 or "." in text or " " in text or length == 1):
        return None
    if symbols > 10 and length == 1 and "." not in text:
        parts = [text]
    if len(parts) != length or not all(p.isascii() and p.isdigit() for p in parts):
        return None
    code = tuple(map(int, parts))
    return code if all(s < symbols for s in code) else None


def format_plain(value: Any) -> str:
    """An action or a secret of a game that says nothing about writing: short, stable, and readable."""
    if isinstance(value, tuple) and value and all(type(v) is int for v in value):
        return ("" if all(0 <= v <= 9 for v in value) else ".").join(map(str, value))
    return format_answer(value)


def format_answer(value: Any) -> str:
    """A feedback of a game that says nothing about writing: a tuple is written with dots (`1.2`)."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "none"
    if isinstance(value, Enum):
        return format_answer(value.value)
    if isinstance(value, frozenset):
        return ",".join(sorted(map(format_answer, value)))
    if isinstance(value, tuple):
        dots = all(type(v) is int for v in value)
        return ("." if dots else ",").join(map(format_answer, value))
    return str(value)


def shorten(text: str, width: int = 60) -> str:
    """At most `width` characters, for use inside an error message."""
    return text if len(text) <= width else text[: width - 1] + "…"


def listing(texts: Sequence[str], most: int = 8) -> str:
    """A short enumeration: `a, b, c and 12 more`."""
    shown = ", ".join(texts[:most])
    return shown if len(texts) <= most else f"{shown} and {len(texts) - most:,} more"


def plural(n: int | float, word: str, many: str | None = None) -> str:
    """`1 secret`, `1,296 secrets`."""
    return f"{n:,.0f} {word if n == 1 else many or word + 's'}"
