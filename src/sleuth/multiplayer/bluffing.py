"""The two-player game with questions of one card, with bluffs: the same tree as in `duel`, built for speed.

A card is *pending* if one player asked for it and the other said no: it lies in the pile, or the asker bluffed. The
asker knows which. When the other asks for it too (an *echo*), it comes into the open either way. Cards that were never
asked for are alike.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from math import comb
from typing import NamedTuple, TypeVar

from sleuth.core.errors import ParameterError
from sleuth.multiplayer.duel import MOST_LEAVES, NO_GUESS, Choice, Decision, Duel, Form, Key
from sleuth.multiplayer.errors import TooManyWorldsError

T = TypeVar("T")

FEW_CARDS = 12
"""In the pile or in a hand: leaves are counted for so many at first."""
PROBE, BLUFF = "probe", "bluff"
"""To ask for a new card: of the others', or of one's own."""


class Echo(NamedTuple):
    """To ask for one of the opponent's pending cards, by its place among them."""

    place: int


class Name(NamedTuple):
    """To guess the pile: which of the opponent's pending cards lie there; the rest is chosen at random."""

    pending: tuple[int, ...]


Pending = tuple[int, ...]
"""A player's pending cards in the order of asking: 1 in the pile, 0 in her own hand."""


class Hidden(NamedTuple):
    """Where everything is."""

    pile: int
    """Cards in the pile that were never asked for."""
    hands: tuple[int, int]
    """Cards in the hands that were never asked for."""
    pending: tuple[Pending, Pending]

    def knows(self, i: int) -> bool:
        """Whether the player knows the pile: of the cards that she cannot place, all or none lie there."""
        theirs = self.pending[1 - i]
        in_pile = sum(theirs)
        return self.pile + in_pile == 0 or self.hands[1 - i] + len(theirs) - in_pile == 0


def bluffing_tree(duel: Duel) -> Form:
    """The game as a table of payoffs by sequences."""
    if duel.q != 1 or not duel.bluff or duel.decided:
        raise ParameterError("this tree is for questions of one card, with bluffs, and a pile that is not known")
    check_size(duel)
    form = Form(duel)
    _Builder(form).ask(0, 0, Hidden(duel.m, (duel.mine, duel.theirs), ((), ())), 1.0, (0, 0))
    return form


def check_size(duel: Duel) -> None:
    """Refuse a game whose tree is too large, before it is built. That of a game with fewer cards is no larger."""
    m, mine, theirs = (min(cards, FEW_CARDS) for cards in duel[:3])
    if count_leaves(m, mine, theirs) > MOST_LEAVES or count_leaves(*duel[:3]) > MOST_LEAVES:
        raise TooManyWorldsError(
            f"with {duel.m} cards in the pile and hands of {duel.mine} and {duel.theirs}, the tree has more than "
            f"{MOST_LEAVES:,} leaves; those of m=8, n=1, m=5, n=2 and m=3, n=3 fit"
        )


@cache
def count_leaves(
    pile: int, mine: int, theirs: int, my: tuple[int, int] = (0, 0), their: tuple[int, int] = (0, 0)
) -> int:
    """The leaves below a question, too many as soon as they are. Pending cards: how many in the hand, in the pile."""
    found = 0
    if pile:
        found += _below_guess(pile - 1, mine, theirs, (my[0], my[1] + 1), their)
    if theirs and found <= MOST_LEAVES:
        found += _below_guess(pile, mine, theirs - 1, my, their)
    if mine and found <= MOST_LEAVES:
        found += _below_guess(pile, mine - 1, theirs, (my[0] + 1, my[1]), their)
    for place, number in enumerate(their):
        if number and found <= MOST_LEAVES:
            found += number * _below_guess(pile, mine, theirs, my, _put(their, place, number - 1))
    return found


@cache
def _below_guess(pile: int, mine: int, theirs: int, my: tuple[int, int], their: tuple[int, int]) -> int:
    if pile + their[1] == 0 or theirs + their[0] == 0:
        return 1
    named = sum(comb(sum(their), k) for k in range(sum(their) + 1) if 0 <= pile + their[1] - k <= pile + theirs)
    if pile + my[1] == 0 or mine + my[0] == 0 or not any((*my, *their)):
        return named + 1
    return named + count_leaves(pile, theirs, mine, their, my)


class _Builder:
    def __init__(self, form: Form) -> None:
        self.form = form
        self.past = form.past
        self.found: tuple[dict[Key, Decision], dict[Key, Decision]] = ({}, {})

    def leaf(self, sequences: tuple[int, int], weight: float) -> None:
        form = self.form
        form.leaves += 1
        if weight:
            form.payoffs[sequences] = form.payoffs.get(sequences, 0.0) + weight

    def new(self, i: int, key: Key, before: tuple[int, int], choices: list[Choice]) -> Decision:
        made = Decision(key, before[i], choices, self.form.sizes[i])
        self.form.sizes[i] += len(choices)
        self.form.decisions[i].append(made)
        self.found[i][key] = made
        return made

    def ask(self, i: int, past: int, hidden: Hidden, chance: float, before: tuple[int, int]) -> None:
        j = 1 - i
        pile, hands, pending = hidden
        mine, theirs = pending[i], pending[j]
        foreign = pile + hands[j]
        key = past, pending[i]
        decision = self.found[i].get(key)
        if decision is None:
            choices: list[Choice] = [PROBE] if foreign else []
            if hands[i]:
                choices.append(BLUFF)
            choices += [Echo(place) for place in range(len(theirs))]
            decision = self.new(i, key, before, choices)
        for after, choice in enumerate(decision.choices, decision.first):
            sequences = (after, before[1]) if i == 0 else (before[0], after)
            if choice == PROBE:
                if pile:
                    then = Hidden(pile - 1, hands, _put(pending, i, (*mine, 1)))
                    self.guess(i, self.past(past, "no"), then, chance * pile / foreign, sequences)
                if hands[j]:
                    then = Hidden(pile, _put(hands, j, hands[j] - 1), pending)
                    self.guess(i, self.past(past, "yes"), then, chance * hands[j] / foreign, sequences)
            elif choice == BLUFF:
                then = Hidden(pile, _put(hands, i, hands[i] - 1), _put(pending, i, (*mine, 0)))
                self.guess(i, self.past(past, "no"), then, chance, sequences)
            else:
                assert isinstance(choice, Echo)
                place = choice.place
                then = Hidden(pile, hands, _put(pending, j, theirs[:place] + theirs[place + 1 :]))
                self.guess(i, self.past(past, (place, theirs[place])), then, chance, sequences)

    def guess(self, i: int, past: int, hidden: Hidden, chance: float, before: tuple[int, int]) -> None:
        j = 1 - i
        if hidden.knows(i):
            self.leaf(before, chance * (i == 0))
            return
        pile, hands, pending = hidden
        theirs = pending[j]
        foreign = pile + hands[j]
        key = past, pending[i]
        decision = self.found[i].get(key)
        if decision is None:
            left = pile + sum(theirs)
            ways = product((0, 1), repeat=len(theirs))
            choices: list[Choice] = [NO_GUESS, *(Name(way) for way in ways if 0 <= left - sum(way) <= foreign)]
            decision = self.new(i, key, before, choices)
        for after, choice in enumerate(decision.choices, decision.first):
            sequences = (after, before[1]) if i == 0 else (before[0], after)
            if isinstance(choice, Name):
                right = 1 / comb(foreign, pile) if choice.pending == theirs else 0.0
                self.leaf(sequences, chance * (right if i == 0 else 1 - right))
            elif hidden.knows(j):
                self.leaf(sequences, chance * (j == 0))
            elif pending == ((), ()):
                self.form.leaves += 1
                smaller = self.form.duel._replace(m=pile, mine=hands[j], theirs=hands[i])
                self.form.subgames.setdefault(sequences, []).append((chance, j, smaller))
            else:
                self.ask(j, past, hidden, chance, sequences)


def _put(pair: tuple[T, T], place: int, value: T) -> tuple[T, T]:
    return (value, pair[1]) if place == 0 else (pair[0], value)
