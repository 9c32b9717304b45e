"""Text from people and for people: numbers that are read, values that are written, lines that fit on a screen."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from enum import Enum
from typing import Any

MAX_DIGITS = 18
"""A whole number of more digits is a slip: no game counts that far, and 18 digits fit in 64 bits."""
MAX_LINE = 400
"""An error has at most so many signs, whatever input it repeats."""
_REAL = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,4})?")


def whole_number(text: str, least: int = 0, most: int = 10**MAX_DIGITS - 1) -> int | None:
    """The whole number that `text` writes in the digits 0 to 9, or `None` if it is none from `least` to `most`.

    >>> whole_number(" 12 "), whole_number("-3", -5), whole_number("7", most=6), whole_number("²"), whole_number("1_0")
    (12, -3, None, None, None)
    """
    text = text.strip(" \t\r\n")
    digits = text.removeprefix("-") if least < 0 else text
    if not (digits.isascii() and digits.isdigit() and len(digits) <= MAX_DIGITS):
        return None
    number = int(text)
    return number if least <= number <= most else None


def real_number(text: str, infinite: bool = False) -> float | None:
    """The number that `text` writes, or `None` if it is none: never a NaN, and infinity only by name, where allowed.

    >>> real_number("0.5"), real_number("1e999"), real_number("nan"), real_number("inf"), real_number("inf", True)
    (0.5, None, None, None, inf)
    """
    text = text.strip(" \t\r\n")
    if infinite and text.lower() in ("inf", "+inf", "-inf", "infinity"):
        return float(text)
    if len(text) > MAX_LINE or not _REAL.fullmatch(text):
        return None
    number = float(text)
    return number if math.isfinite(number) else None


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
    if len(parts) != length:
        return None
    code = tuple(number for part in parts if (number := whole_number(part, 0, symbols - 1)) is not None)
    return code if len(code) == length else None


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


def one_line(text: str, most: int = MAX_LINE) -> str:
    """A text as one line that any screen can print: control signs are made visible, and a long text loses its middle.

    The end stays, since that is where an error says what would be right.

    >>> one_line("a\\nb\\x00")
    'a\\\\nb\\\\x00'
    >>> one_line("x" * 99 + "!", 10)
    'xxxxx…xxx!'
    """
    if len(text) > most:
        head, tail = most // 2, most - most // 2 - 1
        text = f"{text[:head]}…{text[len(text) - tail :]}"
    if text.isprintable():
        return text
    shown = "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)
    return shown if len(shown) <= most else one_line(shown, most)


def listing(texts: Sequence[str], most: int = 8) -> str:
    """A short enumeration: `a, b, c and 12 more`."""
    shown = ", ".join(texts[:most])
    return shown if len(texts) <= most else f"{shown} and {len(texts) - most:,} more"


def capital(text: str) -> str:
    """The text with a capital first letter, as at the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def several(word: str) -> str:
    """The plural of a noun that has a regular one: `codes`, `boxes`, `cities`."""
    if word.endswith("y") and word[-2:-1] not in tuple("aeiou"):
        return f"{word[:-1]}ies"
    return f"{word}es" if word.endswith(("s", "x", "z", "ch", "sh")) else f"{word}s"


def plural(n: int | float, word: str, many: str | None = None) -> str:
    """`1 secret`, `1,296 secrets`."""
    return f"{n:,.0f} {word if n == 1 else many or several(word)}"
