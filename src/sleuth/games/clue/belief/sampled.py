"""What questions are worth, estimated on worlds drawn at random: each world answers, and the answers cut the piles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb, hypot, log, prod, sqrt

import numpy as np

from sleuth.games.clue.belief.question_values import QuestionValue, mutual_bits
from sleuth.games.clue.rules.card_game import CardGame
from sleuth.games.clue.rules.cards import PILE, Cards, cards_of, numbers_of, union
from sleuth.games.clue.rules.views import View
from sleuth.kernels.arrays import Array, Floats
from sleuth.measures.shannon import shannon

MAX_QUESTIONS = 400
NOBODY = 127
MAX_CELLS = 4_000_000
"""Cells of a table of questions, answers and piles that is held at a time."""


@dataclass(frozen=True)
class Cuts:
    """What sampled worlds answer to some questions. An answer is 0 if nobody has a card, else who shows which card."""

    questions: list[Cards]
    answers: Array
    """For each question and each world, the number of the answer."""
    piles: Array
    """For each world, the number of its pile."""
    choices: Array
    """For each question and each world, how many cards the one who answers could show; 1 where nobody answers."""

    def bits(self) -> Floats:
        """What each question seems to tell about the pile, in bits: too much, where worlds are few."""
        return np.concatenate([mutual_bits(counts) for counts in self._counts()])

    def deal_bits(self) -> Floats:
        """What each question is expected to tell about the whole deal, in bits.

        That is how open its answer is, less what is open only because somebody may choose which card to show.
        """
        of_answers = np.concatenate([shannon(counts.sum(axis=2)) for counts in self._counts()])
        return np.asarray(of_answers - np.log2(self.choices).mean(axis=1))

    def guess_chance(self) -> Floats:
        """How often the likeliest pile after each question is the right one: too often, where worlds are few."""
        return np.concatenate([counts.max(axis=2).sum(axis=1) / self.piles.size for counts in self._counts()])

    def values(self) -> list[QuestionValue]:
        """What each question is worth, without the bias of few worlds, and with standard errors.

        Bits are corrected as Miller and Madow do; a guess is chosen on one half of the worlds and judged on the other.
        """
        values: list[QuestionValue] = []
        halves = (self._counts(slice(first, None, 2)) for first in (0, 1))
        for counts, one, other in zip(self._counts(), *halves, strict=True):
            right = sum(
                np.take_along_axis(judged, chosen.argmax(axis=2)[:, :, None], axis=2).sum(axis=(1, 2))
                for chosen, judged in ((one, other), (other, one))
            )
            for cells, chance in zip(counts, (right / self.piles.size).tolist(), strict=True):
                bits, bits_error = _corrected(cells)
                error = sqrt(chance * (1 - chance) / self.piles.size)
                values.append(QuestionValue(bits, chance, bits_error, error, exact=False))
        return values

    def _counts(self, worlds: slice = slice(None)) -> Iterator[Array]:
        """How many of the worlds have each answer and pile, some questions at a time."""
        answers, piles = int(self.answers.max()) + 1, int(self.piles.max()) + 1
        step = max(1, MAX_CELLS // (answers * piles))
        for first in range(0, len(self.questions), step):
            part = self.answers[first : first + step, worlds]
            cells = (np.arange(len(part))[:, None] * answers + part) * piles + self.piles[worlds]
            counts = np.bincount(cells.ravel(), minlength=len(part) * answers * piles)
            yield counts.reshape(len(part), answers, piles)


def _corrected(cells: Array) -> tuple[float, float]:
    """The bits of a table of counts, less what they are too many on average, and their error."""
    answers, piles, total = cells.sum(axis=1), cells.sum(axis=0), int(cells.sum())
    at = np.nonzero(cells)
    pointwise = np.log2(cells[at] * total / (answers[at[0]] * piles[at[1]]))
    shares = cells[at] / total
    bits = float((shares * pointwise).sum())
    spread = float((shares * pointwise**2).sum()) - bits**2
    extra = (at[0].size - int(np.count_nonzero(answers)) - int(np.count_nonzero(piles)) + 1) / (2 * total * log(2))
    return max(0.0, bits - extra), hypot(sqrt(max(0.0, spread) / total), extra)


def cuts(game: CardGame, player: int, questions: Sequence[Cards], worlds: Array, rng: np.random.Generator) -> Cuts:
    """What each world answers to each question of the player; who may show several cards shows any."""
    cards = np.array([numbers_of(question) for question in questions])
    ranks = np.full(len(game.sizes), NOBODY, np.int8)
    ranks[game.others(player)] = np.arange(len(game.hands) - 1)
    by_card = ranks[worlds]
    held = [by_card[:, place] for place in cards.T]  # who has it, counted from the player; worlds x questions
    first = np.minimum.reduce(held)
    luck = np.moveaxis(rng.random((*first.shape, len(held)), np.float32), 2, 0).copy()
    best, shown, choices = np.full(first.shape, -1.0, np.float32), np.zeros_like(first), np.zeros_like(first)
    for place, who in enumerate(held):
        could = who == first
        better = could & (luck[place] > best)
        np.copyto(best, luck[place], where=better)
        np.putmask(shown, better, place)
        choices += could
    nobody = first == NOBODY
    answers = 1 + first.astype(np.int64) * len(held) + shown
    answers[nobody], choices[nobody] = 0, 1
    ones = 1 << np.arange(worlds.shape[1], dtype=np.int64)
    _, piles = np.unique(((worlds == PILE) * ones).sum(axis=1), return_inverse=True)
    return Cuts(list(questions), answers.T, piles, choices.T)


def questions_of(game: CardGame, one_of: Cards | None, rng: np.random.Generator) -> list[Cards]:
    """Everything that may be asked, or that has one of some cards; where that is too much, some of it."""
    total = prod(comb(sort.cards.bit_count(), sort.question) for sort in game.sorts)
    if total <= 4 * MAX_QUESTIONS:
        return [question for question in game.questions() if one_of is None or question & one_of]
    hands = (
        [
            cards_of(rng.permutation(numbers_of(sort.cards & (one_of or 0) or sort.cards))[: sort.question].tolist())
            for sort in game.sorts
        ]
        for _ in range(MAX_QUESTIONS)
    )
    return sorted(set(map(union, hands)))


def question_cuts(view: View, worlds: Array, rng: np.random.Generator, also: Cards | None = None) -> Cuts:
    """What the worlds answer to everything that the viewer may ask, or to some of it and `also`."""
    assert view.player is not None
    drawn = view.stage.drawn
    questions = questions_of(view.game, None if drawn is None else 1 << drawn, rng)
    if len(questions) > MAX_QUESTIONS:
        chosen = rng.choice(len(questions), MAX_QUESTIONS, replace=False)
        questions = [questions[k] for k in sorted(chosen.tolist())]
    if also is not None and also not in questions:
        questions.append(also)
    return cuts(view.game, view.player, questions, worlds, rng)
