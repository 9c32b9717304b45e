"""Whether a play can get stuck: its questions leave a position from which no question that may be asked helps."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.belief.begin import begin
from sleuth.core.game import Game
from sleuth.core.history import History
from sleuth.core.offers import constrained, sequential, truthful

MAX_WORK = 1_000_000
"""Candidates x actions that are looked at in all, breadth first, and as many again in random plays."""
MAX_POSITIONS = 1_000
"""And positions."""


def stuck_play(game: Game, seed: int = 0) -> History | None:
    """A play of questions that may be asked, after which nothing that may still be asked reaches the goal or tells
    anything; `None` where there is none, or none was found in a moment.

    The shortest one, if every position is soon looked at; else random plays are looked at too.

    >>> from dataclasses import dataclass
    >>> from sleuth.core import Constraint, Game, Goal
    >>> @dataclass(frozen=True)
    ... class Doors(Game, Constraint):
    ...     "Find the treasure; whoever looks behind door 0 may look behind no other."
    ...     goal = Goal.KNOW
    ...     def secrets(self):
    ...         return range(3)
    ...     def feedback(self, door, treasure):
    ...         return door == treasure
    ...     def allows(self, door, past, feedback):
    ...         return past != 0
    >>> stuck_play(Doors())
    History(steps=(Step(action=0, feedback=False),))
    """
    # Who names the secret may always do so: that is checked by itself. Without restrictions, what helps at first helps
    # later.
    if game.goal.only_names or not constrained(game) or not truthful(game) or sequential(game):
        return None
    start = begin(game)
    if not start.exact:
        return None
    return _in_breadth(start) or _at_random(start, np.random.default_rng(seed))


def _in_breadth(start: InformationSet) -> History | None:
    """Position after position, the nearest first."""
    waiting, met, work = deque([start]), {start.key}, 0
    while waiting and work < MAX_WORK and len(met) < MAX_POSITIONS:
        info = waiting.popleft()
        if info.over:
            continue
        work += info.size * max(1, len(info.actions))
        moves = _useful(info)
        if not moves:
            return info.history
        for action in moves:
            for child in info.children(action):
                after = child.after()
                if not child.over and after.key not in met:
                    met.add(after.key)
                    waiting.append(after)
    return None


def _at_random(start: InformationSet, rng: np.random.Generator) -> History | None:
    """Random plays to their ends."""
    work = 0
    for secret in _drawn(start, rng):
        info = start
        while not info.over and work < MAX_WORK:
            work += info.size * max(1, len(info.actions))
            moves = _useful(info)
            if not moves:
                return info.history
            action = moves[int(rng.integers(len(moves)))]
            info = info.observe(action, info.answer(action, secret, rng))
        if work >= MAX_WORK:
            break
    return None


def _drawn(start: InformationSet, rng: np.random.Generator) -> Iterator[object]:
    for _ in range(MAX_POSITIONS):
        yield start.sample(rng)[0]


def _useful(info: InformationSet) -> list[object]:
    """What may be asked that tells or finds or wins something."""
    if not len(info.actions):
        return []
    outcomes = info.outcomes()
    return [action for action, useful in zip(outcomes.actions, outcomes.useful.tolist(), strict=True) if useful]
