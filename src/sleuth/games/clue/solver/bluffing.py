"""The two-player game with questions of one card, with bluffs: the same tree as in `duel`, built for speed.

A card is *pending* if one player asked for it and the other said no: it lies in the pile, or the asker bluffed. The
asker knows which. When the other asks for it too (an *echo*), it comes into the open either way. Cards that were never
asked for are alike.

What is public comes down to a few numbers (`PublicCounts`), and all pasts with the same ones have the same choices and
hide the same. So they are the rows of one table, and the tree grows by a question at a time for all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import comb
from typing import NamedTuple

import numpy as np

from sleuth.core.errors import ParameterError
from sleuth.games.clue.solver import sequences as forms
from sleuth.games.clue.solver.duel import check_size
from sleuth.games.clue.solver.sequences import NO_GUESS, Choice, Duel
from sleuth.kernels.arrays import Bools, Floats, Ints

MAX_LEAVES = 30_000_000
"""Leaves of a tree that is built: some 4 GB to solve."""
LARGEST = "; those of m=8, n=1, m=5, n=2, m=3, n=3 and m=2, n=4 fit"
PROBE, BLUFF = "probe", "bluff"
"""To ask for a new card: of the others', or of one's own."""


class Echo(NamedTuple):
    """To ask for one of the opponent's pending cards, by its place among them."""

    place: int


class EchoAnswer(NamedTuple):
    """Where the card of an echo is seen to lie: 1 in the pile, 0 in the opponent's hand."""

    place: int
    in_pile: int

    def __str__(self) -> str:
        return f"echo of pending card {self.place + 1}: {'pile' if self.in_pile else 'hand'}"


class PendingGuess(NamedTuple):
    """To guess the pile: which of the opponent's pending cards lie there; the rest is chosen at random."""

    pending: tuple[int, ...]


Pending = tuple[int, ...]
"""A player's pending cards in the order of asking: 1 in the pile, 0 in her own hand."""


class PublicCounts(NamedTuple):
    """What is public: whose turn it is, cards not in the open yet, and how many of them are pending."""

    player: int
    pile: int
    mine: int
    """In the hand of the player whose turn it is."""
    theirs: int
    my_pending: int
    their_pending: int

    def turned(self) -> PublicCounts:
        """The same for the other player's turn."""
        player, pile, mine, theirs, my_pending, their_pending = self
        return PublicCounts(1 - player, pile, theirs, mine, their_pending, my_pending)

    def new_pile(self, mine: Pending, theirs: Pending) -> int:
        """Cards in the pile that were never asked for."""
        return self.pile - sum(mine) - sum(theirs)

    def new_foreign(self, mine: Pending) -> int:
        """Cards that were never asked for and are not in the hand. Their number is known to its player."""
        return self.pile - sum(mine) + self.theirs - self.their_pending

    def knows(self, mine: Pending) -> bool:
        """Whether she knows the pile: of the cards that she cannot place, all or none lie there."""
        return sum(mine) == self.pile or self.theirs == 0

    def odds(self, event: object, mine: Pending, choice: Choice, theirs: Pending) -> float:
        """Of what comes of a question: only that for a new card of the others' may be answered in two ways."""
        if choice != PROBE:
            return 1.0
        no = self.new_pile(mine, theirs) / self.new_foreign(mine)
        return no if event == "no" else 1.0 - no

    def questions(self, mine: Pending) -> list[Choice]:
        """What she may ask for."""
        new = ((PROBE, self.new_foreign(mine)), (BLUFF, self.mine - mine.count(0)))
        return [*(choice for choice, cards in new if cards), *map(Echo, range(self.their_pending))]

    def guesses(self, mine: Pending) -> list[Choice]:
        """What she may name, or nothing."""
        left, foreign = self.pile - sum(mine), self.new_foreign(mine)
        ways = product((0, 1), repeat=self.their_pending)
        return [NO_GUESS, *(PendingGuess(way) for way in ways if 0 <= left - sum(way) <= foreign)]


class Rows(NamedTuple):
    """Pasts of one stage, a row each, with all that may be hidden in them."""

    stage: PublicCounts
    mine: tuple[Pending, ...]
    """What the pending cards of the player may be whose turn it is."""
    theirs: tuple[Pending, ...]
    pasts: Ints
    chance: Floats
    """That chance does what it must: by row, by `mine` and by `theirs`. 0 if that cannot be."""
    my_last: Ints
    """The last sequence: by row, and by what is in `mine`."""
    their_last: Ints

    def turned(self) -> Rows:
        """The same for the other player's turn."""
        stage, mine, theirs, pasts, chance, my_last, their_last = self
        return Rows(stage.turned(), theirs, mine, pasts, chance.transpose(0, 2, 1), their_last, my_last)

    def possible(self) -> Rows | None:
        """Without hidden parts that cannot be; `None` if nothing is left. What can be is the same in all rows."""
        can = self.chance[0] > 0
        mine, theirs = can.any(axis=1), can.any(axis=0)
        return self.only(mine, theirs) if mine.any() else None

    def only(self, mine: Bools, theirs: Bools | None = None) -> Rows:
        """With some of the hidden parts."""
        theirs = np.ones(len(self.theirs), bool) if theirs is None else theirs
        return Rows(
            self.stage,
            tuple(hers for hers, chosen in zip(self.mine, mine, strict=True) if chosen),
            tuple(hers for hers, chosen in zip(self.theirs, theirs, strict=True) if chosen),
            self.pasts,
            self.chance[:, mine][:, :, theirs],
            self.my_last[:, mine],
            self.their_last[:, theirs],
        )

    def sure(self) -> Bools:
        """Which of the hidden parts tell the player whose turn it is what the pile is."""
        return np.array([self.stage.knows(hers) for hers in self.mine], bool)


class QuestionOutcome(NamedTuple):
    """What may come of a question: the event, and the stage after it."""

    event: object
    stage: PublicCounts
    mine: Sequence[tuple[int, Choice, Pending]]
    """What was in `mine`, by its place; what was asked; and what that becomes."""
    theirs: list[tuple[int, Pending]]


def question_outcomes(rows: Rows) -> Iterator[QuestionOutcome]:
    """All that may come of all questions."""
    stage, same = rows.stage, list(enumerate(rows.theirs))
    asked = [(a, choice, hers) for a, hers in enumerate(rows.mine) for choice in stage.questions(hers)]
    new = [(a, choice, (*hers, int(choice == PROBE))) for a, choice, hers in asked if choice in (PROBE, BLUFF)]
    yield QuestionOutcome("no", stage._replace(my_pending=stage.my_pending + 1), new, same)
    probes = [way for way in asked if way[1] == PROBE]
    yield QuestionOutcome("yes", stage._replace(theirs=stage.theirs - 1), probes, same)
    for place, in_pile in product(range(stage.their_pending), (0, 1)):
        echoes = [way for way in asked if way[1] == Echo(place)]
        left = [(b, hers[:place] + hers[place + 1 :]) for b, hers in same if hers[place] == in_pile]
        pile, theirs = stage.pile - in_pile, stage.theirs - 1 + in_pile
        after = stage._replace(pile=pile, theirs=theirs, their_pending=stage.their_pending - 1)
        yield QuestionOutcome(EchoAnswer(place, in_pile), after, echoes, left)


def bluffing_tree(duel: Duel, inside: bool = False) -> forms.SequenceForm:
    """The game as a table of payoffs by sequences; inside another whose size was checked, its own is not."""
    if duel.q != 1 or not duel.bluff or duel.decided:
        raise ParameterError("this tree is for questions of one card, with bluffs, and a pile that is not known")
    if not inside:
        check_size(duel, MAX_LEAVES, LARGEST)
    return _Builder(duel).form()


class _Builder:
    def __init__(self, duel: Duel) -> None:
        self.duel, self.labels, self.leaves, self.pasts = duel, forms.Labels(), 0, 1
        self.sizes, self.numbers = [1, 1], [0, 0]
        self.sides: tuple[list[forms.PlayerDecisions], list[forms.PlayerDecisions]] = ([], [])
        self.payoffs: list[forms.Entries] = []
        self.subgames: list[forms.Subgame] = []

    def form(self) -> forms.SequenceForm:
        """The whole tree."""
        duel, start = self.duel, np.zeros((1, 1), np.int32)
        stage = PublicCounts(0, duel.m, duel.mine, duel.theirs, 0, 0)
        waiting = [Rows(stage, ((),), ((),), start[0], np.ones((1, 1, 1)), start, start)]
        while waiting:
            asked: dict[tuple[PublicCounts, tuple[Pending, ...], tuple[Pending, ...]], list[Rows]] = {}
            for rows in waiting:
                for after in self.ask(rows):
                    asked.setdefault(after[:3], []).append(after)
            joined = (
                Rows(*key, *(np.concatenate([part[k] for part in parts]) for k in range(3, 7)))
                for key, parts in asked.items()
            )
            waiting = [left for rows in joined if (left := self.guess(rows)) is not None]
        (first, second), payoffs = map(forms.join_sides, self.sides), forms.join_entries(self.payoffs)
        return forms.SequenceForm(duel, (first, second), payoffs, self.subgames, self.leaves, self.labels)

    def decide(self, rows: Rows, choices: list[list[Choice]]) -> Ints:
        """New decisions of the player whose turn it is: their first sequences, by row and by what is hers."""
        player, count = rows.stage.player, len(rows.pasts)
        widths = np.array([len(options) for options in choices], np.int32)
        total = int(widths.sum())
        offsets = np.cumsum(widths) - widths + self.sizes[player]
        first = (np.arange(count)[:, None] * total + offsets).astype(np.int32)
        self.labels.blocks[player].append(forms.Block(self.numbers[player], rows.pasts, rows.mine, choices))
        self.sides[player].append(forms.PlayerDecisions(rows.my_last.ravel(), first.ravel(), np.tile(widths, count)))
        self.sizes[player] += count * total
        self.numbers[player] += first.size
        return first

    def ask(self, rows: Rows) -> Iterator[Rows]:
        """A question in every row; the rows that come of it."""
        choices = [rows.stage.questions(hers) for hers in rows.mine]
        first = self.decide(rows, choices)
        for event, stage, moves, left in question_outcomes(rows):
            if not moves or not left:
                continue
            a, _, mine = zip(*moves, strict=True)
            b, theirs = zip(*left, strict=True)
            odds = [[rows.stage.odds(event, rows.mine[x], c, rows.theirs[y]) for y in b] for x, c, _ in moves]
            chance = rows.chance[:, np.array(a)[:, None], b] * np.array(odds)
            last = first[:, a] + np.array([choices[x].index(choice) for x, choice, _ in moves], np.int32)
            pasts = np.arange(self.pasts, self.pasts + len(rows.pasts), dtype=np.int32)
            after = Rows(stage, mine, theirs, pasts, chance, last, rows.their_last[:, b]).possible()
            if after is not None:
                self.labels.events.append(forms.EventBlock(self.pasts, rows.pasts, event))
                self.pasts += len(pasts)
                yield after

    def guess(self, rows: Rows) -> Rows | None:
        """A guess, or none, in every row; the rows in which the game goes on."""
        i, sure = rows.stage.player, rows.sure()
        self.end(rows.only(sure), float(i == 0))
        rest = rows.only(~sure).possible()
        if rest is None:
            return None
        choices = [rest.stage.guesses(hers) for hers in rest.mine]
        first = self.decide(rest, choices)
        self.name(rest, choices, first)
        rest = rest._replace(my_last=first).turned()
        stage, sure = rest.stage, rest.sure()
        if stage.my_pending == stage.their_pending == 0 and not sure.any():
            self.leaves += len(rest.pasts)
            smaller = self.duel._replace(m=stage.pile, mine=stage.mine, theirs=stage.theirs)
            self.subgames.append(forms.Subgame(smaller, stage.player, _entries(rest)))
            return None
        self.end(rest.only(sure), float(i == 1))
        return rest.only(~sure).possible()

    def end(self, rows: Rows, payoff: float) -> None:
        """The game ends in all rows, whatever is hidden."""
        self.leaves += int((rows.chance > 0).sum())
        if payoff:
            self.payoffs.append(_entries(rows))

    def name(self, rows: Rows, choices: list[list[Choice]], first: Ints) -> None:
        """All guesses in all rows."""
        stage, won = rows.stage, rows.stage.player == 0
        guesses: list[tuple[int, int, int, float]] = []
        for (a, mine), (b, theirs) in product(enumerate(rows.mine), enumerate(rows.theirs)):
            if rows.chance[0, a, b]:
                alike = comb(stage.new_foreign(mine), stage.new_pile(mine, theirs))
                for step, choice in enumerate(choices[a][1:], 1):
                    right = 1 / alike if choice == PendingGuess(theirs) else 0.0
                    guesses.append((a, b, step, right if won else 1 - right))
        self.leaves += len(guesses) * len(rows.pasts)
        paying = [guess for guess in guesses if guess[3]]
        if paying:
            hers, others, steps, shares = (list(column) for column in zip(*paying, strict=True))
            last = first[:, hers] + np.array(steps, np.int32)
            weight = rows.chance[:, hers, others] * np.array(shares)
            self.payoffs.append(_by_player(stage.player, last, rows.their_last[:, others], weight))


def _entries(rows: Rows) -> forms.Entries:
    """The chances of the rows by sequences."""
    row, a, b = np.nonzero(rows.chance)
    return _by_player(rows.stage.player, rows.my_last[row, a], rows.their_last[row, b], rows.chance[row, a, b])


def _by_player(player: int, mine: Ints, theirs: Ints, weight: Floats) -> forms.Entries:
    first, second = (mine, theirs) if player == 0 else (theirs, mine)
    return forms.Entries(first.ravel(), second.ravel(), weight.ravel())
