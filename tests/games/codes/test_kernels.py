"""The pegs kernel against the plain law, whichever of guesses and codes are more."""

from __future__ import annotations

import numpy as np
import pytest

from sleuth.games.codes.kernels import BLOCK, FEW, PegLaw, pegs
from sleuth.games.codes.rules.bulls_and_cows import BullsAndCows
from sleuth.games.codes.rules.code import CodeGame
from sleuth.games.codes.rules.mastermind import Mastermind
from sleuth.games.codes.rules.simple_mastermind import SimpleMastermind

GAMES = [Mastermind(4, 6), Mastermind(8, 12), Mastermind(22, 3), SimpleMastermind(5, 4), BullsAndCows(4, 10)]


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize(("guesses", "codes"), [(1, 7), (7, 1), (3, BLOCK + 5), (FEW + 1, 9), (FEW + 1, FEW + 1)])
def test_a_number_stands_for_one_answer(game: CodeGame, guesses: int, codes: int) -> None:
    rng = np.random.default_rng(4)
    asked, hidden = game.draw_rows(rng, guesses), game.draw_rows(rng, codes)
    table = pegs(asked, hidden, game.shape[1], whites=not isinstance(game, SimpleMastermind))
    assert table.shape == (guesses, codes)
    pairs = {
        (int(table[i, j]), game.feedback(tuple(guess), tuple(code)))
        for i, guess in enumerate(asked.tolist())
        for j, code in enumerate(hidden.tolist())
    }
    assert len(pairs) == len({number for number, _ in pairs}) == len({answer for _, answer in pairs})


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_law_on_numbers_says_what_the_table_says(game: CodeGame) -> None:
    rng = np.random.default_rng(5)
    asked, hidden = game.draw_rows(rng, 70), game.draw_rows(rng, 90)
    whites = not isinstance(game, SimpleMastermind)
    table = pegs(asked, hidden, game.shape[1], whites)
    law = PegLaw(asked, hidden, game.shape[1], whites)
    secrets, some = np.array([5, 80, 3], np.int32), np.array([69, 4], np.int32)
    out = np.empty((3, 70), table.dtype)
    law.fill(secrets, out)
    assert (out == table[:, secrets].T).all()
    few = np.empty((3, 2), table.dtype)
    law.only(some).fill(secrets, few)
    assert (few == table[np.ix_(some, secrets)].T).all()
    assert law.pairs(some, secrets[:2]).tolist() == table[some, secrets[:2]].tolist()
    assert law.only(some).pairs(np.array([1], np.int32), secrets[:1]).tolist() == [table[4, 5]]
