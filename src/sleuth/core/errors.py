"""One tree of errors. Each says what was wrong, where, and what would be right."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any, TypeVar

from sleuth.core.text import listing, one_line, shorten

E = TypeVar("E", bound="SleuthError")


class SleuthError(Exception):
    """The root of every error that Sleuth raises on purpose. Its text is one line of bounded length."""

    def __str__(self) -> str:
        return one_line(super().__str__())

    def __reduce__(self) -> tuple[Any, ...]:
        """Errors travel between processes, whatever arguments their class is made with."""
        return _restored, (type(self), self.args, self.__dict__)


def _restored(kind: type[E], arguments: tuple[Any, ...], attributes: dict[str, Any]) -> E:
    error = kind.__new__(kind, *arguments)
    error.__dict__.update(attributes)
    return error


class ParameterError(SleuthError, ValueError):
    """A game or a strategy was given a parameter that it cannot take."""


class SpecError(SleuthError, ValueError):
    """A spec string is malformed."""


class UnknownNameError(SleuthError, ValueError):
    """No game or strategy has this name."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        self.kind, self.name = kind, name
        names = sorted(known)
        self.nearest = tuple(get_close_matches(shorten(name).lower(), names, n=3, cutoff=0.5))
        hint = f"did you mean {' or '.join(self.nearest)}?" if self.nearest else f"known: {listing(names, 24)}"
        super().__init__(f"there is no {kind} called {shorten(name)!r}; {hint}")


class ActionError(SleuthError, ValueError):
    """A text is no action of the game, or the action is not legal now."""


class FeedbackError(SleuthError, ValueError):
    """A text is no feedback of the game."""


class SecretError(SleuthError, ValueError):
    """A text is no secret of the game."""


class HistoryError(SleuthError, ValueError):
    """A history is malformed."""


class ContradictionError(SleuthError, ValueError):
    """No secret explains the history; `step` is the first impossible step, counted from 1."""

    def __init__(self, step: int, action: str, feedback: str, before: int | float) -> None:
        self.step, self.action, self.feedback = step, action, feedback
        left = f"{before:,.0f} secret{'s were' if before != 1 else ' was'} possible before it"
        super().__init__(
            f"step {step} ({action}={feedback}) is impossible: {left}, and none gives that answer; "
            "check this answer and those before it"
        )


class StarvedError(SleuthError, RuntimeError):
    """A sampled information set found no secret that explains the history; there may be none."""


class LawError(SleuthError, TypeError):
    """A game's law raised, or returned something that cannot be a feedback."""


class TooLargeError(SleuthError, MemoryError):
    """A game has more secrets (or a larger table) than fits in memory."""


SAMPLE = "use the sampled information set (--belief sampled of assist, play, watch, replay and grade)"
"""What helps where a game is too large: not every door takes it, so those that do are named."""


class StuckError(SleuthError, RuntimeError):
    """The goal cannot be reached: nothing that may be asked tells the remaining secrets apart."""


class WordListError(SleuthError, ValueError):
    """A word file is missing, empty, not text, or has a line that is no word."""


class RecordError(SleuthError, ValueError):
    """A text is no record of a play."""


class TreeError(SleuthError, ValueError):
    """A file is no tree of a strategy, or not of this game; or a certificate does not prove what it says."""


class MissingExtraError(SleuthError, ImportError):
    """What was asked for needs a package that is not installed; the message says how to install it."""


class AgentError(SleuthError, RuntimeError):
    """Somebody's agent cannot be asked: its program does not run, is silent, or says what cannot be read."""


class MemberError(SleuthError, TypeError):
    """A class takes a name that means something to Sleuth, without having declared it or as something else."""


class ConformanceError(SleuthError, AssertionError):
    """A game, information set or strategy breaks the contract; the message names the offending case."""
