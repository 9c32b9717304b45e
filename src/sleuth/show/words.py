"""Information sets in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sleuth.core.text import plural

if TYPE_CHECKING:
    from sleuth.belief.base import InformationSet

LARGE = 1e12
"""Estimates from here on are written in short: their last figures mean nothing."""

KEYBOARD = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
"""The letters, in the rows of a keyboard."""


def size_text(info: InformationSet, short: bool = False) -> str:
    """How many candidates are left: `72 candidates`, `about 4,700 candidates`, `an unknown number of candidates`.

    In short: `72`, `~4,700`, `?`.
    """
    if info.exact:
        return f"{info.size:,}" if short else plural(info.size, "candidate")
    estimate = info.estimated_size
    if estimate is None:
        return "?" if short else "an unknown number of candidates"
    if estimate >= LARGE:
        return f"~{estimate:.1e}" if short else f"about {estimate:.1e} candidates"
    return f"~{estimate:,.0f}" if short else f"about {plural(estimate, 'candidate')}"


def lies_text(kinds: Sequence[int]) -> str:
    """The candidates by the lies that they take: `8 with no lie, 5 with 1 lie`; empty where lies are not counted."""
    if len(kinds) < 2:
        return ""
    return ", ".join(f"{count:,} with {lies_name(lies)}" for lies, count in enumerate(kinds))


def lies_name(lies: int) -> str:
    """`no lie`, `1 lie`, `2 lies`."""
    return plural(lies, "lie") if lies else "no lie"


def bits_text(info: InformationSet) -> str:
    """What is missing: `6.17 bits`, and `at least` so many where nobody knows how many candidates there are."""
    known = info.exact or info.estimated_size is not None
    return f"{'' if known else 'at least '}{info.entropy:.2f} bits"


def capital(text: str) -> str:
    """The capitals, if there are as many (that of ß is two)."""
    return text.upper() if len(text.upper()) == len(text) else text
