"""What questions are worth, estimated on worlds drawn at random: each world answers, and the answers cut the piles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, prod

import numpy as np

from sleuth.kernels.arrays import Array, Floats
from sleuth.multiplayer.cards import PILE, Cards, numbers_of
from sleuth.multiplayer.game import CardGame

MOST_QUESTIONS = 400


@dataclass(frozen=True)
class Cuts:
    """For each question and each world, the number of the answer; and the number of each world's pile."""

    questions: list[Cards]
    answers: Array
    piles: Array

    def bits(self) -> Floats:
        """What each question is expected to tell about the pile, in bits."""
        counts, (question, answer, _) = self._counts()
        n = self.piles.size
        joint = np.bincount(question, counts * np.log2(counts), len(self.questions))
        keys = question * (int(self.answers.max()) + 1) + answer
        _, place, whole = np.unique(keys, return_index=True, return_inverse=True)
        sums = np.bincount(whole, counts)
        by_answer = np.bincount(question[place], sums * np.log2(sums), len(self.questions))
        _, piles = np.unique(self.piles, return_counts=True)
        before = np.log2(n) - (piles * np.log2(piles)).sum() / n
        after = (by_answer - joint) / n
        told: Floats = before - after
        return told

    def guess_chance(self) -> Floats:
        """The chance that the likeliest pile is the right one after each question."""
        counts, (question, answer, _) = self._counts()
        keys = question * (int(self.answers.max()) + 1) + answer
        order = np.lexsort((counts, keys))
        last = np.append(np.diff(keys[order]) != 0, True)
        best = order[last]
        chance: Floats = np.bincount(question[best], counts[best], len(self.questions)) / self.piles.size
        return chance

    def _counts(self) -> tuple[Floats, tuple[Array, Array, Array]]:
        """How many worlds have each pair of answer and pile, question by question."""
        high, piles = int(self.answers.max()) + 1, int(self.piles.max()) + 1
        keys = (np.arange(len(self.questions))[:, None] * high + self.answers) * piles + self.piles[None, :]
        found, counts = np.unique(keys, return_counts=True)
        rest, pile = np.divmod(found, piles)
        question, answer = np.divmod(rest, high)
        return counts.astype(np.float64), (question, answer, pile)


def cuts(game: CardGame, player: int, questions: Sequence[Cards], worlds: Array, rng: np.random.Generator) -> Cuts:
    """What each world answers to each question of the player; who may show several cards shows any."""
    held = np.array([numbers_of(question) for question in questions])
    order = np.full(len(game.sizes), 127, np.int8)
    other, rank = game.next_player(player), 0
    while other != player:
        order[other] = rank
        other, rank = game.next_player(other), rank + 1
    ranks = order[worlds][:, held]  # worlds x questions x cards
    first = ranks.min(axis=2, keepdims=True)
    luck = rng.random(ranks.shape, np.float32)
    chosen = np.where(ranks == first, luck, -1.0).argmax(axis=2)
    shown = np.take_along_axis(np.broadcast_to(held, ranks.shape), chosen[:, :, None], 2)[:, :, 0]
    answers = np.where(first[:, :, 0] == 127, 0, 1 + first[:, :, 0].astype(np.int64) * len(game.names) + shown)
    ones = 1 << np.arange(worlds.shape[1], dtype=np.int64)
    _, piles = np.unique(((worlds == PILE) * ones).sum(axis=1), return_inverse=True)
    return Cuts(list(questions), answers.T, piles)


def questions_of(
    game: CardGame, drawn: int | None, rng: np.random.Generator, most: int = MOST_QUESTIONS
) -> list[Cards]:
    """Everything that may be asked; where that is too much, some of it."""
    total = prod(comb(sort.cards.bit_count(), sort.question) for sort in game.sorts)
    if total <= 4 * most:
        found = [q for q in game.questions() if drawn is None or q >> drawn & 1]
        if len(found) > most:
            found = [found[k] for k in sorted(rng.choice(len(found), most, replace=False).tolist())]
        return found
    found = []
    for _ in range(most):
        question = 0
        for sort in game.sorts:
            cards = rng.permutation(numbers_of(sort.cards))[: sort.question]
            for card in cards:
                question |= 1 << int(card)
        found.append(question)
    return sorted(set(found))
