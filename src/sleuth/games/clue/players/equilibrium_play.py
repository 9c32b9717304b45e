"""Play by equilibrium, in two-player games of MYST with questions of one card that have been solved."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar

import numpy as np

from sleuth.core.errors import ParameterError
from sleuth.core.table_game import TableGame
from sleuth.games.clue.players.agents import Agent, LikelyAgent, certain_pile
from sleuth.games.clue.rules.actions import CardQuestion, Guess, No, Yes
from sleuth.games.clue.rules.cards import PILE, Cards, cards_of, numbers_of, pick
from sleuth.games.clue.rules.myst import Myst
from sleuth.games.clue.rules.stage import Phase
from sleuth.games.clue.rules.views import View, denied_by
from sleuth.games.clue.solver.bluffing import BLUFF, PROBE, Echo, PendingGuess
from sleuth.games.clue.solver.equilibrium import Solver
from sleuth.games.clue.solver.sequences import Duel


@lru_cache(maxsize=1)
def solver() -> Solver:
    """One for all games, so that nothing is solved twice."""
    return Solver()


@dataclass(frozen=True)
class TreePlace:
    """Where a game is in the tree: the smaller game, what was public in it, and the pending cards."""

    duel: Duel
    first: int
    """The player who moved first in the smaller game."""
    past: int
    pending: dict[int, tuple[int, ...]]
    """Each player's pending cards, in the order of asking."""
    open: Cards
    """Cards that are not in the open: pending, or never asked for."""


@dataclass(frozen=True)
class EquilibriumAgent(Agent):
    """Asks and guesses by the equilibrium of the game. When somebody repeats a question, it plays on as most-likely."""

    name: ClassVar[str] = "equilibrium"
    quick: ClassVar[bool] = False

    @classmethod
    def plays(cls, game: TableGame) -> bool:
        return isinstance(game, Myst) and game.p == 2 and game.q == 1

    def ask(self, view: View, rng: np.random.Generator) -> Cards:
        at = locate(view)
        decided = None if at is None else self._decide(view, at, rng)
        if at is None or decided is None:
            return LikelyAgent().ask(view, rng)
        me, other = view.player or 1, 3 - (view.player or 1)
        new = at.open & ~cards_of(at.pending[me] + at.pending[other])
        if isinstance(decided, Echo):
            return 1 << at.pending[other][decided.place]
        cards = numbers_of(new & view.hand if decided == BLUFF else new & ~view.hand)
        assert decided in (BLUFF, PROBE)
        return 1 << pick(cards, rng)

    def guess(self, view: View, rng: np.random.Generator) -> Cards | None:
        sure = certain_pile(view)
        at = locate(view)
        if sure is not None or at is None:
            return sure
        decided = self._decide(view, at, rng)
        if not isinstance(decided, PendingGuess):
            return None
        me, other = view.player or 1, 3 - (view.player or 1)
        pile = cards_of(card for card, in_pile in zip(at.pending[other], decided.pending, strict=True) if in_pile)
        pile |= cards_of(at.pending[me]) & ~view.hand
        pile |= denied_by(view, 1) & denied_by(view, 2)  # what both have denied lies there openly
        rest = numbers_of(at.open & ~view.hand & ~cards_of(at.pending[me] + at.pending[other]))
        need = view.game.sizes[PILE] - pile.bit_count()
        return pile | cards_of(rng.permutation(rest)[:need].tolist())

    def _decide(self, view: View, at: TreePlace, rng: np.random.Generator) -> object | None:
        me = view.player or 1
        solved = solver().solve(at.duel)
        side = 0 if me == at.first else 1
        types = tuple(0 if view.hand >> card & 1 else 1 for card in at.pending[me])
        decision = solved.find(side, (at.past, types))
        if decision is None:
            return None
        chances = np.maximum(solved.chances(side, decision), 0.0)
        return decision.choices[int(rng.choice(len(chances), p=chances / chances.sum()))]


def locate(view: View) -> TreePlace | None:
    """Where the game is in the tree of the equilibrium; `None` if it has left it."""
    game = view.game
    if not isinstance(game, Myst) or game.p != 2 or game.q != 1:
        raise ParameterError(f"equilibrium play is for two players and questions of one card, not for {game}")
    at = TreePlace(Duel(game.m, game.n, game.n), 1, 0, {1: (), 2: ()}, game.deck)
    left = {0: game.m, 1: game.n, 2: game.n}
    asker, card = 0, 0
    for event in view.events:
        match event:
            case CardQuestion(player=asker, cards=cards):
                card = numbers_of(cards)[0]
                if not at.open >> card & 1 or card in at.pending[asker]:
                    return None
                at = _at_question(at, asker, left)
            case No(player=j) | Yes(player=j):
                at = _answered(at, asker, j, card, isinstance(event, Yes), left)
                if at.past < 0:
                    return None
            case Guess():
                return None
    return _at_question(at, view.stage.turn, left) if view.stage.phase is Phase.ASK else at


def _at_question(at: TreePlace, asker: int, left: dict[int, int]) -> TreePlace:
    """Where the game is when a question comes: once nothing is pending, that begins a smaller game."""
    if not at.past or any(at.pending.values()):
        return at
    duel = at.duel._replace(m=left[0], mine=left[asker], theirs=left[3 - asker])
    return replace(at, duel=duel, first=asker, past=0)


def _answered(at: TreePlace, asker: int, j: int, card: int, yes: bool, left: dict[int, int]) -> TreePlace:
    form = solver().solve(at.duel).form
    if card in at.pending[j]:  # an echo
        place = at.pending[j].index(card)
        event: object = (place, 0 if yes else 1)
        pending = at.pending | {j: at.pending[j][:place] + at.pending[j][place + 1 :]}
        left[j if yes else 0] -= 1
        open_cards = at.open & ~(1 << card)
    elif yes:
        event, pending, open_cards = "yes", at.pending, at.open & ~(1 << card)
        left[j] -= 1
    else:
        event, open_cards = "no", at.open
        pending = at.pending | {asker: (*at.pending[asker], card)}
    return replace(at, past=form.labels.after(at.past, event), pending=pending, open=open_cards)
