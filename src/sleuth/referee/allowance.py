"""How many steps a play is given where the game itself has no limit."""

from __future__ import annotations

from contextlib import suppress
from math import ceil, log2
from operator import index

from sleuth.app.set_cache import set_after
from sleuth.core.errors import ParameterError, SleuthError
from sleuth.core.game import Game
from sleuth.core.offers import count_of, repeats, rows_of
from sleuth.core.text import shorten
from sleuth.lab.baseline import MORE, TIMES
from sleuth.referee.numbering import silent_at_first

MAX_STEPS = 10_000
"""Steps that a play may be given: an agent sees a row for each."""


def checked_steps(max_steps: int | None) -> int | None:
    """How many steps somebody gives a play, if it may have so many."""
    if max_steps is None:
        return None
    number = whole_number(max_steps, "max_steps")
    if not 1 <= number <= MAX_STEPS:
        raise ParameterError(f"max_steps is from 1 to {MAX_STEPS:,}, not {shorten(str(number))}")
    return number


def whole_number(value: object, name: str) -> int:
    """A number that somebody gives, if it is a whole one; True is none."""
    if not isinstance(value, bool):
        with suppress(TypeError):
            return index(value)  # type: ignore[arg-type]
    raise ParameterError(f"{name} is a whole number, not {shorten(repr(value))}")


def step_allowance(game: Game) -> int:
    """The rows of a game, else enough steps for a fair player.

    Steps are estimated as if every question told as many bits as the best first one does; twice that and four more are
    given. Where no action is asked twice, there are no more steps than actions, and where everything is to be found as
    many. Where something is announced first, or the bits are too much to compute, a question is taken to tell one bit.
    """
    return min(_allowance(game), MAX_STEPS)


def _allowance(game: Game) -> int:
    rows = rows_of(game)
    if rows is not None:
        return rows
    if not silent_at_first(game):
        return _given(log2(max(2, count_of(game) or 2)))
    start = set_after(game)
    try:
        pace = float(start.outcomes().information.max())
    except SleuthError:
        pace = 1.0
    pace = pace if pace > 0 else 1.0
    given = _given(max(game.goal.left(start, pace).estimate, start.entropy / pace))
    if repeats(game):
        return given
    return len(start.actions) if game.goal.finds else min(given, len(start.actions))


def _given(estimate: float) -> int:
    return TIMES * ceil(estimate - 1e-9) + MORE
