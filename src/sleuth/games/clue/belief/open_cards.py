"""The cards that are not settled, and the hands that each holder may have of them, weighed by habits."""

from __future__ import annotations

from collections.abc import Iterable
from math import comb

import numpy as np

from sleuth.games.clue.belief.asking_habits import AskHabit
from sleuth.games.clue.belief.card_classes import arrange
from sleuth.games.clue.belief.deduction import Grid
from sleuth.games.clue.belief.facts import AskedFor, Showed, Silent
from sleuth.games.clue.belief.hand_join import Hands
from sleuth.games.clue.belief.showing_habits import ShowPolicy
from sleuth.games.clue.kernels import deals
from sleuth.games.clue.rules.cards import PILE, Cards, cards_of, numbers_of, union
from sleuth.games.clue.rules.errors import TooManyWorldsError
from sleuth.kernels.arrays import Array, Floats, frozen

MAX_HANDS = 5_000_000
MAX_ASKED = 16


class OpenCards:
    """The cards that are not settled, as a ground, and what each holder may have of them.

    Cards that nothing tells apart form a class; those of `question`, which may be asked next, stand alone.
    """

    def __init__(self, grid: Grid, habit: AskHabit | None, question: Cards = 0) -> None:
        self.grid, self.habit, game = grid, habit, grid.game
        settled = grid.settled
        self.evident = [show for show in grid.shows if show.question & ~settled & grid.may[show.holder]]
        self.asked: list[AskedFor | Silent] = [] if habit is None else grid.habits
        self.classes = _classes(grid, self.evident, self.asked, question)
        self.order, self.ground = arrange(self.classes)
        self.bit = {card: bit for bit, card in enumerate(self.order)}
        # The pile comes first, whether or not it is open.
        self.holders = [PILE, *(k for k in range(1, len(game.sizes)) if grid.open_size(k))]
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

    def hands(self, policy: ShowPolicy | None, plain: bool = False) -> dict[int, Hands]:
        """The hands, weighed by a policy of showing and by habits of asking; or, plainly, each for one."""
        rows: dict[int, Hands] = {}
        for k, masks in self.masks.items():
            weights = np.ones(masks.size)
            for show in self.evident:
                if policy is not None and show.holder == k:
                    weights *= self.show_chances(masks, show, policy)
            if not plain and any(one.holder == k for one in self.asked):
                weights *= self._habits(k, masks)
            rows[k] = Hands.of(self.grid.open_size(k), masks, weights)
        return rows

    def show_chances(self, masks: Array, show: Showed, policy: ShowPolicy) -> Floats:
        """For each hand, the chance of this show; 0 without the card."""
        held = self.grid.must[show.holder] & show.question
        free = [card for card in numbers_of(show.question) if card in self.bit]
        if len(free) > MAX_ASKED:
            raise TooManyWorldsError(f"{len(free)} cards of a question are open; shows are weighed up to {MAX_ASKED}")
        number = np.zeros(masks.size, np.int64)
        for place, card in enumerate(free):
            number |= (masks >> self.bit[card] & 1) << place
        table = []
        for choice in range(1 << len(free)):
            could = held | sum(1 << card for place, card in enumerate(free) if choice >> place & 1)
            table.append(policy.chance(could, show.card, show.before) if could >> show.card & 1 else 0.0)
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


def _classes(grid: Grid, evident: list[Showed], asked: list[AskedFor | Silent], question: Cards) -> list[list[int]]:
    """The open cards, those together that no fact tells apart."""
    classes: dict[tuple[object, ...], list[int]] = {}
    clauses = [(k, clause) for k, of_holder in enumerate(grid.clauses) for clause in sorted(of_holder)]
    questions = sorted({one.question for one in asked})
    apart = question | union(show.question for show in evident)
    for card in numbers_of(grid.game.deck & ~grid.settled):
        one = 1 << card
        key = (
            next(number for number, sort in enumerate(grid.game.sorts) if sort.cards & one),
            tuple(bool(may & one) for may in grid.may),
            tuple(bool(clause & one) for _, clause in clauses),
            tuple(bool(pile & one) for pile in sorted(grid.not_piles)),
            # A policy may treat every card of a question differently.
            card if apart & one else -1,
            tuple(bool(asked_for & one) for asked_for in questions),
        )
        classes.setdefault(key, []).append(card)
    return list(classes.values())
