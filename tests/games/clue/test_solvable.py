"""Theorem 3.2, its lemmas, and both sides of it by search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pytest

from sleuth.games.clue.belief.counting import Position
from sleuth.games.clue.belief.facts import Fact, Has
from sleuth.games.clue.rules.cards import PILE, Cards, Deal
from sleuth.games.clue.rules.myst import Myst
from sleuth.games.clue.solver.solvable import ASKER, QuestionSearch, answers, verdict, winning_sequence


def small_games(cards: int) -> Iterator[Myst]:
    for p in range(2, cards):
        for n in range(1, cards):
            for m in range(1, cards - n * p + 1):
                yield from (Myst(m, n, p, q) for q in range(1, m + n * p + 1))


def all_answers(game: Myst, deal: Deal, questions: Sequence[Cards]) -> list[tuple[Fact, ...]]:
    """What player 1 may have learned after all questions, for every way of showing."""
    learned: list[tuple[Fact, ...]] = [(Has(ASKER, deal[ASKER]),)]
    for question in questions:
        learned = list(dict.fromkeys(before + new for before in learned for new in answers(game, deal, question)))
    return learned


def test_sequences_win_against_every_way_of_showing() -> None:
    """Lemmas 3.1 to 3.3, on all games of up to nine cards and a deal of each at random."""
    lemmas = set()
    for game in small_games(9):
        found = verdict(game)
        deal = game.shuffle(np.random.default_rng(game.c))
        sequence = winning_sequence(game, deal)
        assert (sequence is not None) == found.solvable == (game.q <= game.m + game.n + 1)
        if sequence is None:
            continue
        lemmas.add(found.lemma)
        assert len(sequence) == found.questions
        assert all(game.question_fault(question) is None for question in sequence)
        for facts in all_answers(game, deal, sequence):
            assert [pile for pile, _ in Position(game, facts, None).piles] == [deal[PILE]], game
    assert lemmas == {"3.1", "3.2", "3.3"}


def test_theorem_3_2_by_search() -> None:
    """With everything tried against the worst answers: the theorem holds, and so do the least numbers of questions."""
    for game in small_games(6):
        m, n, p, q = game.m, game.n, game.p, game.q
        least = QuestionSearch(game, next(game.deals())).least()
        assert (least is not None) == (q <= m + n + 1), game
        if least is not None:
            bound = min(n * (p - 1), -(-m // q)) if q <= m else 1 if q <= m + n else n
            assert least == bound, game


@pytest.mark.parametrize("game", [Myst(1, 2, 2, 5), Myst(2, 1, 3, 5), Myst(1, 2, 3, 5), Myst(1, 3, 2, 6)])
def test_lemma_3_4_one_card_is_never_shown(game: Myst) -> None:
    """The last player keeps one card hidden through every question there is, and the pile stays open."""
    deal = next(game.deals())
    hidden = deal[game.p].bit_length() - 1
    learned = [Has(ASKER, deal[ASKER])]
    for question in game.questions():
        kept = [facts for facts in answers(game, deal, question) if Has(game.p, 1 << hidden) not in facts]
        choice = next(facts for facts in kept if getattr(facts[-1], "card", None) != hidden)
        learned += choice
    assert len(Position(game, learned, None).piles) > 1


def test_cards_out_of_reach() -> None:
    """A question that is larger than the deck cannot be asked."""
    assert list(Myst(1, 1, 2, 5).questions()) == []
    assert not verdict(Myst(1, 1, 2, 5)).solvable
