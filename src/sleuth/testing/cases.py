"""What a game is checked on: everything that it lists, or what it draws if it is too large to list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from math import isqrt
from typing import Any

import numpy as np

from sleuth.core.capabilities import Draws
from sleuth.core.errors import TooLargeError
from sleuth.core.game import Action, Game, Secret
from sleuth.core.history import History
from sleuth.core.members import writes
from sleuth.core.offers import allows, axes_of, count_of, drawable, has_own, repeats
from sleuth.core.sequential import law
from sleuth.core.tabulate import MAX_SECRETS
from sleuth.testing.claims import attempt, claim, fail, show

MAX_LISTED = 100_000
"""Where secrets or actions can be drawn, there is no need to wait for a list of more than these."""
DRAWN = 300
"""How many secrets and actions stand for those of a game that is too large to list."""


@dataclass(frozen=True, eq=False)
class Cases:
    """The secrets and actions of a game, and how many cells of its table to look at."""

    game: Game
    secrets: list[Secret]
    actions: list[Action]
    all_secrets: bool
    """Whether `secrets` are all of them; else they were drawn."""
    all_actions: bool
    cells: int
    rng: np.random.Generator

    @cached_property
    def possible(self) -> list[Secret]:
        """The secrets that may occur."""
        return [s for s in self.secrets if self.game.prior(s) > 0]

    def some(self, values: Sequence[Any], most: int) -> list[Any]:
        """At most so many of the values: all in order, or else the first, the last and others at random."""
        if len(values) <= most:
            return list(values)
        inner = 1 + self.rng.choice(len(values) - 2, max(0, most - 2), replace=False)
        return [values[i] for i in [0, len(values) - 1, *inner.tolist()][:most]]

    def blocks(self) -> Iterator[tuple[list[Action], list[Secret]]]:
        """Parts of the table: the whole if it is small, else random cells; and some whole rows and columns."""
        actions, secrets, side = self.actions, self.secrets, isqrt(self.cells)
        if len(actions) * len(secrets) <= self.cells:
            yield actions, secrets
        else:
            width = min(len(secrets), max(side, self.cells // len(actions)))
            yield self.some(actions, self.cells // width), self.some(secrets, width)
        yield self.some(actions, 3), self.some(secrets, self.cells // 3)
        yield self.some(actions, self.cells // 3), self.some(secrets, 3)

    def play(self, steps: int = 4) -> tuple[Secret, History]:
        """A random secret, and a history of random legal actions that it answered."""
        game, history = self.game, History()
        secret = self.possible[int(self.rng.integers(len(self.possible)))]
        for _ in range(steps):
            legal = [a for a in self.some(self.actions, DRAWN) if allowed(game, a, history)]
            if not legal:
                break
            action = legal[int(self.rng.integers(len(legal)))]
            history = history.add(action, law(game, history, action, secret))
        return secret, history


def gather(game: Game, cells: int, seed: int) -> Cases:
    """List the secrets and the actions of a game, or draw some."""
    rng = np.random.default_rng(seed)
    number = count_of(game)
    table = attempt(game, "axes()", axes_of, game) is not None  # which must hold every secret
    most = MAX_LISTED if drawable(game) and not table else MAX_SECRETS
    secrets = _listed(game, "secret", game.secrets, most) if number is None or number <= most else None
    if secrets is not None and number is not None:
        claim(number == len(secrets), game, f"count() is {number:,}, but secrets() lists {len(secrets):,}")
    default = not has_own(game, "actions")
    draws = game.offers(Draws) or Draws()
    most = MAX_LISTED if writes(draws, "draw_action") else MAX_SECRETS
    actions = secrets if default else _listed(game, "action", game.actions, most)
    drawn_secrets = secrets or _drawn(game, "secret", draws.draw, rng)
    drawn_actions = actions or _drawn(game, "action", draws.draw_action, rng)
    return Cases(game, drawn_secrets, drawn_actions, secrets is not None, actions is not None, cells, rng)


def allowed(game: Game, action: Action, history: History) -> bool:
    """Whether an action may be asked after a history."""
    if not repeats(game) and any(past == action for past, _ in history):
        return False
    return allows(game, action, history)


def _listed(game: Game, what: str, method: Callable[[], Iterable[Any]], most: int) -> list[Any] | None:
    """All values, if they are few enough; they must be hashable, distinct, and the same when listed again."""
    values = attempt(game, f"{what}s()", _first, method, most + 1)
    if values is None or len(values) > most:
        return None
    claim(bool(values), game, f"{what}s() lists none")
    seen: set[Any] = set()
    for value in values:
        _check_hashable(game, what, value)
        if value in seen:
            fail(game, f"{what}s() lists the {what} {show(value)} twice")
        seen.add(value)
    again = attempt(game, f"{what}s(), called again,", lambda: list(islice(method(), most + 1)))
    claim(len(again) == len(values), game, f"{what}s() lists {len(values):,} values, then {len(again):,}")
    for place, (one, other) in enumerate(zip(values, again, strict=True), 1):
        if one != other:
            fail(game, f"{what}s() lists {show(one)} in place {place}, then {show(other)}")
    return values


def _first(method: Callable[[], Iterable[Any]], number: int) -> list[Any] | None:
    """The first so many values, or `None` where the game itself says that there are too many to list."""
    try:
        return list(islice(method(), number))
    except TooLargeError:
        return None


def _check_hashable(game: Game, what: str, value: Any) -> None:
    attempt(game, lambda: f"hash of the {what} {show(value)}", hash, value)


def _drawn(game: Game, what: str, draw: Callable[[np.random.Generator], Any], rng: np.random.Generator) -> list[Any]:
    drawn = [attempt(game, f"drawing a {what}, as there are too many to list,", draw, rng) for _ in range(DRAWN)]
    for value in drawn:
        _check_hashable(game, what, value)
    return list(dict.fromkeys(drawn))
