"""The quick deductions: what must be and what cannot be, card by card, before anything is counted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from sleuth.games.clue.belief.facts import AskedFor, Fact, Has, Lacks, NotPile, OneOf, Showed, Silent
from sleuth.games.clue.rules.card_game import CardGame
from sleuth.games.clue.rules.cards import PILE, Cards, numbers_of, union


@dataclass
class Grid:
    """For each holder: cards it must have, cards it may have, and sets of which it has at least one."""

    game: CardGame
    must: list[Cards]
    may: list[Cards]
    clauses: list[set[Cards]]
    not_piles: set[Cards] = field(default_factory=set)
    shows: list[Showed] = field(default_factory=list)
    habits: list[AskedFor | Silent] = field(default_factory=list)
    """Questions and silences: evidence for who knows the habits of the players."""

    @property
    def settled(self) -> Cards:
        """The cards whose holder is certain."""
        return union(self.must)

    def open_size(self, holder: int) -> int:
        """How many cards of the holder are still unknown."""
        return self.game.sizes[holder] - self.must[holder].bit_count()


class _Clash(Exception):
    """Somebody must have a card and cannot."""


def deduce(game: CardGame, facts: Iterable[Fact]) -> Grid | None:
    """What the facts settle at once; `None` where they clash at once."""
    holders = len(game.sizes)
    grid = Grid(game, [0] * holders, [game.deck] * holders, [set() for _ in range(holders)])
    for fact in facts:
        match fact:
            case Has(holder=k, cards=cards):
                grid.must[k] |= cards
            case Lacks(holder=k, cards=cards):
                grid.may[k] &= ~cards
            case OneOf(holder=k, cards=cards):
                grid.clauses[k].add(cards)
            case NotPile(cards=cards):
                grid.not_piles.add(cards)
            case Showed(holder=k, card=card):
                grid.must[k] |= 1 << card
                grid.shows.append(fact)
            case AskedFor() | Silent():
                grid.habits.append(fact)
    try:
        before = None
        while before != (state := (tuple(grid.must), tuple(grid.may), tuple(map(frozenset, grid.clauses)))):
            before = state
            _clauses(grid)
            _sizes(grid)
            _places(grid)
    except _Clash:
        return None
    return grid


def _clauses(grid: Grid) -> None:
    for k, clauses in enumerate(grid.clauses):
        left: set[Cards] = set()
        for clause in clauses:
            if clause & grid.must[k]:
                continue
            clause &= grid.may[k]
            if not clause:
                raise _Clash
            if clause.bit_count() == 1:
                grid.must[k] |= clause
            else:
                left.add(clause)
        # A clause that has another inside it says nothing more.
        grid.clauses[k] = {c for c in left if not any(d != c and d & c == d for d in left)}


def _sizes(grid: Grid) -> None:
    for k, size in enumerate(grid.game.sizes):
        _fit(grid, k, grid.game.deck, size)
    for sort in grid.game.sorts:
        _fit(grid, PILE, sort.cards, sort.pile)


def _fit(grid: Grid, k: int, among: Cards, size: int) -> None:
    must, may = grid.must[k] & among, grid.may[k] & among
    if must & ~may or must.bit_count() > size or may.bit_count() < size:
        raise _Clash
    if must.bit_count() == size:
        grid.may[k] &= ~among | must
    elif may.bit_count() == size:
        grid.must[k] |= may


def _places(grid: Grid) -> None:
    for card in numbers_of(grid.game.deck):
        one = 1 << card
        owners = [k for k, must in enumerate(grid.must) if must & one]
        places = [k for k, may in enumerate(grid.may) if may & one]
        if len(owners) > 1 or not places:
            raise _Clash
        if owners:
            for k in places:
                if k != owners[0]:
                    grid.may[k] &= ~one
        elif len(places) == 1:
            grid.must[places[0]] |= one
