"""Explicit worlds with a partition for each player: exact knowledge of any depth, for small games.

A world is a deal together with the cards that were shown in private, since what others know depends on them. A player
cannot tell two worlds apart if they agree on the player's hand and on every card that the player saw or showed. Player
i knows what holds in the whole cell of i; common knowledge is what holds in the whole component.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

import numpy as np

from sleuth.games.clue.belief.formulas import And, Common, Formula, Holds, Knows, Not, core
from sleuth.games.clue.rules.actions import Action, CardQuestion, Guess, No, Shows, Yes
from sleuth.games.clue.rules.card_game import CardGame
from sleuth.games.clue.rules.cards import PILE, Cards, Deal, numbers_of, subsets
from sleuth.games.clue.rules.errors import NoWorldError, TooManyWorldsError
from sleuth.games.clue.rules.situation import Situation
from sleuth.games.clue.rules.transcript import Transcript
from sleuth.kernels.arrays import Array, Bools

MAX_WORLDS = 2_000_000

Masks = Array
"""Sets of cards."""
Rows = Array
"""Numbers of worlds or of cells."""


class Worlds:
    """The worlds that nobody at the table can rule out together. It never changes: what happens makes a new one.

    `seen` is a row of truth values: the worlds that agree with what is known of the real one.
    """

    def __init__(self, game: CardGame, hands: Masks, cells: Sequence[Rows], seen: Bools, question: Cards = 0) -> None:
        self.game, self.hands, self.cells, self.seen, self._question = game, hands, tuple(cells), seen, question

    @classmethod
    def begin(cls, game: CardGame, known: Sequence[Cards | None] = ()) -> Worlds:
        """Every deal; what is known of the real one is which hands it has."""
        if game.deal_count > MAX_WORLDS:
            raise TooManyWorldsError(
                f"{game} has {game.deal_count:,} deals; worlds are listed one by one up to {MAX_WORLDS:,}"
            )
        hands = all_deals(game)
        seen_by = ([player, game.table] if game.public else [player] for player in game.players)
        cells = [np.unique(hands[rows], axis=1, return_inverse=True)[1].reshape(-1) for rows in seen_by]
        seen = np.ones(hands.shape[1], np.bool_)
        for holder, cards in enumerate(known):
            if cards is not None:
                seen &= hands[holder] == cards
        return cls(game, hands, cells, seen)

    @classmethod
    def of(cls, log: Situation | Transcript) -> Worlds:
        """The worlds after everything in a situation, or in the log of one."""
        log = Transcript.of(log) if isinstance(log, Situation) else log
        return cls.begin(log.game, log.known).after_all(log.events)

    def __len__(self) -> int:
        return int(self.hands.shape[1])

    def after(self, event: Action) -> Worlds:
        """The worlds after one more event. Every player sees it, but for the card of a show."""
        match event:
            case CardQuestion(cards=cards):
                return Worlds(self.game, self.hands, self.cells, self.seen, cards)
            case No(player=j) | Yes(player=j):
                holding = self.hands[j] & self._question != 0
                return self._rows(np.flatnonzero(holding == isinstance(event, Yes)))
            case Shows():
                return self._shown(event)
            case Guess(cards=cards, right=right):
                hit = self.hands[PILE] == cards
                if right is None:  # then only the real world can tell
                    real = hit[self.seen]
                    if real.size and real.min() != real.max():
                        raise NoWorldError("a guess must say whether it was right or wrong")
                    right = bool(real.size and real[0])
                return self._rows(np.flatnonzero(hit if right else ~hit))
        return self

    def after_all(self, events: Iterable[Action]) -> Worlds:
        """The worlds after several events."""
        return reduce(Worlds.after, events, self)

    def announce(self, formula: Formula) -> Worlds:
        """The worlds after somebody told everybody, truly, that the formula holds."""
        return self._rows(np.flatnonzero(self.truth(formula)))

    def _rows(self, rows: Rows) -> Worlds:
        cells = [cell[rows] for cell in self.cells]
        return Worlds(self.game, self.hands[:, rows], cells, self.seen[rows], self._question)

    def _shown(self, event: Shows) -> Worlds:
        """One world for each card that may have been shown; only the two players can tell these apart."""
        cards = numbers_of(self._question)
        holding = [np.flatnonzero(self.hands[event.player] >> card & 1) for card in cards]
        row, card_shown = np.concatenate(holding), np.repeat(cards, [rows.size for rows in holding])
        if row.size > MAX_WORLDS:
            raise TooManyWorldsError(f"{row.size:,} worlds after a show; they are listed up to {MAX_WORLDS:,}")
        after = self._rows(row)
        cells = list(after.cells)
        for player in (event.player, event.to):
            cells[player - 1] = _together(cells[player - 1], card_shown)
        seen = after.seen if event.card is None else after.seen & (card_shown == event.card)
        return Worlds(self.game, after.hands, cells, seen, self._question)

    # Formulas.

    def truth(self, formula: Formula) -> Bools:
        """In which worlds the formula is true."""
        match core(formula):
            case Holds(holder=holder, card=card):
                return np.asarray(self.hands[holder] >> card & 1 == 1)
            case Not(inner=inner):
                return ~self.truth(inner)
            case And(parts=parts):
                return reduce(np.logical_and, map(self.truth, parts), np.ones(len(self), np.bool_))
            case Knows(player=player, inner=inner):
                return _everywhere(self.cells[player - 1], self.truth(inner))
            case Common(players=players, inner=inner):
                return _everywhere(self.components(players), self.truth(inner))
        raise TypeError(f"{formula!r} is no formula")

    def holds(self, formula: Formula) -> bool | None:
        """Whether the formula is true in the real world; `None` where what is known of it leaves that open."""
        values = self.truth(formula)[self.seen]
        if not values.size:
            raise NoWorldError
        return True if values.all() else None if values.any() else False

    def components(self, players: Iterable[int]) -> Rows:
        """A number for each world, the same where a chain of worlds joins them that some player cannot tell apart."""
        label = np.arange(len(self))
        groups = [self.cells[i - 1] for i in players]
        while True:
            before = label
            for cell in groups:
                least = np.full(cell.max(initial=-1) + 1, len(self))
                np.minimum.at(least, cell, label)
                label = least[cell]
            if (label == before).all():
                return label

    def deals(self) -> set[Deal]:
        """The deals that agree with what is known."""
        return {tuple(column) for column in self.hands[:, self.seen].T.tolist()}


def all_deals(game: CardGame) -> Masks:
    """Every deal: one row a holder, one column a deal."""
    hands = np.array([list(game.piles())], np.int64).reshape(1, -1)
    for size in game.sizes[1:]:
        free = ~np.bitwise_or.reduce(hands, axis=0) & game.deck
        # Deals that leave the same cards go on alike, so that each set of cards is cut up once.
        left, which = np.unique(free, return_inverse=True)
        options = np.array([list(subsets(int(cards), size)) for cards in left], np.int64)
        chosen = options[which.reshape(-1)]
        hands = np.hstack([np.vstack([hands, chosen[None, :, choice]]) for choice in range(chosen.shape[1])])
    return hands


def _together(one: Rows, other: Rows) -> Rows:
    """Cells cut further: by both labels."""
    whole = one.astype(np.int64) * (int(other.max(initial=0)) + 1) + other
    return np.unique(whole, return_inverse=True)[1].reshape(-1)


def _everywhere(cell: Rows, truth: Bools) -> Bools:
    """For each world, whether something is true in the whole cell of it."""
    wrong = np.bincount(cell, weights=~truth, minlength=int(cell.max(initial=-1)) + 1)
    return np.asarray(wrong[cell] == 0)
