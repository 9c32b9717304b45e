"""A play at a table: who sits in which seat, a person perhaps in one of them, and the state, as text that reads back.

sleuth record 1
game: clue:hands=6-6-6
players: human vs race vs race
names: you, Anna, Ben
seed: sealed ...
1: asks(1,{Green,Rope,Hall})
2: yes(2)
3: sealed ...
sealed: ...
result: open

Until the game is over, whatever somebody at the table did not see is written sealed: the deal, the seed that it was
dealt with, and actions that were hidden from anybody. It is not encrypted, only out of sight.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from sleuth.belief.seat_set import SeatSet, seat_set
from sleuth.core.displayed import Displayed
from sleuth.core.errors import ActionError, RecordError, SleuthError
from sleuth.core.files import read_text, write_text
from sleuth.core.game_spec import parse_table
from sleuth.core.table_game import Deal, SeatView, TableGame, TableState
from sleuth.core.text import plural, shorten, whole_number
from sleuth.play.play_loop import Move, moves
from sleuth.play.record import OPEN, SEALED, RecordText, open_seal, seal
from sleuth.strategies.seat_strategy import BETWEEN, SeatStrategy, parse_seat

HUMAN = "human"
WON, NOBODY = "won by ", "nobody won"
"""How a table ended, in its record: this and a seat, or this."""
MAX_TURNS = 100
"""Turns of each player after which nobody wins: some strategies may ask for ever."""
LONG = "long"
"""How a game ended that nobody won in time."""


@dataclass(frozen=True, repr=False)
class Table(Displayed):
    """A state, and who sits where. It never changes. A stage of the play loop.

    All random numbers follow from the seed and from how far the game is, so that a table goes on as it would have.
    """

    state: TableState
    seats: tuple[str, ...]
    """The strategy of each seat, as a spec; `human` for a person."""
    seed: int
    called: tuple[str, ...] = ()
    """The names of the players, seat by seat; numbers and strategies where nobody gave any."""

    def __repr__(self) -> str:
        done = f"{plural(len(self.state.actions), 'action')}, {'over' if self.over else 'open'}"
        return f"<Table of {self.game}, {BETWEEN.join(self.seats)}: {done}>"

    @classmethod
    def deal(
        cls,
        game: TableGame,
        seats: Sequence[str],
        seed: int | None = None,
        deal: Deal | None = None,
        called: Sequence[str] = (),
    ) -> Table:
        """A new table, before anybody acted; without a seed, any deal."""
        if len(seats) != len(game.players):
            raise ActionError(f"{len(seats)} players for {len(game.players)} seats")
        seed = int.from_bytes(os.urandom(6)) if seed is None else seed
        hidden = game.shuffle(np.random.default_rng(seed)) if deal is None else deal
        return cls(game.begin(hidden), tuple(seats), seed, tuple(called))

    @property
    def game(self) -> TableGame:
        """The game."""
        return self.state.game

    @property
    def person(self) -> int | None:
        """The seat of the person, if there is one."""
        return self.seats.index(HUMAN) + 1 if HUMAN in self.seats else None

    # A stage of the play loop.

    @property
    def over(self) -> bool:
        """Whether the game is over, at least for the person."""
        state, person = self.state, self.person
        return state.over or state.winner is not None or (person is not None and not state.playing(person))

    @property
    def actor(self) -> int | None:
        """Who has a choice now; `None` where it is chance, or where the person has none."""
        return None if self._forced is not None else self.state.actor

    def view(self, player: int | None = None) -> SeatView:
        """What a player may see: the person, unless another is named."""
        return self.state.view(self.person if player is None else player)

    def info(self, player: int | None = None) -> SeatSet:
        """What a player knows."""
        return seat_set(self.view(player))

    @property
    def _forced(self) -> Any | None:
        """What the person must do now, if there is no choice."""
        return self.view().forced if self.person is not None and self.state.actor == self.person else None

    def chance(self, rng: np.random.Generator) -> Any:
        """What happens where nobody has a choice."""
        forced = self._forced
        return self.state.chance(self.rng()) if forced is None else forced

    def do(self, action: Any) -> Table:
        """The table after an action."""
        return replace(self, state=self.state.do(action))

    def rng(self, moment: int | None = None) -> np.random.Generator:
        """The random numbers of a moment: after so many actions, or now."""
        return np.random.default_rng([self.seed, len(self.state.actions) if moment is None else moment])

    def moves(self) -> Iterator[Move[Table]]:
        """The strategies act, a move at a time, until the person has a choice or the game is over."""
        players = {i: partial(self._act, parse_seat(spec)) for i, spec in enumerate(self.seats, 1) if spec != HUMAN}
        return moves(self, players, self.rng())

    def past(self) -> Iterator[Move[Table]]:
        """The moves that were made, from the deal on."""
        table = replace(self, state=self.game.begin(self.state.deal))
        for action in self.state.actions:
            before, table = table, table.do(action)
            yield Move(before, action, table)

    def _act(self, strategy: SeatStrategy, view: SeatView) -> Any:
        return strategy.decide(seat_set(view), rng=self.rng(len(view.events))).action

    def act(self, text: str) -> Table:
        """The person acts, by what she typed."""
        if self.over or self.actor is None or self.actor != self.person:
            raise ActionError("it is not your turn")
        return self.do(self.game.read_move(self.view(), text))

    # Text.

    @property
    def names(self) -> dict[int, str]:
        """The players in sentences to the person."""
        numbered = [f"player {i} ({spec})" for i, spec in enumerate(self.seats, 1)]
        names = dict(enumerate(self.called or numbered, 1))
        return names if self.person is None else names | {self.person: "you"}

    def story(self) -> list[str]:
        """What happened, as the person saw it; without a person, all of it."""
        game = self.game
        events = self.state.actions if self.person is None else self.view().events
        return [text for event in events if (text := game.narrate(event, self.names, self.person))]

    def __str__(self) -> str:
        game, over = self.game, self.over
        fields = {"game": str(game), "players": BETWEEN.join(self.seats)}
        fields |= {"names": ", ".join(self.called)} if self.called else {}
        fields |= {"seed": str(self.seed) if over else SEALED + seal(str(self.seed))}
        hidden = game.format_deal(self.state.deal)
        fields |= {"deal" if over else "sealed": hidden if over else seal(hidden), "result": self._result}
        steps = list(map(game.format_action, self.state.actions))
        for place in () if over else self._hidden():
            steps[place] = SEALED + seal(steps[place])
        return str(RecordText(fields, tuple(steps)))

    @property
    def _result(self) -> str:
        """How it stands, as a record says it."""
        state = self.state
        return f"{WON}{state.winner}" if state.winner else NOBODY if state.over else OPEN

    def _hidden(self) -> list[int]:
        """The places of the actions that somebody did not see whole."""
        actions, every = self.state.actions, (*self.game.players, None)
        views = [self.state.view(player).events for player in every]
        return [place for place, action in enumerate(actions) if any(events[place] != action for events in views)]

    @classmethod
    def parse(cls, text: str, read: Callable[[str], TableGame] = parse_table) -> Table:
        """Read a table; errors name the line. `read` makes the game of its spec."""
        record = RecordText.parse(text, ("game", "players", "names", "seed", "deal", "sealed", "result"))
        game = read(record.fields["game"])
        hidden = record.hidden("deal")
        seed, result = whole_number(open_seal(record.fields.get("seed", "0"))), record.fields.get("result", OPEN)
        if hidden is None or seed is None:
            raise RecordError("the record of a table has its deal, and a seed that is a whole number")
        if result not in (OPEN, NOBODY, *(f"{WON}{player}" for player in game.players)):
            raise RecordError(f"the result of a table is {OPEN}, {NOBODY} or {WON}a seat, not {shorten(result)!r}")
        state = game.begin(game.parse_deal(hidden))
        for number, step in enumerate(record.steps, 1):
            try:
                state = state.do(game.parse_action(open_seal(step)))
            except SleuthError as error:
                raise RecordError(f"step {number}, {shorten(step)}: {error}") from error
        seats = tuple(spec.strip() for spec in record.fields.get("players", "").split(BETWEEN))
        called = tuple(name.strip() for name in record.fields.get("names", "").split(",") if name.strip())
        for found in (seats, called) if called else (seats,):
            if len(found) != len(game.players):
                raise RecordError(f"{len(game.players)} players sit at {game}, not {len(found)}")
        for spec in seats:
            if spec != HUMAN:
                parse_seat(spec)
        return cls(state, seats, seed, called)

    @classmethod
    def read(cls, path: str | Path) -> Table:
        """Read a table from a file."""
        return cls.parse(read_text(path, "record", RecordError))

    def write(self, path: str | Path) -> None:
        """Write the table to a file, all or nothing."""
        write_text(path, str(self), "record", RecordError)


def play_out(
    game: TableGame, strategies: Sequence[SeatStrategy], rng: np.random.Generator, deal: Deal | None = None
) -> tuple[TableState, str]:
    """A whole game of strategies, in the order of the seats: the last state, and how it ended.

    It is `LONG` where nobody won in time.
    """

    def act(strategy: SeatStrategy, view: SeatView) -> Any:
        return strategy.decide(seat_set(view), rng=rng).action

    state = game.begin(game.shuffle(rng) if deal is None else deal)
    for move in moves(state, {i: partial(act, one) for i, one in enumerate(strategies, 1)}, rng):
        if move.after.turns > MAX_TURNS * len(game.players):
            return move.before, LONG
        state = move.after
        if state.winner is not None:
            break
    return state, state.ending
