"""Small games to try things on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice, product

from sleuth.core.capabilities import Constraint
from sleuth.core.errors import SleuthError
from sleuth.core.game import Feedback, Game
from sleuth.core.game_spec import game_class, game_names, parse_game
from sleuth.core.spec import Parameter
from sleuth.games.codes.rules.code import Code
from sleuth.games.codes.rules.mastermind import Mastermind

SPECS = (
    "mastermind:pegs=2,colours=3",
    "mastermind:pegs=2,colours=3,jar=3-2-1",
    "bulls-and-cows:length=2,symbols=4",
    "fake-coin:coins=4",
    "treasure-hunt:cells=6",
    "black-box:size=3,atoms=2",
    "number:numbers=9",
)
"""Both goals, uniform and weighted priors, lists and tables."""
MAX_CELLS = 5_000


@dataclass(frozen=True)
class HardMastermind(Mastermind, Constraint):
    """Mastermind in which every guess must explain all answers so far."""

    def allows(self, action: Code, past: Code, feedback: Feedback) -> bool:
        return self.feedback(past, action) == feedback


def small_games() -> list[Game]:
    """A few small games that differ in kind: what beliefs and strategies are checked on."""
    return [*map(parse_game, SPECS), HardMastermind(pegs=2, colours=4)]


@cache
def small_instances(name: str) -> tuple[Game, ...]:
    """Instances of a catalogue game with few secrets and actions: small numbers and every choice are tried."""
    parameters = game_class(name).parameters().values()
    most = 12 if sum(p.kind is int for p in parameters) == 1 else 5
    found: dict[Game, None] = {}
    for values in product(*(_values(p, most) for p in parameters)):
        try:
            game = game_class(name).from_parameters({p.name: v for p, v in zip(parameters, values, strict=True) if v})
            if _cells(game) <= MAX_CELLS:
                found[game] = None
        except SleuthError:
            continue
    return tuple(found)


def catalogue_instances() -> Iterator[Game]:
    """Small instances of every game in the catalogue that has any."""
    for name in game_names():
        yield from small_instances(name)


def _values(parameter: Parameter, most: int) -> tuple[str, ...]:
    if parameter.choices:
        return parameter.choices
    numbers = tuple(str(n) for n in range(1, most + 1))
    return {int: numbers, bool: ("false", "true")}.get(parameter.kind, ("",))


def _cells(game: Game) -> int:
    secrets, actions = (sum(1 for _ in islice(values, MAX_CELLS + 1)) for values in (game.secrets(), game.actions()))
    return secrets * actions
