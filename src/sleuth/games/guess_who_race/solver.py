"""The race solved: of all deals that are left, how many whoever is to move wins.

With n faces left for whoever moves and m for the other, n * m deals are equally likely. A question about b of the n
hands the move on, with b or with n - b left:

    won(n, m) = n * m - min over b of (won(m, b) + won(m, n - b))

These are whole numbers, so every value is exact. Under `one` nobody moves once the other has one left; under `name`
one may also name a face, which wins m deals of the n * m.
"""

from __future__ import annotations

import time
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from sleuth.games.guess_who_race.rules import GuessWhoRace
from sleuth.kernels.arrays import Longs, frozen
from sleuth.solve.game_value import GameValue
from sleuth.solve.method import VALUE, Method, SolveOptions


@cache
def won_deals(rule: str, faces: int) -> Longs:
    """How many deals whoever moves wins, by the faces left for her and for the other."""
    won = np.zeros((faces + 1, faces + 1), np.int64)
    for total in range(2, 2 * faces + 1):
        for n in range(max(1, total - faces), min(faces, total - 1) + 1):
            m = total - n
            ask = n * m - int(_lost(won, n, m).min()) if n > 1 else m
            won[n, m] = max(ask, m) if rule == "name" else ask * (m > 1)
    return frozen(won)


def _lost(won: Longs, n: int, m: int) -> Longs:
    """How many deals the other wins after a question about 1, 2, ... of n faces, up to half of them."""
    row, half = won[m], n // 2
    lost: Longs = row[1 : half + 1] + row[n - half : n][::-1]
    return lost


def race_value(game: GuessWhoRace, mine: int, theirs: int) -> Fraction:
    """The chance that whoever moves wins, with so many faces left for each."""
    return Fraction(int(won_deals(game.rule, game.faces)[mine, theirs]), mine * theirs)


def best_question(game: GuessWhoRace, mine: int, theirs: int) -> int:
    """How many faces to ask about, at most half of those left; 0 where only a name is as good."""
    won = won_deals(game.rule, game.faces)
    lost = _lost(won, mine, theirs)
    return 1 + int(lost.argmin()) if mine > 1 and mine * theirs - lost.min() == won[mine, theirs] else 0


def solve_race(game: GuessWhoRace, options: SolveOptions) -> GameValue:
    """The chance that the first player wins, exactly."""
    began = time.perf_counter()
    exact = race_value(game, game.faces, game.faces)
    return GameValue(game, METHOD.name, float(exact), True, game.faces**2, time.perf_counter() - began, exact)


METHOD = Method("race", (VALUE,), frozenset(), "of a race only the value is solved", solve_race)


def solver(game: Any) -> Method:
    """What solves the race."""
    return METHOD
