"""A strategy followed from an information set to every end, answer by answer: plain, exact, and for every set.

Nothing is remembered and nothing shared, so it is the twin of all that is faster.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sleuth.belief.base import InformationSet
from sleuth.core.errors import StuckError, TooLargeError
from sleuth.core.game import Action
from sleuth.core.limit import UNLIMITED, Clock, Limit
from sleuth.strategies.base import Strategy, choice_after

NODES = 100_000
"""More information sets are not visited."""
MAX_STEPS = 10_000
"""A play that is longer asks in circles."""


class Ending(NamedTuple):
    """One way in which a play may end."""

    probability: float
    steps: int
    """From where the walk began."""
    info: InformationSet


class _Place(NamedTuple):
    """Where a walk has come to."""

    info: InformationSet
    probability: float
    path: tuple[int, ...]
    """The place of each answer among those that were possible."""


def walk(
    info: InformationSet,
    strategy: Strategy,
    *,
    first: Action | None = None,
    seed: int = 0,
    nodes: int = NODES,
    limit: Limit = UNLIMITED,
    clock: Clock | None = None,
) -> Iterator[Ending]:
    """Every way in which a play may end from a set on; `first` is asked first, if it is given.

    A random strategy is fixed by its seed: one draw for each path. `clock` counts the sets that are visited, and stops
    the walk. Raises `StuckError` where play does not end, and `TooLargeError` where it ends in too many ways.
    """
    stack = [_Place(info, 1.0, ())]
    visited = 0
    while stack:
        place = stack.pop()
        if place.info.over:
            yield Ending(place.probability, len(place.path), place.info)
            continue
        visited += 1
        if clock is not None:
            clock.nodes += 1
        if visited > nodes or (clock is not None and clock.spent()):
            raise TooLargeError(f"{strategy} at {info.game} is followed to more than {visited - 1:,} sets")
        asks_first = first is not None and not place.path
        action = first if asks_first else choice_after(strategy, place.info, place.path, seed, limit)
        stack.extend(reversed(_following(place, action, strategy)))


def _following(place: _Place, action: Action, strategy: Strategy) -> list[_Place]:
    """The sets after each answer."""
    info, game = place.info, place.info.game
    children = info.children(action)
    if children.rest:
        raise TooLargeError(f"{game.format_action(action)} has too many answers to follow them all")
    out = [
        _Place(child.after(), place.probability * child.probability, (*place.path, number))
        for number, child in enumerate(children)
    ]
    circles = len(out) == 1 and not strategy.random and not out[0].info.over and out[0].info.key == info.key
    if circles or len(place.path) >= MAX_STEPS:
        raise StuckError(f"{strategy} does not reach the goal of {game}: {game.format_action(action)} changes nothing")
    return out


def mean_steps(endings: Iterable[Ending]) -> float:
    """The expected steps."""
    return sum(ending.probability * ending.steps for ending in endings)
