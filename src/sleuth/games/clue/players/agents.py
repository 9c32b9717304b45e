"""Players for MYST and Clue. An agent is given a view and nothing else, so it cannot peek.

An agent decides what to ask, what to show and whether to guess, and on a board where to go; the rest of the rules
leaves no choice. All of them guess when they are certain.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from sleuth.belief.seat_set import SeatSet
from sleuth.core.errors import ActionError, ParameterError
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.core.table_game import TableGame
from sleuth.games.clue.belief.card_set import CardSet
from sleuth.games.clue.belief.counting import Position
from sleuth.games.clue.belief.deduction import deduce
from sleuth.games.clue.belief.facts import evidence_of
from sleuth.games.clue.belief.showing_habits import SHOWING
from sleuth.games.clue.players.walking import ANYWHERE, next_step, room_doubts
from sleuth.games.clue.rules.actions import Action, CardQuestion, EndTurn, Guess, No, NoGuess, Shows, Yes
from sleuth.games.clue.rules.card_game import CardGame, Sort
from sleuth.games.clue.rules.cards import PILE, Cards, cards_of, numbers_of, pick
from sleuth.games.clue.rules.stage import Phase
from sleuth.games.clue.rules.views import View
from sleuth.kernels.arrays import Floats
from sleuth.strategies.seat_strategy import SeatDecision, SeatStrategy


@dataclass(frozen=True)
class Agent(SeatStrategy):
    """A player of any game of hidden hands."""

    shows: str = field(default="random", metadata={"choices": tuple(SHOWING), "help": "how the card to show is chosen"})

    def __post_init__(self) -> None:
        for name, parameter in self.parameters().items():
            if parameter.kind in (int, float) and not getattr(self, name) > 0:
                raise ParameterError(f"{self.name}: {name} is above 0, not {getattr(self, name)}")

    @classmethod
    def plays(cls, game: TableGame) -> bool:
        return isinstance(game, CardGame)

    def decide(self, info: SeatSet, *, rng: np.random.Generator, limit: Limit = UNLIMITED) -> SeatDecision:
        assert isinstance(info, CardSet)
        return SeatDecision(info, self.act(info.view, rng), str(self))

    def act(self, view: View, rng: np.random.Generator) -> Action:
        """What to do now."""
        me, stage = view.player, view.stage
        if me is None or stage.actor != me:
            raise ActionError(f"it is not for player {me} to act")
        if stage.phase is Phase.ANSWER:
            return Yes(me) if view.hand & (stage.question or 0) else No(me)
        if stage.phase is Phase.SHOW:
            return Shows(me, stage.turn, SHOWING[self.shows].choose(view, rng))
        if stage.phase is Phase.ASK:
            return CardQuestion(me, self.ask(view, rng))
        if stage.phase in (Phase.START, Phase.MOVE):
            return next_step(view, self.rooms(view), rng)
        if stage.phase is Phase.GUESS:
            pile = self.guess(view, rng)
            return NoGuess(me) if pile is None else Guess(me, pile)
        return EndTurn(me)

    @abstractmethod
    def ask(self, view: View, rng: np.random.Generator) -> Cards:
        """The question."""

    def rooms(self, view: View) -> Floats:
        """What a question in each room of a board is worth."""
        return room_doubts(Position.of(evidence_of(view)))

    def guess(self, view: View, rng: np.random.Generator) -> Cards | None:
        """The pile, where it is certain."""
        return certain_pile(view)


def certain_pile(view: View) -> Cards | None:
    """The pile, if the player knows it."""
    return CardSet(view, shows="any").certain


def sized(sort: Sort, drawn: int | None) -> tuple[Cards, int]:
    """The cards of a sort that must be in the question, and how many more are chosen."""
    if drawn is not None and sort.cards >> drawn & 1:
        return 1 << drawn, sort.question - 1
    return 0, sort.question


def best_cards(worth: Floats, cards: Cards, number: int, rng: np.random.Generator) -> Cards:
    """So many of these cards, those worth most; ties by chance."""
    if number <= 0:
        return 0
    numbers = np.array(numbers_of(cards))
    order = np.lexsort((rng.random(len(numbers)), -np.round(worth[numbers], 9)))
    return cards_of(numbers[order[:number]].tolist())


@dataclass(frozen=True)
class HeuristicAgent(Agent):
    """Asks for cards that may still lie in the pile, all alike; who keeps a notebook of crosses plays so."""

    name: ClassVar[str] = "heuristic"

    def rooms(self, view: View) -> Floats:
        grid = deduce(view.game, evidence_of(view).facts)
        assert grid is not None
        return ANYWHERE + _indicator(view.game, grid.may[PILE])[numbers_of(view.game.sorts[-1].cards)]

    def ask(self, view: View, rng: np.random.Generator) -> Cards:
        grid = deduce(view.game, evidence_of(view).facts)
        assert grid is not None
        worth, own = _indicator(view.game, grid.may[PILE]), _indicator(view.game, view.hand)
        return _by_sorts(view, lambda sort: worth + (own if sort.question > sort.pile else 0.0), rng)


@dataclass(frozen=True)
class LikelyAgent(Agent):
    """Asks for the likeliest pile. If nobody can answer, it was right."""

    name: ClassVar[str] = "most-likely"

    def ask(self, view: View, rng: np.random.Generator) -> Cards:
        return likeliest_question(view, Position.of(evidence_of(view)), rng)


def likeliest_piles(position: Position) -> list[Cards]:
    """The piles that are as likely as the likeliest."""
    best = position.piles[0][1]
    return [pile for pile, chance in position.piles if chance > best - 1e-9]


def likeliest_question(view: View, position: Position, rng: np.random.Generator) -> Cards:
    """The question for the likeliest pile; with more cards than the pile has, filled up with one's own."""
    game = view.game
    top = likeliest_piles(position)
    in_pile = _indicator(game, pick(top, rng))
    worth, filled = 2 * in_pile + position.probabilities[PILE], 2 * in_pile + 2 * _indicator(game, view.hand)
    return _by_sorts(view, lambda sort: worth + (filled if sort.question > sort.pile else 0.0), rng)


def _indicator(game: CardGame, cards: Cards) -> Floats:
    """For each card of the game, 1 if it is one of these and 0 if not."""
    return np.array([float(cards >> card & 1) for card in range(len(game.names))])


def _by_sorts(view: View, worth: Callable[[Sort], Floats], rng: np.random.Generator) -> Cards:
    """The question made of the cards of each sort that are worth most."""
    question = 0
    for sort in view.game.sorts:
        forced, number = sized(sort, view.stage.drawn)
        question |= forced | best_cards(worth(sort), sort.cards & ~forced, number, rng)
    return question


@dataclass(frozen=True)
class CamouflageAgent(Agent):
    """The thesis's player for two and q = m + n + 1 (section 4.1): any cards that are not in the open, filled up with
    cards that she has shown; and her timing (Theorem 4.1): the second player guesses after her question n - 1."""

    name: ClassVar[str] = "camouflage"

    def ask(self, view: View, rng: np.random.Generator) -> Cards:
        game = view.game
        shown = (event.card for event in view.events if isinstance(event, Shows))
        open_cards = cards_of(card for card in shown if card is not None)
        worth = 2 * _indicator(game, game.deck & ~open_cards) + _indicator(game, open_cards & view.hand)
        return _by_sorts(view, lambda sort: worth, rng)

    def guess(self, view: View, rng: np.random.Generator) -> Cards | None:
        sure = certain_pile(view)
        if sure is not None or view.player == 1:
            return sure
        asked = sum(isinstance(event, CardQuestion) and event.player == view.player for event in view.events)
        if asked < view.game.hands[0] - 1:
            return None
        return pick(likeliest_piles(Position.of(evidence_of(view))), rng)
