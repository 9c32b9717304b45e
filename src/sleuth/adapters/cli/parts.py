"""`sleuth assist --action`: what each answer to a question would leave, as bars."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sleuth.adapters.cli.screen import Screen

if TYPE_CHECKING:
    from sleuth.app import PartsResult

WIDE = 32
"""Signs of the longest bar."""
MAX_SHOWN = 24
"""Answers with a line of their own."""


def tell_parts(screen: Screen, result: PartsResult) -> int:
    """What a question would tell, on the screen or as JSON; the exit code."""
    if screen.as_json:
        screen.json(result.as_json())
        return 0
    screen.show(f"{result.left_text}.", f"{result.action}: {' '.join(result.why)}", "")
    screen.show(*bar_lines(result), "", result.bits_story)
    return 0


def bar_lines(result: PartsResult) -> list[str]:
    """A bar for each answer, that first which leaves most: by how many it leaves, or by its chance in a sample."""
    shown = result.parts[:MAX_SHOWN]
    sizes = [part.candidates if result.exact else part.probability for part in shown]
    most = max(sizes, default=1) or 1
    wide = max((len(part.feedback) for part in shown), default=0)
    lines = []
    for part, size in zip(shown, sizes, strict=True):
        left = "found" if part.wins else f"{part.candidates:,}" if result.exact else ""
        lies = "" if part.lies_needed is None else f"  ({', '.join(f'{n:,}' for n in part.lies_needed)} by lies)"
        bar = "█" * max(1, round(WIDE * size / most))
        lines.append(f"  {part.feedback:>{wide}}  {bar:<{WIDE}}  {left:>7}  {100 * part.probability:5.1f}%{lies}")
    more = len(result.parts) - len(shown)
    return [*lines, *([f"  and {more} more"] if more else [])]
