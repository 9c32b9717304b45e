"""Keeping count of what was compared of a game, and of what was wrong."""

from __future__ import annotations

import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from types import FrameType
from typing import Any

from sleuth.core.errors import StuckError
from sleuth.core.game import Game

PATIENCE = 120.0
"""Seconds of CPU time that one call may take: it takes thousandths, and the first one may have to compile kernels."""
CLOSE = Fraction(1, 10**9)


@dataclass
class GameComparison:
    """What was compared of one game, and what was found wrong."""

    game: Game
    rng: Random
    patience: float = PATIENCE
    compared: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def check(self, what: str, right: bool, message: Callable[[], str] | str = "") -> None:
        """One thing that must hold."""
        self.compared[what] += 1
        if not right:
            self.wrong.append(f"{what}: {message() if callable(message) else message}")

    def equal(self, what: str, said: Any, own: Any) -> None:
        """Two things that must be equal."""
        self.check(what, said == own, lambda: f"{said}, not {own}")

    def near(self, what: str, said: float, own: Fraction | float) -> None:
        """Two numbers that must be equal, up to rounding where one of them was rounded."""
        self.check(what, close(said, own), lambda: f"{said!r}, not {float(own)!r}")

    def result(self, what: str, possible: bool, call: Callable[[], Any]) -> Any:
        """What a call returns; it must raise `StuckError` exactly where there is no way. `None` if it raised."""
        try:
            with _on_time(self.patience):
                value = call()
        except _Late:
            self.check(what, False, f"does not end within {self.patience:g} seconds of CPU time")
            return None
        except StuckError as error:
            self.check(what, not possible, f"StuckError though there is a way ({error})")
            return None
        except Exception as error:
            self.check(what, False, f"{type(error).__name__}: {error}")
            return None
        self.check(what, possible, "gives a result though there is no way")
        return value if possible else None


class _Late(BaseException):
    """A call takes too long. No `Exception`, so that nobody takes it for one of their own."""


@contextmanager
def _on_time(seconds: float) -> Iterator[None]:
    """Raise `_Late` where Python code takes too long; what a kernel takes, nobody can stop from here."""
    if not hasattr(signal, "SIGPROF") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def late(number: int, frame: FrameType | None) -> None:
        raise _Late

    before = signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def close(said: float, own: Fraction | float) -> bool:
    """Whether two numbers are equal, up to a billionth of them where they are no whole numbers."""
    exact, other = Fraction(said), Fraction(own)
    if exact.denominator == other.denominator == 1 and max(exact, other) < 1 << 53:
        return exact == other
    return abs(exact - other) <= CLOSE * abs(other)
