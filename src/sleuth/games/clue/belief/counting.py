"""Exact counting: how many deals agree with the facts, how likely each card is where, and deals at random.

The hands of the players are listed one player at a time and joined over disjoint masks (`join`); the deals themselves
are never listed. Counts below 2^53 are exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from math import comb

import numpy as np

from sleuth.games.clue.belief.asking_habits import AskHabit
from sleuth.games.clue.belief.card_classes import arrange
from sleuth.games.clue.belief.deduction import Grid, deduce
from sleuth.games.clue.belief.facts import AskedFor, Evidence, Fact, Showed, Silent
from sleuth.games.clue.belief.hand_join import Hands, Join
from sleuth.games.clue.belief.showing_habits import RANDOM, ShowPolicy
from sleuth.games.clue.kernels import deals
from sleuth.games.clue.rules.card_game import CardGame
from sleuth.games.clue.rules.cards import PILE, Cards, Deal, cards_of, numbers_of
from sleuth.games.clue.rules.errors import NoWorldError, TooManyWorldsError
from sleuth.kernels.arrays import Array, Floats, frozen
from sleuth.measures.shannon import shannon

MAX_HANDS = 5_000_000


class Position:
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

    @classmethod
    def of(cls, evidence: Evidence, policy: ShowPolicy | None = RANDOM, habit: AskHabit | None = None) -> Position:
        """The position that somebody's evidence leaves."""
        return cls(evidence.game, evidence.facts, policy, habit)

    @cached_property
    def grid(self) -> Grid | None:
        """What is certain at once; `None` where the facts clash at once."""
        return deduce(self.game, self.facts)

    @cached_property
    def _open(self) -> _Open | None:
        if self.grid is None:
            return None
        board = _Open(self.grid, self.habit)
        return board if all(masks.size for masks in board.masks.values()) else None

    @cached_property
    def _counted(self) -> Join | None:
        """Every world for one."""
        return None if self._open is None else self._open.join(None, plain=True)

    @cached_property
    def _weighed(self) -> Join:
        if self._open is None or not (self._open.asked or (self.policy is not None and self._open.evident)):
            join = self._counted
        else:
            join = self._open.join(self.policy)
        if join is None or not join.total:
            raise NoWorldError
        return join

    @cached_property
    def worlds(self) -> int:
        """How many deals agree with the facts."""
        return 0 if self._counted is None else round(self._counted.total)

    @cached_property
    def probabilities(self) -> Floats:
        """How likely each card (column) is with each holder (row, the pile first)."""
        join, board = self._weighed, self._board
        table = np.zeros((len(self.game.sizes), len(self.game.names)))
        for holder, held in enumerate(board.grid.must):
            table[holder, numbers_of(held)] = 1.0
        for place, holder in enumerate(board.holders):
            shares = np.zeros(len(board.order))
            deals.card_shares(join.holders[place].masks, frozen(join.shares[place]), shares)
            table[holder, board.order] = shares / join.total
        return frozen(np.minimum(table, 1.0))

    @property
    def _board(self) -> _Open:
        if self._open is None:
            raise NoWorldError
        return self._open

    @cached_property
    def piles(self) -> list[tuple[Cards, float]]:
        """Every pile that is possible with its probability, the likeliest first."""
        return self.hands_of(PILE)

    def hands_of(self, holder: int) -> list[tuple[Cards, float]]:
        """Every hand that the holder may have with its probability, the likeliest first."""
        join, board = self._weighed, self._board
        known = board.grid.must[holder]
        if holder not in board.holders:
            return [(known, 1.0)]
        place = board.holders.index(holder)
        hands = [
            (known | board.cards(int(mask)), float(share))
            for mask, share in zip(join.holders[place].masks, join.shares[place] / join.total, strict=True)
            if share > 0
        ]
        return sorted(hands, key=lambda pair: (-pair[1], numbers_of(pair[0])))

    @cached_property
    def entropy_bits(self) -> float:
        """What is missing to know the pile, in bits."""
        return float(shannon([probability for _, probability in self.piles]))

    def deals(self) -> Iterator[Deal]:
        """Every deal that agrees with the facts. Look at `worlds` first."""
        if not self.worlds:
            return
        board = self._board
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
        join, board = self._weighed, self._board
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
        join, board = self._weighed, self._board
        out = np.zeros((number, len(self.game.names)), np.int8)
        for holder, held in enumerate(board.grid.must):
            out[:, numbers_of(held)] = holder
        out[:, board.order] = np.array(board.holders, np.int8)[join.samples(number, rng)]
        return out


def deal_of(game: CardGame, world: Array) -> list[Cards]:
    """A sampled deal, the holder of each card, as the cards of each holder."""
    return [cards_of(np.flatnonzero(world == holder).tolist()) for holder in range(len(game.sizes))]


class _Open:
    """The cards that are not settled, as a ground, and what each holder may have of them."""

    def __init__(self, grid: Grid, habit: AskHabit | None) -> None:
        self.grid, self.habit, game = grid, habit, grid.game
        settled = grid.settled
        self.evident = [show for show in grid.shows if show.question & ~settled & grid.may[show.holder]]
        self.asked: list[AskedFor | Silent] = [] if habit is None else grid.habits
        self.order, self.ground = arrange(_classes(grid, self.evident, self.asked))
        self.bit = {card: bit for bit, card in enumerate(self.order)}
        # The pile comes first, whether or not it is open.
        self.holders = [PILE, *(k for k in game.players if grid.open_size(k))]
        self.masks = {k: self._list(k) for k in self.holders}

    def mask(self, cards: Cards) -> int:
        """A set of cards as bits of the ground; settled cards fall away."""
        return cards_of(self.bit[card] for card in numbers_of(cards) if card in self.bit)

    def cards(self, mask: int) -> Cards:
        """Bits of the ground as cards."""
        return cards_of(self.order[bit] for bit in numbers_of(mask))

    def _list(self, holder: int) -> Array:
        grid = self.grid
        may = grid.may[holder] & ~grid.must[holder]
        if holder != PILE:
            clauses = [self.mask(clause) for clause in sorted(grid.clauses[holder])]
            return self._subsets(may, grid.open_size(holder), clauses)
        piles = np.zeros(1, np.int64)
        for sort in grid.game.sorts:
            left = sort.pile - (grid.must[PILE] & sort.cards).bit_count()
            piles = (piles[:, None] | self._subsets(may & sort.cards, left, [])[None, :]).reshape(-1)
        keep = np.ones(piles.size, np.bool_)
        for cards in grid.not_piles:
            if grid.must[PILE] & ~cards == 0 and cards & ~(grid.may[PILE] | grid.must[PILE]) == 0:
                keep &= piles != self.mask(cards & ~grid.must[PILE])
        for clause in grid.clauses[PILE]:
            keep &= piles & self.mask(clause) != 0
        return piles[keep]

    def _subsets(self, cards: Cards, size: int, clauses: list[int]) -> Array:
        most = comb(cards.bit_count(), size)
        if most > MAX_HANDS:
            raise TooManyWorldsError(f"a holder has {most:,} possible hands; they are listed up to {MAX_HANDS:,}")
        if most == 0:
            return np.zeros(0, np.int64)
        ones = np.array([1 << self.bit[card] for card in numbers_of(cards)], np.int64)
        out = np.zeros(most, np.int64)
        number = deals.list_hands(frozen(np.sort(ones)), size, frozen(np.array(clauses, np.int64)), out)
        return out[:number]

    def join(self, policy: ShowPolicy | None, plain: bool = False) -> Join:
        """The deals, weighed by a policy of showing and by habits of asking; or, plainly, each for one."""
        rows = []
        for k in self.holders:
            masks, size = self.masks[k], self.grid.open_size(k)
            weights = np.ones(masks.size)
            for show in self.evident if policy is not None else ():
                if show.holder == k:
                    weights *= self._chances(masks, show, policy)
            if not plain and any(one.holder == k for one in self.asked):
                weights *= self._habits(k, masks)
            rows.append(Hands.of(size, masks, weights))
        return Join(self.ground, rows)

    def _chances(self, masks: Array, show: Showed, policy: ShowPolicy | None) -> Floats:
        """For each hand, the chance of this show."""
        assert policy is not None
        held = self.grid.must[show.holder] & show.question
        free = [card for card in numbers_of(show.question) if card in self.bit]
        number = np.zeros(masks.size, np.int64)
        for place, card in enumerate(free):
            number |= (masks >> self.bit[card] & 1) << place
        table = []
        for choice in range(1 << len(free)):
            also = sum(1 << card for place, card in enumerate(free) if choice >> place & 1)
            table.append(policy.chance(held | also, show.card, show.before))
        return np.array(table)[number]

    def _habits(self, holder: int, masks: Array) -> Floats:
        """For each hand, how much likelier its holder's questions and silences are than if they told nothing."""
        assert self.habit is not None

        def held(sets: Iterable[Cards]) -> Array:
            return np.array([self._held(masks, self.grid.must[holder], cards) for cards in sets])

        asked = [one.question for one in self.asked if one.holder == holder and isinstance(one, AskedFor)]
        silent = [one.question for one in self.asked if one.holder == holder and isinstance(one, Silent)]
        weights = np.ones(masks.size)
        if asked:
            sizes = held(sort.cards for sort in self.grid.game.sorts)
            weights *= self.habit.weights(self.grid.game, held(asked), sizes)
        if silent:
            weights *= self.habit.silence(held(silent))
        return weights

    def _held(self, masks: Array, known: Cards, cards: Cards) -> Array:
        """How many of these cards each hand has, together with those that its holder is known to have."""
        open_cards = np.bitwise_count(masks & self.mask(cards & ~known)).astype(np.int64)
        return np.asarray((known & cards).bit_count() + open_cards)


def _classes(grid: Grid, evident: list[Showed], asked: list[AskedFor | Silent]) -> list[list[int]]:
    """The open cards, those together that no fact tells apart."""
    classes: dict[tuple[object, ...], list[int]] = {}
    clauses = [(k, clause) for k, of_holder in enumerate(grid.clauses) for clause in sorted(of_holder)]
    questions = sorted({one.question for one in asked})
    for card in numbers_of(grid.game.deck & ~grid.settled):
        one = 1 << card
        key = (
            next(number for number, sort in enumerate(grid.game.sorts) if sort.cards & one),
            tuple(bool(may & one) for may in grid.may),
            tuple(bool(clause & one) for _, clause in clauses),
            tuple(bool(pile & one) for pile in sorted(grid.not_piles)),
            # A policy may treat every card of the question differently.
            tuple(card if show.question & one else -1 for show in evident),
            tuple(bool(question & one) for question in questions),
        )
        classes.setdefault(key, []).append(card)
    return list(classes.values())
