"""Which games of MYST can be won by asking alone: Theorem 3.2 of the thesis, its sequences, and a check by search.

A winning sequence is built with the deal in view; what it shows is that no way of answering keeps the pile from the
asker. Opponents choose which card to show, and are taken to choose as badly for the asker as they can. Nothing is
learned from the questions of others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from sleuth.games.clue.belief.facts import Fact, Lacks, Showed
from sleuth.games.clue.rules.card_game import CardGame
from sleuth.games.clue.rules.cards import PILE, Cards, Deal, cards_of, numbers_of
from sleuth.games.clue.rules.myst import Myst

ASKER = 1


@dataclass(frozen=True)
class Solvability:
    """Whether a winning sequence exists, by which lemma, and how long the lemma's sequence is."""

    solvable: bool
    lemma: str
    questions: int | None
    reason: str


def verdict(game: Myst) -> Solvability:
    """Theorem 3.2: a winning sequence exists if and only if q <= m + n + 1.

    >>> verdict(Myst(m=2, n=1, p=3, q=4)).lemma, verdict(Myst(m=2, n=1, p=3, q=5)).solvable
    ('3.3', False)
    """
    m, n, p, q = game.m, game.n, game.p, game.q
    if q <= m:
        length = -(-m // q)
        message = "one direct question covers" if length == 1 else f"{length} direct questions cover"
        return Solvability(True, "3.1", length, f"q <= m: {message} the pile")
    if q <= m + n:
        return Solvability(True, "3.2", 1, "m < q <= m + n: the pile and cards of one's own make one direct question")
    if q == m + n + 1:
        reason = "q = m + n + 1: each question forces one unseen card out of an opponent"
        return Solvability(True, "3.3", n * (p - 1), reason)
    reason = f"q > m + n + 1: player {p} can keep one card from view for ever, and it may lie in the pile"
    return Solvability(False, "3.4", None, reason)


def winning_sequence(game: Myst, deal: Deal) -> list[Cards] | None:
    """The questions of Lemmas 3.1 to 3.3 for player 1 on a deal; `None` where there is no winning sequence."""
    m, q, pile, hand = game.m, game.q, numbers_of(deal[PILE]), numbers_of(deal[ASKER])
    match verdict(game).lemma:
        case "3.1":
            return [cards_of(pile[place % m] for place in range(start, start + q)) for start in range(0, m, q)]
        case "3.2":
            return [deal[PILE] | cards_of(hand[: q - m])]
        case "3.3":
            unseen = game.deck & ~(deal[PILE] | deal[ASKER])
            return [deal[PILE] | deal[ASKER] | 1 << card for card in numbers_of(unseen)]
    return None


def answers(game: CardGame, deal: Deal, question: Cards, asker: int = ASKER) -> Iterator[tuple[Fact, ...]]:
    """What the asker may learn from a question: one set of facts for each card that may be shown."""
    passed: list[Fact] = []
    for player in game.others(asker):
        if held := numbers_of(deal[player] & question):
            yield from ((*passed, Showed(player, question, card)) for card in held)
            return
        passed.append(Lacks(player, question))
    yield tuple(passed)


class QuestionSearch:
    """The least number of questions that force the pile into the open, by trying everything. For small games."""

    def __init__(self, game: Myst, deal: Deal) -> None:
        self.game, self.deal = game, deal
        self._worlds = frozenset(other for other in game.deals() if other[ASKER] == deal[ASKER])
        self._questions = list(game.questions())
        self._least = cache(self._fewest)

    def least(self) -> int | None:
        """How many questions player 1 needs against the worst answers; `None` if no number does."""
        return self._least(self._worlds)

    def _fewest(self, worlds: frozenset[Deal]) -> int | None:
        """Worlds only ever get fewer: a question that the worst answer makes useless need never be asked."""
        if len({world[PILE] for world in worlds}) == 1:
            return 0
        numbers = (self._worst(worlds, question) for question in self._questions)
        return min((number for number in numbers if number is not None), default=None)

    def _worst(self, worlds: frozenset[Deal], question: Cards) -> int | None:
        """How many questions it takes from this one on, against the worst answers; `None` if one of them is useless."""
        worst = 0
        for facts in answers(self.game, self.deal, question):
            left = frozenset(world for world in worlds if all(fact.true_in(world) for fact in facts))
            more = None if left == worlds else self._least(left)
            if more is None:
                return None
            worst = max(worst, more + 1)
        return worst
