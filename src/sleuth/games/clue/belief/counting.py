"""Exact counting: how many deals agree with the facts, how likely each card is where, and deals at random.

The hands of the players are listed one player at a time and joined over disjoint masks (`join`); the deals themselves
are never listed. Counts are exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

import numpy as np

from sleuth.core.displayed import Displayed
from sleuth.core.text import plural
from sleuth.games.clue.belief.asking_habits import AskHabit
from sleuth.games.clue.belief.deduction import Grid, deduce
from sleuth.games.clue.belief.facts import Evidence, Fact
from sleuth.games.clue.belief.hand_join import Join
from sleuth.games.clue.belief.open_cards import MAX_HANDS, OpenCards
from sleuth.games.clue.belief.showing_habits import RANDOM, ShowPolicy
from sleuth.games.clue.kernels import deals
from sleuth.games.clue.rules.card_game import CardGame
from sleuth.games.clue.rules.cards import PILE, Cards, Deal, cards_of, numbers_of
from sleuth.games.clue.rules.errors import NoWorldError, TooManyWorldsError
from sleuth.kernels.arrays import Array, Floats, frozen
from sleuth.measures.shannon import shannon

MAX_SOLUTIONS = 10
"""Solutions that are named."""


class Position(Displayed):
    """All that a set of facts leaves open.

    Worlds are counted as they are; probabilities weigh each by the chance that the cards were shown which were shown
    (`policy`, `None` for no such evidence). Nothing is worked out before it is asked for.

    >>> from sleuth.games.clue.rules.clue import Clue
    >>> from sleuth.games.clue.belief.facts import Has
    >>> game = Clue.of(6)
    >>> Position(game).worlds
    44460928512000
    >>> Position(game, [Has(1, game.cards("Plum, Rope, Hall"))]).worlds
    33633600000
    """

    def __init__(
        self,
        game: CardGame,
        facts: Iterable[Fact] = (),
        policy: ShowPolicy | None = RANDOM,
        habit: AskHabit | None = None,
    ) -> None:
        self.game, self.facts, self.policy, self.habit = game, tuple(facts), policy, habit

    def __repr__(self) -> str:
        return f"<Position of {self.game}: {plural(len(self.facts), 'fact')}>"

    def figures(self, public: Cards = 0) -> dict[str, Any]:
        """A detective's notebook: who has what, with exact probabilities, and the likeliest piles."""
        game = self.game

        def row(holder: int) -> dict[str, float]:
            return dict(zip(game.names, self.probabilities[holder].tolist(), strict=True))

        return {
            "worlds": self.worlds,
            "entropy_bits": self.entropy_bits,
            "sorts": game.card_sorts,
            "envelope": row(PILE),
            "hands": {game.player_names[i - 1]: row(i) for i in game.players},
            "public": game.card_names(public),
            "solutions": [
                {"cards": game.card_names(cards), "probability": chance} for cards, chance in self.piles[:MAX_SOLUTIONS]
            ],
        }

    @classmethod
    def of(cls, evidence: Evidence, policy: ShowPolicy | None = RANDOM, habit: AskHabit | None = None) -> Position:
        """The position that somebody's evidence leaves."""
        return cls(evidence.game, evidence.facts, policy, habit)

    @cached_property
    def grid(self) -> Grid | None:
        """What is certain at once; `None` where the facts clash at once."""
        return deduce(self.game, self.facts)

    @cached_property
    def _open(self) -> OpenCards | None:
        if self.grid is None:
            return None
        board = OpenCards(self.grid, self.habit)
        return board if all(masks.size for masks in board.masks.values()) else None

    @cached_property
    def _counted(self) -> Join | None:
        """Every world for one."""
        board = self._open
        return None if board is None else Join(board.ground, list(board.hands(None, plain=True).values()))

    @cached_property
    def _weighed(self) -> Join:
        board = self._open
        if board is None or not (board.asked or (self.policy is not None and board.evident)):
            join = self._counted
        else:
            join = Join(board.ground, list(board.hands(self.policy).values()))
        if join is None or not join.total:
            raise NoWorldError
        return join

    @cached_property
    def worlds(self) -> int:
        """How many deals agree with the facts."""
        return 0 if self._counted is None else self._counted.count

    @property
    def certain(self) -> bool:
        """Whether just one pile is possible. No weight is 0, so that this follows from the facts, not from habits."""
        return int(np.count_nonzero(self.pile_chances)) == 1

    @cached_property
    def pile_chances(self) -> Floats:
        """The probability of each pile, in no order."""
        return _chances(self._weighed.shares(PILE) / self._weighed.total)

    @cached_property
    def probabilities(self) -> Floats:
        """How likely each card (column) is with each holder (row, the pile first); 0 and 1 are certain."""
        join, board = self._weighed, self.board
        table = np.zeros((len(self.game.sizes), len(self.game.names)))
        for holder, held in enumerate(board.grid.must):
            table[holder, numbers_of(held)] = 1.0
        for place, holder in enumerate(board.holders):
            shares = np.zeros(len(board.order))
            deals.card_shares(join.holders[place].masks, frozen(join.shares(place)), shares)
            table[holder, board.order] = shares / join.total
        return frozen(_chances(table))

    @property
    def board(self) -> OpenCards:
        """The cards that are not settled."""
        if self._open is None:
            raise NoWorldError
        return self._open

    @cached_property
    def piles(self) -> list[tuple[Cards, float]]:
        """Every pile that is possible with its probability, the likeliest first."""
        return self.hands_of(PILE)

    def hands_of(self, holder: int) -> list[tuple[Cards, float]]:
        """Every hand that the holder may have with its probability, the likeliest first."""
        join, board = self._weighed, self.board
        known = board.grid.must[holder]
        if holder not in board.holders:
            return [(known, 1.0)]
        place = board.holders.index(holder)
        hands = [
            (known | board.cards(int(mask)), float(share))
            for mask, share in zip(join.holders[place].masks, _chances(join.shares(place) / join.total), strict=True)
            if share > 0
        ]
        return sorted(hands, key=lambda pair: (-pair[1], numbers_of(pair[0])))

    @cached_property
    def entropy_bits(self) -> float:
        """What is missing to know the pile, in bits."""
        return float(shannon(self.pile_chances))

    def deals(self) -> Iterator[Deal]:
        """Every deal that agrees with the facts. Look at `worlds` first."""
        if not self.worlds:
            return
        board = self.board
        hands = {k: np.zeros(1, np.int64) for k in range(len(self.game.sizes))}
        dealt = np.zeros(1, np.int64)
        for holder in sorted(board.holders, key=lambda k: board.masks[k].size):
            which, hand = np.nonzero(dealt[:, None] & board.masks[holder][None, :] == 0)
            if which.size > MAX_HANDS:
                raise TooManyWorldsError(
                    f"{which.size:,} ways to deal some of the hands; up to {MAX_HANDS:,} are listed"
                )
            hands = {k: masks[which] for k, masks in hands.items()}
            hands[holder] = board.masks[holder][hand]
            dealt = dealt[which] | hands[holder]
        for row in range(dealt.size):
            yield tuple(board.grid.must[k] | board.cards(int(hands[k][row])) for k in hands)

    def chance(self, deal: Deal) -> float:
        """The probability of a whole deal."""
        join, board = self._weighed, self.board
        if any(known & ~hand for known, hand in zip(board.grid.must, deal, strict=True)):
            return 0.0
        weight = 1.0
        for place, holder in enumerate(board.holders):
            hands = join.holders[place]
            found = np.flatnonzero(hands.masks == board.mask(deal[holder] & ~board.grid.must[holder]))
            weight *= float(hands.weights[found[0]]) if found.size else 0.0
        return weight / join.total

    def samples(self, number: int, rng: np.random.Generator) -> Array:
        """Deals drawn independently from the worlds as they weigh: the holder of each card, one row a deal."""
        join, board = self._weighed, self.board
        out = np.zeros((number, len(self.game.names)), np.int8)
        for holder, held in enumerate(board.grid.must):
            out[:, numbers_of(held)] = holder
        out[:, board.order] = np.array(board.holders, np.int8)[join.samples(number, rng)]
        return out


def _chances(table: Floats) -> Floats:
    """Chances as they were added up, along the first axis: 1 where nothing else is possible, and only there."""
    alone = np.count_nonzero(table, axis=0) == 1
    return np.where(alone & (table > 0), 1.0, np.minimum(table, np.nextafter(1.0, 0.0)))


def deal_of(game: CardGame, world: Array) -> list[Cards]:
    """A sampled deal, the holder of each card, as the cards of each holder."""
    return [cards_of(np.flatnonzero(world == holder).tolist()) for holder in range(len(game.sizes))]
