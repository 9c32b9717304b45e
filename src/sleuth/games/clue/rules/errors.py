"""What may be wrong with a game of hidden hands, its log, or a formula about it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sleuth.core.errors import SleuthError


class DealError(SleuthError, ValueError):
    """Hands that do not add up, or a card in two places."""


class LogError(SleuthError, ValueError):
    """A line of a log cannot be read, or tells what the rules forbid; `line` is its number, from 1."""

    def __init__(self, line: int, message: str) -> None:
        self.line, self.message = line, message
        super().__init__(f"line {line}: {message}" if line else message)


class UnfinishedLogError(LogError):
    """The first lines of a log are not all there yet."""


@contextmanager
def at_line(number: int) -> Iterator[None]:
    """What is wrong inside is wrong with this line of a log, unless it names one."""
    try:
        yield
    except SleuthError as error:
        if isinstance(error, LogError) and error.line:
            raise
        raise LogError(number, str(error)) from error


def log_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a log with their numbers, from 1; comments (`#`) and empty lines are left out."""
    for number, whole in enumerate(text.split("\n"), 1):
        if line := whole.partition("#")[0].strip():
            yield number, line


class FormulaError(SleuthError, ValueError):
    """A text is no formula; `place` is the character where it goes wrong, from 1."""

    def __init__(self, place: int, message: str) -> None:
        self.place = place
        super().__init__(f"formula, character {place}: {message}")


class NoWorldError(SleuthError, ValueError):
    """No deal agrees with everything that was told."""

    def __init__(self, message: str = "no deal agrees with everything that was told") -> None:
        super().__init__(message)


class TooManyWorldsError(SleuthError, MemoryError):
    """More worlds, or more work, than can be gone through."""


class OutOfTimeError(SleuthError, TimeoutError):
    """The time was up before there was anything to tell."""
