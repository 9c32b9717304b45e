"""Does a game of several players keep the contract? Random legal plays, with every seat's view and set beside them."""

from __future__ import annotations

import pickle
from collections.abc import Iterable
from typing import Any

import numpy as np

from sleuth.belief.seat_set import seat_set
from sleuth.core.errors import ActionError, SleuthError
from sleuth.core.registry import TABLES
from sleuth.core.table_game import TableGame, TableState
from sleuth.play.table import HUMAN, Table
from sleuth.strategies.seat_strategy import SeatStrategy, parse_seat, seat_strategies
from sleuth.testing.claims import attempt, claim, show
from sleuth.testing.game import check_identity
from sleuth.testing.hostile import Hostile
from sleuth.testing.seat import Seat, check_key, check_seat, one_line, plain_values

ACTIONS = 8
"""How many of the legal actions of a state are tried, and how many that are not legal."""
CARE = 0.8
"""How often what is done next is drawn by the set, and not from all that is legal."""
TEXTS = 20
"""How many hostile texts are read in each play."""


def check_table(
    game: TableGame | type[TableGame],
    *,
    seed: int = 0,
    plays: int = 3,
    steps: int = 30,
    strategies: Iterable[str] | None = None,
) -> None:
    """Raise `ConformanceError`, with the deal and the actions that show it, if a game of several players is unsound.

    In so many plays of at most so many steps every state is looked at from every seat, and by somebody who watches.
    `strategies` decide in each state; unless given, all that play the game and answer at once.
    """
    game = game() if isinstance(game, type) else game
    check_identity(game)
    players = attempt(game, "players", lambda: list(game.players))
    claim(players == list(range(1, len(players) + 1)), game, f"the players are {players}; they count from 1")
    claim(len(game.player_names) == len(players), game, f"{len(players)} players have the names {game.player_names}")
    kinds = seat_strategies(game)
    claim(game.usual_player in kinds, game, f"its usual player {game.usual_player!r} is none of {', '.join(kinds)}")
    specs = [name for name, kind in kinds.items() if kind.quick] if strategies is None else list(strategies)
    seated = [_read_strategy(game, spec) for spec in specs]
    pool: dict[str, Any] = {}
    met: dict[Any, Seat] = {}
    for number in range(plays):
        _Play(game, np.random.default_rng([seed, number]), seated, pool, met).run(steps)
    _check_record(game, seed, steps)


def _read_strategy(game: TableGame, spec: str) -> SeatStrategy:
    strategy = attempt(game, f"reading the player {spec!r}", parse_seat, spec)
    again = attempt(game, f"reading the player {str(strategy)!r}", parse_seat, str(strategy))
    claim(again == strategy, game, f"the player {spec!r} reads back as {again!r}; write @dataclass(frozen=True)")
    claim(strategy.plays(game), game, f"the player {spec!r} does not play it")
    return strategy


class _Play:
    """One random play, looked at before each action."""

    def __init__(
        self,
        game: TableGame,
        rng: np.random.Generator,
        strategies: list[SeatStrategy],
        pool: dict[str, Any],
        met: dict[Any, Seat],
    ) -> None:
        self.game, self.rng, self.strategies = game, rng, strategies
        self.pool = pool
        """Actions that were legal somewhere, by their texts."""
        self.met = met
        """Seats by the keys of their sets."""
        self.hostile = Hostile(int(rng.integers(2**31)))

    def run(self, steps: int) -> None:
        """Play, with everything checked on the way."""
        state = self.deal()
        for _ in range(steps):
            self.check(state)
            if state.over or state.winner is not None:
                break
            state = self.move(state)
        self.read_hostile(state)

    def deal(self) -> TableState:
        """A deal that was written and read, and the state before anybody acted."""
        game, seed = self.game, int(self.rng.integers(2**31))
        deal, again = (attempt(game, "shuffle", game.shuffle, np.random.default_rng(seed)) for _ in range(2))
        claim(deal == again, game, f"shuffle deals {show(deal)}, then {show(again)}, with generators that are equal")
        text = attempt(game, f"writing the deal {show(deal)}", game.format_deal, deal)
        one_line(game, f"the deal {show(deal)} as text", text)
        back = attempt(game, f"reading the deal {text!r}", game.parse_deal, text)
        claim(back == deal, game, f"the deal {show(deal)} is written {text!r}, which reads back as {show(back)}")
        one_line(game, f"the solution of the deal {text!r}", game.solution(deal))
        plain_values(game, f"what the deal {text!r} reveals", game.revealed(deal))
        return attempt(game, f"begin with the deal {text!r}", game.begin, back)

    def check(self, state: TableState) -> None:
        """A state is sound, and what every seat makes of it is."""
        self.check_state(state)
        for player in (None, *self.game.players):
            seat = Seat(state, player, f"{where_of(state)}, {called(player)}", int(self.rng.integers(2**31)))
            check_seat(seat, self.strategies)
            check_key(seat, self.met.setdefault((player, seat.info.key), seat))
            samples = [*self.pool][-5:] or ["x"]
            self.read_moves(seat, [*samples, *(self.hostile.near(samples) for _ in range(3))])

    def check_state(self, state: TableState) -> None:
        """Who is to act may act, and nobody else; what is not legal is refused, and changes nothing."""
        check_standing(state)
        game, where, before = self.game, where_of(state), facts(state)
        copied = attempt(game, f"{where}: pickling the state", lambda: pickle.loads(pickle.dumps(state)))
        claim(facts(copied) == before, game, f"{where}: a state that was pickled is another")
        legal = {player: list(state.view(player).legal()) for player in (None, *game.players)}
        for player, actions in legal.items():
            claim(not actions or player == state.actor, game, f"{where}: {called(player)} may act out of turn")
        claim(not (state.over and any(legal.values())), game, f"{where}: play has ended, and somebody may act")
        claim(state.over or state.actor is None or legal[state.actor] != [], game, f"{where}: nobody may do anything")
        mine = [] if state.actor is None else legal[state.actor]
        for action in self.some([] if state.winner else mine):
            text = self.written(action)
            self.pool[text] = action
            after = attempt(game, f"{where}: {text}", state.do, action)
            claim(facts(state) == before, game, f"{where}: {text} changed the state; it must give a new one")
            self.written(after.actions[-1])
            self.check_step(state, after)
        for action in self.some([action for action in self.pool.values() if action not in mine]):
            self.refused(state, action)
            claim(facts(state) == before, game, f"{where}: what was refused changed the state")

    def refused(self, state: TableState, action: Any) -> None:
        """What is not legal raises an `ActionError`."""
        game, text = self.game, self.game.format_action(action)
        try:
            state.do(action)
        except ActionError as error:
            one_line(game, f"the refusal of {text}", str(error))
            return
        except Exception as error:
            kind = type(error).__name__
            claim(False, game, f"{where_of(state)}: {text} is not legal, and raises {kind}, which is no ActionError")
        claim(False, game, f"{where_of(state)}: {text} is not legal, but it can be done")

    def written(self, action: Any) -> str:
        """The text of an action, which reads back."""
        game = self.game
        text = attempt(game, f"writing the action {show(action)}", game.format_action, action)
        one_line(game, f"the action {show(action)} as text", text)
        back = attempt(game, f"reading the action {text!r}", game.parse_action, text)
        claim(back == action, game, f"the action {show(action)} is written {text!r}, which reads back as {show(back)}")
        return text

    def move(self, state: TableState) -> TableState:
        """The state after something that whoever is to act may do: mostly what risks nothing, for a long play."""
        game, where = self.game, where_of(state)
        if state.actor is None:
            action = attempt(game, f"{where}: chance", state.chance, self.rng)
            self.written(action)
        elif self.rng.random() < CARE:
            action = attempt(game, f"{where}: draw", seat_set(state.view(state.actor)).draw, self.rng)
        else:
            action = self.some(list(state.view(state.actor).legal()), 1)[0]
        after = attempt(game, f"{where}: {game.format_action(action)}", state.do, action)
        self.check_step(state, after)
        return after

    def check_step(self, before: TableState, after: TableState) -> None:
        """One more action, which everybody sees as their view says."""
        game, where, names = self.game, where_of(after), dict(enumerate(self.game.player_names, 1))
        one_more = len(after.actions) == len(before.actions) + 1 and after.actions[:-1] == before.actions
        claim(one_more, game, f"{where}: do does not add one action to those before")
        claim(after.deal == before.deal, game, f"{where}: the deal has changed")
        claim(before.turns <= after.turns, game, f"{where}: turns went from {before.turns} to {after.turns}")
        for player in (None, *game.players):
            seen, who = after.view(player), called(player)
            claim(len(seen.events) == len(after.actions), game, f"{where}: {who} saw {len(seen.events)} events")
            event = seen.events[-1]
            view = attempt(game, f"{where}: what {who} sees", before.view(player).sees, event)
            claim(view == seen, game, f"{where}: the view of {who} is not what `sees` makes of the last event")
            text = attempt(game, f"{where}: narrate", game.narrate, event, names, player)
            one_line(game, f"{where}: the sentence for {who}", text, empty=True)

    def read_moves(self, seat: Seat, texts: list[str]) -> None:
        """Whatever a person types is something that she may do, or is refused in a line."""
        if seat.player is None:
            return
        for text in texts:
            try:
                action = self.game.read_move(seat.view, text)
            except SleuthError:
                continue
            except Exception as error:
                claim(False, self.game, f"{seat.where}: typing {show(text)} raises {type(error).__name__}: {error}")
            claim(action in seat.legal, self.game, f"{seat.where}: typing {show(text)} means {show(action)}, not legal")

    def read_hostile(self, state: TableState) -> None:
        """Texts that are nearly right are read, or refused in a line."""
        game = self.game
        for read, sample in ((game.parse_action, [*self.pool]), (game.parse_deal, [game.format_deal(state.deal)])):
            for text in (self.hostile.near(sample) for _ in range(TEXTS if sample else 0)):
                try:
                    value = read(text)
                    if read == game.parse_deal:
                        game.begin(value)
                except SleuthError:
                    continue
                except Exception as error:
                    claim(False, game, f"{read.__name__}({show(text)}) raises {type(error).__name__}: {error}")

    def some(self, values: list[Any], most: int = ACTIONS) -> list[Any]:
        """At most so many of some values, drawn."""
        return [values[place] for place in self.rng.permutation(len(values))[:most].tolist()]


def where_of(state: TableState) -> str:
    """The deal and what happened, for a message."""
    game = state.game
    done = "; ".join(map(game.format_action, state.actions[-6:])) or "nothing"
    return f"deal {game.format_deal(state.deal)}, after {'...; ' if len(state.actions) > 6 else ''}{done}"


def called(player: int | None) -> str:
    """A player, or somebody who watches, for a message."""
    return "a watcher" if player is None else f"player {player}"


def facts(state: TableState) -> tuple[Any, ...]:
    """All that a state says."""
    game = state.game
    playing = tuple(map(state.playing, game.players))
    said = state.over, state.winner, state.ending, state.turns, state.actor, playing
    return str(game), game.format_deal(state.deal), tuple(map(game.format_action, state.actions)), *said


def check_standing(state: TableState) -> None:
    """Who has won is still in, and who is to act is somebody; an end says how it came."""
    game, where = state.game, where_of(state)
    playing = [player for player in game.players if state.playing(player)]
    claim(state.winner is None or state.winner in playing, game, f"{where}: player {state.winner} won, and is out")
    claim(state.actor in (None, *game.players), game, f"{where}: player {state.actor} is to act, who is none")
    claim(not state.over or bool(state.ending), game, f"{where}: play has ended, and `ending` does not say how")
    claim(state.over or bool(playing), game, f"{where}: nobody is playing, and play has not ended")


def _check_record(game: TableGame, seed: int, steps: int) -> None:
    """A table reads back from its text at any moment, and goes on the same; a person may sit in the first seat."""
    if game.name not in TABLES or TABLES.load(game.name) is not type(game):
        return  # a table is read by the name of its game
    for first in ("random", HUMAN):
        rng = np.random.default_rng(seed)
        table = Table.deal(game, [first, *["random"] * (len(game.players) - 1)], seed)
        for _ in range(steps):
            again = attempt(game, f"reading the record {table}", Table.parse, str(table))
            claim(str(again) == str(table), game, f"a record reads back as another: {table}, {again}")
            if table.over:
                break
            move, same = (next(each.moves(), None) for each in (table, again))
            if move is None:  # it is for the person
                legal = list(table.view().legal())
                table = table.do(legal[int(rng.integers(len(legal)))])
                continue
            on = same is not None and str(same.after) == str(move.after)
            claim(on, game, f"a table that was read goes on otherwise: {table}")
            table = move.after
