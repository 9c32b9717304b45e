"""The row of a trial, its key, and what is known of a trial while it is played."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from sleuth.core.errors import SleuthError
from sleuth.core.frames import game_columns
from sleuth.core.game import Game
from sleuth.core.game_spec import is_table, parse_game, parse_table
from sleuth.core.history import History
from sleuth.core.offers import announced
from sleuth.core.table_game import TableGame
from sleuth.play.oracles import usual_oracle
from sleuth.play.record import Record
from sleuth.play.table import Table
from sleuth.strategies.seat_strategy import BETWEEN

T = TypeVar("T")

NEXT = "\n"
"""What stands between the actions of several players: an action is a line of a record, so it holds none."""


class TrialKey(NamedTuple):
    """Names one trial."""

    seed: int
    game: str
    agent: str
    """Who plays; where several do, a line of players: `race vs most-likely`."""
    trial: int
    """Counted from 1."""


class Row(NamedTuple):
    """What happened in one trial."""

    seed: int
    """The seed of the tournament."""
    game: str
    """The game, as a spec string."""
    agent: str
    """The strategy, as a spec string; where several play, all of them."""
    trial: int
    """The number of the trial."""
    steps: int
    """Where several play, turns."""
    solved: bool
    """Where several play, whether somebody won."""
    decisions: int
    """How often something was chosen."""
    seconds: float
    """Wall time of all decisions."""
    cpu: float
    """Processor time of all decisions."""
    took: float
    """Wall time of the whole trial."""
    spent: str
    """As JSON: what the decisions took, in the agent's own units, summed; where several play, how it ended."""
    secret: str
    """Where several play, the deal."""
    history: str
    """`A=F;A=F`; where several play, an action a line."""
    error: str | None
    """Why the trial failed; `None` if it did not."""

    @property
    def key(self) -> TrialKey:
        """The name of the trial."""
        return TrialKey(*self[:4])

    def record(self) -> Record | Table:
        """The play, to be written to a file or gone through again."""
        if is_table(self.game):
            return self._table()
        game = parse_game(self.game)
        secret = game.parse_secret(self.secret) if self.secret else None
        game = game if secret is None else announced(game, secret)
        name = usual_oracle(game)
        return Record(game, History.parse(game, self.history), self.agent, name, secret, self.solved)

    def _table(self) -> Table:
        game = parse_table(self.game)
        state = game.begin(game.parse_deal(self.secret))
        for text in self.history.split(NEXT) if self.history else ():
            state = state.do(game.parse_action(text))
        return Table(state, seating(self.agent.split(BETWEEN), self.trial), self.seed)


def seating(line: Sequence[T], trial: int) -> tuple[T, ...]:
    """Who sits where in a trial of a line: everybody moves on by a seat each time.

    >>> [seating("ABC", trial) for trial in (1, 2)]
    [('A', 'B', 'C'), ('C', 'A', 'B')]
    """
    return tuple(line[(seat - trial + 1) % len(line)] for seat in range(len(line)))


def label_columns(label: str, taken: Collection[str] = ()) -> dict[str, Any]:
    """The columns of a game by its label: the label itself, and its parameters where the game is at hand."""
    game = _labelled(label)
    return {"game": label} if game is None else {**game_columns(game, taken), "game": label}


@lru_cache(maxsize=256)
def _labelled(label: str) -> Game | TableGame | None:
    """The game of a label; `None` where it cannot be read here: its file or its package may be elsewhere."""
    try:
        return parse_table(label) if is_table(label) else parse_game(label)
    except SleuthError:
        return None


@dataclass
class Attempt:
    """A trial while it is played: its row has what is here when it ends, or fails."""

    steps: int = 0
    solved: bool = False
    decisions: int = 0
    seconds: float = 0.0
    cpu: float = 0.0
    spent: dict[str, Any] = field(default_factory=dict)
    secret: str = ""
    history: str = ""

    @contextmanager
    def decision(self) -> Iterator[None]:
        """Counts and times a decision."""
        wall, cpu = time.perf_counter(), time.process_time()
        try:
            yield
        finally:
            self.decisions += 1
            self.seconds += time.perf_counter() - wall
            self.cpu += time.process_time() - cpu
