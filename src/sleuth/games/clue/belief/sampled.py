"""What questions are worth, estimated on worlds drawn at random: each world answers, and the answers cut the piles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb, prod

import numpy as np

from sleuth.games.clue.rules.card_game import CardGame
from sleuth.games.clue.rules.cards import PILE, Cards, cards_of, numbers_of, union
from sleuth.games.clue.rules.views import View
from sleuth.kernels.arrays import Array, Floats

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
        """What each question is expected to tell about the pile, in bits."""
        before = _entropies(np.bincount(self.piles)[None, :])
        return np.concatenate(
            [
                before + _entropies(counts.sum(axis=2)) - _entropies(counts.reshape(len(counts), -1))
                for counts in self._counts()
            ]
        )

    def deal_bits(self) -> Floats:
        """What each question is expected to tell about the whole deal, in bits.

        That is how open its answer is, less what is open only because somebody may choose which card to show.
        """
        of_answers = np.concatenate([_entropies(counts.sum(axis=2)) for counts in self._counts()])
        return np.asarray(of_answers - np.log2(self.choices).mean(axis=1))

    def guess_chance(self) -> Floats:
        """The chance that the likeliest pile is the right one after each question."""
        return np.concatenate([counts.max(axis=2).sum(axis=1) / self.piles.size for counts in self._counts()])

    def _counts(self) -> Iterator[Array]:
        """How many worlds have each answer and pile, some questions at a time."""
        answers, piles = int(self.answers.max()) + 1, int(self.piles.max()) + 1
        step = max(1, MAX_CELLS // (answers * piles))
        for first in range(0, len(self.questions), step):
            part = self.answers[first : first + step]
            cells = (np.arange(len(part))[:, None] * answers + part) * piles + self.piles
            counts = np.bincount(cells.ravel(), minlength=len(part) * answers * piles)
            yield counts.reshape(len(part), answers, piles)


def _entropies(counts: Array) -> Floats:
    """The entropy of each row, in bits."""
    shares = counts / counts.sum(axis=1, keepdims=True)
    return np.asarray(-(shares * np.log2(shares, out=np.zeros_like(shares), where=shares > 0)).sum(axis=1))


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


def questions_of(game: CardGame, drawn: int | None, rng: np.random.Generator) -> list[Cards]:
    """Everything that may be asked; where that is too much, some of it."""
    total = prod(comb(sort.cards.bit_count(), sort.question) for sort in game.sorts)
    if total <= 4 * MAX_QUESTIONS:
        questions = [question for question in game.questions() if drawn is None or question >> drawn & 1]
        if len(questions) > MAX_QUESTIONS:
            chosen = rng.choice(len(questions), MAX_QUESTIONS, replace=False)
            questions = [questions[k] for k in sorted(chosen.tolist())]
        return questions
    hands = (
        [cards_of(rng.permutation(numbers_of(sort.cards))[: sort.question].tolist()) for sort in game.sorts]
        for _ in range(MAX_QUESTIONS)
    )
    return sorted(set(map(union, hands)))


def question_cuts(view: View, worlds: Array, rng: np.random.Generator, also: Cards | None = None) -> Cuts:
    """What the worlds answer to everything that the viewer may ask, or to some of it and `also`."""
    assert view.player is not None
    questions = questions_of(view.game, view.stage.drawn, rng)
    if also is not None and also not in questions:
        questions.append(also)
    return cuts(view.game, view.player, questions, worlds, rng)
