"""Games of several players in a tournament: one trial, and how the players of a line stand.

The players of a line sit in every seat equally often: each deal is played as often as there are seats, and everybody
moves on by one each time. A trial is seeded by its number alone, so that all lines meet the same deals.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from sleuth.belief.seat_set import SeatSet
from sleuth.core.game_spec import parse_table, table_class
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.measures.intervals import CONFIDENCE, wilson
from sleuth.play.table import LONG, play_out
from sleuth.play.tournament.row import NEXT, Attempt, Row, TrialKey, seating
from sleuth.strategies.seat_strategy import BETWEEN, SeatDecision, SeatStrategy, parse_seats

DEALS = 7
"""Marks the random numbers of deals, beside those of play."""


class _WatchedSeat(SeatStrategy):
    """A strategy whose decisions are counted and timed."""

    def __init__(self, strategy: SeatStrategy, attempt: Attempt) -> None:
        self.strategy, self.attempt = strategy, attempt

    def decide(self, info: SeatSet, *, rng: np.random.Generator, limit: Limit = UNLIMITED) -> SeatDecision:
        with self.attempt.decision():
            return self.strategy.decide(info, rng=rng, limit=limit)


def play_seats(key: TrialKey, attempt: Attempt) -> None:
    """Play one game between the players of a line."""
    game, number = parse_table(key.game), key.trial - 1
    line = parse_seats(key.agent, game)
    deal = game.shuffle(np.random.default_rng([key.seed, number // len(line), DEALS]))
    attempt.secret = game.format_deal(deal)
    places = seating(range(len(line)), key.trial)
    players = [_WatchedSeat(line[place], attempt) for place in places]
    state, ending = play_out(game, players, np.random.default_rng([key.seed, number]), deal)
    seat = state.winner
    attempt.steps, attempt.solved = state.turns, seat is not None
    attempt.history = NEXT.join(map(game.format_action, state.actions))
    attempt.spent = {"seat": seat, "player": None if seat is None else places[seat - 1], "ending": ending}


@dataclass(frozen=True)
class AgentStanding:
    """How one player of a line did."""

    agent: str
    """The strategy, as a spec string."""
    seats: int
    """Seats that it has at the table."""
    games: int
    """Games that were played."""
    wins: int
    """Games that it won, at whichever seat."""
    share: float
    """Of the games, those that it won."""
    low: float
    """Where the interval of its share begins."""
    high: float
    """Where the interval of its share ends."""
    par: float
    """Its share of the seats."""


@dataclass(frozen=True)
class LineStanding:
    """How the players of a line did against each other."""

    game: str
    line: str
    games: int
    """Those that were played to an end."""
    players: tuple[AgentStanding, ...]
    turns: float | None
    """Turns of a game, on average."""
    first_seat: float | None
    """Of the games, those that the first seat won."""
    ends: dict[str, int]
    """How many ended how."""

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return asdict(self)


def line_standing(game: str, line: str, rows: Sequence[Row], confidence: float = CONFIDENCE) -> LineStanding:
    """The wins of each player of a line, with Wilson's intervals; seats of the same strategy are one player."""
    played = [row for row in rows if row.error is None]
    ends = [json.loads(row.spent) for row in played]
    names, games = line.split(BETWEEN), len(played)
    wins = Counter(names[end["player"]] for end in ends if end["player"] is not None)
    players = []
    for agent, seats in Counter(names).items():
        share = wins[agent] / games if games else 0.0
        interval = wilson(wins[agent], games, confidence)
        players.append(AgentStanding(agent, seats, games, wins[agent], share, *interval, seats / len(names)))
    turns = sum(row.steps for row in played) / games if games else None
    first = sum(end["seat"] == 1 for end in ends) / games if games else None
    known = dict.fromkeys((*table_class(game.partition(":")[0]).endings, LONG), 0)
    counts = known | Counter(end["ending"] for end in ends)
    return LineStanding(game, line, games, tuple(players), turns, first, counts)
