"""Games between agents, and tournaments in which every agent sits in every seat equally often.

Each game has its own random numbers, from the seed and its number, so that results depend neither on the number of
workers nor on the order of the games.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from sleuth.core.errors import ParameterError
from sleuth.core.progress import Progress, silent
from sleuth.games.clue.rules.actions import Action, Guess, NoGuess
from sleuth.games.clue.rules.card_game import CardGame
from sleuth.games.clue.rules.cards import Deal, pick
from sleuth.games.clue.rules.situation import Situation
from sleuth.games.clue.rules.stage import Phase
from sleuth.games.clue.rules.views import View
from sleuth.measures.intervals import wilson
from sleuth.play.play_loop import moves
from sleuth.play.table import play_out
from sleuth.play.tournament.engines import Engine, Here, Local, batch_size
from sleuth.play.tournament.errors import EngineError
from sleuth.strategies.seat_strategy import SeatStrategy


@dataclass(frozen=True)
class SeatedResult:
    """One game: who sat where, who won, and how long it took."""

    number: int
    seats: tuple[int, ...]
    """The agent (by its number in the list) in each seat."""
    winner: int | None
    """The seat that won, from 1."""
    turns: int
    last: str
    """How it ended: right, wrong (all others were out) or long (nobody was right in time)."""


def play(
    game: CardGame, agents: Sequence[SeatStrategy], rng: np.random.Generator, deal: Deal | None = None
) -> tuple[Situation, int, str]:
    """A whole game, agents in the order of the seats: the last situation, the turns taken, and how it ended."""
    situation, last = play_out(game, agents, rng, deal)
    assert isinstance(situation, Situation)
    return situation, situation.turns, last


def rotated(line: Sequence[int], number: int) -> tuple[int, ...]:
    """The line moved on by so many seats."""
    shift = number % len(line)
    return tuple(line[(seat - shift) % len(line)] for seat in range(len(line)))


def play_numbered(
    game: CardGame, agents: Sequence[SeatStrategy], line: Sequence[int], seed: int, number: int
) -> SeatedResult:
    """One game of a tournament."""
    rng = np.random.default_rng([seed, number // len(line), 7])
    deal = game.shuffle(rng)  # the same deal for each rotation
    seats = rotated(line, number)
    rng = np.random.default_rng([seed, number])
    situation, turns, last = play(game, [agents[k] for k in seats], rng, deal)
    return SeatedResult(number, seats, situation.winner if last != "long" else None, turns, last)


@dataclass(frozen=True)
class AgentStanding:
    """How one agent did."""

    agent: str
    seats: int
    """Seats that it has at the table."""
    games: int
    wins: int
    share: float
    """Of the games, those that it won."""
    low: float
    high: float
    par: float
    """Its share of the seats."""


def standings(names: Sequence[str], line: Sequence[int], results: Sequence[SeatedResult]) -> list[AgentStanding]:
    """The share of wins of each agent, with Wilson's interval (95%)."""
    rows = []
    for k, name in enumerate(names):
        wins = sum(r.winner is not None and r.seats[r.winner - 1] == k for r in results)
        low, high = wilson(wins, len(results))
        seats = sum(one == k for one in line)
        share = wins / len(results) if results else 0.0
        rows.append(AgentStanding(name, seats, len(results), wins, share, low, high, seats / len(line)))
    return rows


@dataclass(frozen=True)
class Games:
    """Some games of a tournament, as a batch for an engine."""

    game: CardGame
    agents: tuple[SeatStrategy, ...]
    line: tuple[int, ...]
    seed: int
    numbers: tuple[int, ...]

    def play(self) -> list[SeatedResult]:
        """Play them, one after the other."""
        return [play_numbered(self.game, self.agents, self.line, self.seed, number) for number in self.numbers]

    def parts(self) -> list[Games]:
        """A batch for each game."""
        return [replace(self, numbers=(number,)) for number in self.numbers]

    def give_up(self, reason: str) -> list[SeatedResult]:
        """Nobody won a game that could not be finished, and nobody lost it: there are no standings without it."""
        raise EngineError(f"game {self.numbers[0]}: {reason}; the games before are kept where --out names a file")


class ResultsKeeper(Protocol):
    """Where the games of a tournament are kept."""

    def results(self) -> list[SeatedResult]:
        """The games that are finished."""
        ...

    def add(self, results: list[SeatedResult]) -> None:
        """Keep more of them."""
        ...


def simulate(
    game: CardGame,
    agents: Sequence[SeatStrategy],
    line: Sequence[int],
    games: int,
    seed: int = 0,
    workers: int = 1,
    progress: Progress = silent,
    file: ResultsKeeper | None = None,
) -> list[SeatedResult]:
    """A tournament: `line` names the agent of each seat before the first rotation.

    Games that are in the `file` already are not played again; it is given the others, batch by batch. One worker is
    this process, several are others.
    """
    if len(line) != len(game.hands):
        raise ParameterError(f"{len(game.hands)} seats, but {len(line)} agents")
    if games < 1 or workers < 1:
        raise ParameterError("a tournament has at least one game and one worker")
    done = [] if file is None else file.results()
    results = {result.number: result for result in done if result.number < games}
    left = [number for number in range(games) if number not in results]
    everything = Games(game, tuple(agents), tuple(line), seed, tuple(left))
    engine: Engine = Here() if workers == 1 else Local(workers)
    before, began = len(results), time.monotonic()

    def each() -> float | None:
        played = len(results) - before
        return workers * (time.monotonic() - began) / played if played else None

    progress("games", before, games)
    with closing(engine.play(batches(everything, lambda: batch_size(each())))) as playing:
        for played in playing:
            results |= {result.number: result for result in played}
            if file is not None:
                file.add(played)
            progress("games", len(results), games)
    return [results[number] for number in range(games)]


def batches(games: Games, size: Callable[[], int]) -> Iterator[Games]:
    """The games in order, so many at a time; how many is asked anew each time."""
    left = games.numbers
    while left:
        number = size()
        yield replace(games, numbers=left[:number])
        left = left[number:]


def random_play(
    game: CardGame, rng: np.random.Generator, deal: Deal | None = None, guessing: float = 0.0
) -> Iterator[Situation]:
    """The initial situation and every one after it, without end unless somebody guesses right.

    Everything possible is equally likely, but that a player guesses at all with the chance `guessing`.
    """

    def act(view: View) -> Action:
        choices = list(view.legal())
        if view.stage.phase is Phase.GUESS:
            kind = Guess if rng.random() < guessing else NoGuess
            choices = [action for action in choices if isinstance(action, kind)]
        return pick(choices, rng)

    situation = Situation.begin(game, game.shuffle(rng) if deal is None else deal)
    yield situation
    for move in moves(situation, dict.fromkeys(game.players, act), rng):
        yield move.after
