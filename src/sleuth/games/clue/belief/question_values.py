"""What a question is worth, exactly: every answer cuts the deals, and leaves some weight to each pile."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from sleuth.games.clue.belief.counting import Position
from sleuth.games.clue.belief.facts import Showed
from sleuth.games.clue.belief.hand_join import MAX_WORK, Hands, Join, Masses, choose_row
from sleuth.games.clue.belief.open_cards import OpenCards
from sleuth.games.clue.belief.showing_habits import RANDOM
from sleuth.games.clue.rules.cards import PILE, Cards, numbers_of
from sleuth.kernels.arrays import Array, Floats
from sleuth.measures.shannon import shannon


@dataclass(frozen=True)
class QuestionValue:
    """What a question is expected to bring, with standard errors where it was estimated."""

    bits: float
    """What it tells about the pile."""
    guess_chance: float
    """The chance that the best guess after it is right."""
    bits_error: float = 0.0
    guess_error: float = 0.0
    exact: bool = True


class QuestionAnswer(NamedTuple):
    """Somebody shows a card, or nobody has one; and the weight of each pile with that, of 1 for all answers."""

    player: int | None
    card: int | None
    piles: Floats


@dataclass(frozen=True)
class Asking:
    """Somebody who may ask, what she believes, and what each of the others has shown her."""

    position: Position
    asker: int
    seen: Mapping[int, Cards]

    def kind(self, question: Cards) -> Hashable:
        """Questions of the same kind are worth the same: nothing tells their cards apart."""
        return tuple(sorted(self._kinds[card] for card in numbers_of(question)))

    @cached_property
    def _kinds(self) -> dict[int, tuple[int, int, int]]:
        board = self.position.board
        kinds = {card: (number, 0, 0) for number, cards in enumerate(board.classes) for card in cards}
        for holder, held in enumerate(board.grid.must):
            kinds |= {card: (-1, holder, self.seen.get(holder, 0) >> card & 1) for card in numbers_of(held)}
        return kinds

    def value(self, question: Cards, most: float = MAX_WORK) -> QuestionValue:
        """What a question is worth. Too much work, in pairs of hands to be joined for one answer, raises."""
        weights = np.array([answer.piles for answer in self.answers(question, most)])
        return QuestionValue(max(0.0, float(mutual_bits(weights))), float(weights.max(axis=1).sum()))

    def answers(self, question: Cards, most: float = MAX_WORK) -> list[QuestionAnswer]:
        """Everything that a question may be answered with."""
        board = OpenCards(self.position.board.grid, self.position.habit, question)
        hands = board.hands(self.position.policy)
        for j in self.position.game.others(self.asker):
            if j not in hands and board.grid.must[j] & question:
                hands[j] = Hands.of(0, np.zeros(1, np.int64), np.ones(1))
        row = choose_row(board.ground, list(hands.values()), PILE, most)
        masses: Masses = {}
        cases = list(self._cases(board, hands, question))
        weights = np.array([Join(board.ground, case, row, masses).shares(PILE) for _, _, case in cases])
        weights /= weights.sum()
        return [QuestionAnswer(j, card, piles) for (j, card, _), piles in zip(cases, weights, strict=True)]

    def _cases(
        self, board: OpenCards, hands: dict[int, Hands], question: Cards
    ) -> Iterator[tuple[int | None, int | None, list[Hands]]]:
        """The hands that go with each answer: a player shows a card, and nobody before her has one; or nobody has."""
        policy = self.position.policy or RANDOM
        for j in self.position.game.others(self.asker):
            if j not in hands:
                continue
            size, masks, weights = hands[j]
            for card in numbers_of(question & (board.grid.must[j] | board.grid.may[j])):
                show = Showed(j, question, card, self.seen.get(j, 0))
                shown = _some(size, masks, weights * board.show_chances(masks, show, policy))
                yield j, card, list({**hands, j: shown}.values())
            none = np.full(masks.size, not board.grid.must[j] & question) & (masks & board.mask(question) == 0)
            hands = {**hands, j: _some(size, masks, weights * none)}
            if not none.any():
                return
        yield None, None, list(hands.values())


def mutual_bits(weights: Array) -> Floats:
    """What answer and pile tell of each other, in bits, for each table of the two."""
    flat = weights.reshape(*weights.shape[:-2], -1)
    return np.asarray(shannon(weights.sum(axis=-2)) + shannon(weights.sum(axis=-1)) - shannon(flat))


def _some(size: int, masks: Array, weights: Floats) -> Hands:
    """The hands that weigh anything."""
    keep = weights > 0
    return Hands.of(size, masks[keep], weights[keep])
