"""What may be wrong with a game of hidden hands, its log, or a formula about it."""

from __future__ import annotations

from sleuth.core.errors import SleuthError


class DealError(SleuthError, ValueError):
    """Hands that do not add up, or a card in two places."""


class LogError(SleuthError, ValueError):
    """A line of a log cannot be read, or tells what the rules forbid; `line` is its number, from 1."""

    def __init__(self, line: int, message: str) -> None:
        self.line = line
        super().__init__(f"line {line}: {message}" if line else message)


class FormulaError(SleuthError, ValueError):
    """A text is no formula; `place` is the character where it goes wrong, from 1."""

    def __init__(self, place: int, message: str) -> None:
        self.place = place
        super().__init__(f"formula, character {place}: {message}")


class NoWorldError(SleuthError, ValueError):
    """No deal agrees with everything that was told."""


class TooManyWorldsError(SleuthError, MemoryError):
    """More worlds, or more work, than can be gone through."""


class OutOfTimeError(SleuthError, TimeoutError):
    """The time was up before there was anything to tell."""
