"""What MYST and Clue share: sorts of cards, a pile, hands, and questions."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from math import comb, factorial, prod
from typing import ClassVar, NamedTuple

import numpy as np

from sleuth.core.table_game import TableGame
from sleuth.core.text import plural, whole_number
from sleuth.games.clue.rules.cards import PILE, Cards, Deal, cards_of, numbers_of, subsets
from sleuth.games.clue.rules.errors import DealError
from sleuth.games.clue.rules.floor import Floor
from sleuth.games.clue.rules.names import Names


class Sort(NamedTuple):
    """Cards of one kind: how many of them lie in the pile, and how many belong to a question."""

    name: str
    cards: Cards
    pile: int
    question: int


class CardGame(TableGame):
    """Cards are dealt to a pile and to players 1, 2, ..., who ask each other for them. A value; hold no state in it."""

    words: ClassVar[tuple[str, str]] = "a question", "a pile"
    """What a question and a pile are called."""

    asking: ClassVar[str] = "ask"
    """What it is called to ask for cards."""
    guessing: ClassVar[str] = "guess"
    """What it is called to name the pile."""

    # Subclasses give these, as fields or as cached properties.

    @property
    @abstractmethod
    def names(self) -> tuple[str, ...]:
        """The name of each card."""

    @property
    @abstractmethod
    def sorts(self) -> tuple[Sort, ...]:
        """The kinds of cards; every card is of one."""

    @property
    @abstractmethod
    def hands(self) -> tuple[int, ...]:
        """How many cards each player holds."""

    @property
    def other_names(self) -> Mapping[str, int]:
        """Cards by names that are not their own."""
        return {}

    @property
    def public(self) -> int:
        """How many cards lie face up, with nobody."""
        return 0

    @property
    def drawn(self) -> Sort | None:
        """The sort whose card in a question is drawn by chance, or is where the asker stands, if there is one."""
        return None

    @property
    def floor(self) -> Floor | None:
        """The board on which tokens walk, if there is one."""
        return None

    # What follows from them.

    @property
    def players(self) -> range:
        return range(1, len(self.hands) + 1)

    @cached_property
    def deck(self) -> Cards:
        """All cards."""
        return (1 << len(self.names)) - 1

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """How many cards each holder has: the pile, the players, and last the cards that lie face up, if there are."""
        return (sum(sort.pile for sort in self.sorts), *self.hands, *([self.public] if self.public else []))

    @property
    def table(self) -> int:
        """The holder of the cards that lie face up, where there are any."""
        return len(self.hands) + 1

    def public_cards(self, deal: Sequence[Cards]) -> Cards:
        """The cards of a deal that lie face up."""
        return deal[self.table] if self.public else 0

    def next_player(self, player: int) -> int:
        """Who acts after this player: the thesis's incp."""
        return player % len(self.hands) + 1

    def others(self, player: int) -> list[int]:
        """The other players, in the order in which they answer this one."""
        players = len(self.hands)
        return [(player - 1 + step) % players + 1 for step in range(1, players)]

    def questions(self) -> Iterator[Cards]:
        """Everything that may be asked."""
        return _choices([(sort.cards, sort.question) for sort in self.sorts])

    def piles(self) -> Iterator[Cards]:
        """Everything that may lie in the pile."""
        return _choices([(sort.cards, sort.pile) for sort in self.sorts])

    def question_fault(self, cards: Cards) -> str | None:
        """What keeps a set from being a question, or `None`."""
        return self._fault(cards, self.words[0], [sort.question for sort in self.sorts])

    def pile_fault(self, cards: Cards) -> str | None:
        """What keeps a set from being a pile, or `None`."""
        return self._fault(cards, self.words[1], [sort.pile for sort in self.sorts])

    def _fault(self, cards: Cards, what: str, wanted: list[int]) -> str | None:
        if cards & ~self.deck:
            return f"{what} is made of the {len(self.names)} cards of the game"
        for sort, size in zip(self.sorts, wanted, strict=True):
            count = (cards & sort.cards).bit_count()
            if count != size:
                return f"{what} has {plural(size, sort.name)}, not {count}"
        return None

    def deal_fault(self, deal: Sequence[Cards]) -> str | None:
        """What keeps hands from being a deal, or `None`."""
        if len(deal) != len(self.sizes):
            return f"a deal has {len(self.sizes)} sets of cards, the pile and the hands, not {len(deal)}"
        seen = 0
        for holder, (cards, size) in enumerate(zip(deal, self.sizes, strict=True)):
            if cards & ~self.deck:
                return f"{self.holder_name(holder)} has a card that is not in the game"
            if cards.bit_count() != size:
                return f"{self.holder_name(holder)} holds {plural(cards.bit_count(), 'card')}, not {size}"
            if twice := cards & seen:
                return f"{self.format_cards(twice)} is dealt twice"
            seen |= cards
        return self.pile_fault(deal[PILE])

    @cached_property
    def deal_count(self) -> int:
        """How many deals there are."""
        piles = prod(comb(sort.cards.bit_count(), sort.pile) for sort in self.sorts)
        return piles * factorial(sum(self.sizes[1:])) // prod(map(factorial, self.sizes[1:]))

    def deals(self) -> Iterator[Deal]:
        """Every deal. There are `deal_count`: for small games only."""
        for pile in self.piles():
            yield from _dealt((pile,), self.deck & ~pile, self.sizes[1:])

    def shuffle(self, rng: np.random.Generator) -> Deal:
        """A deal at random."""
        pile = 0
        for sort in self.sorts:
            pile |= cards_of(rng.permutation(numbers_of(sort.cards))[: sort.pile].tolist())
        rest = rng.permutation(numbers_of(self.deck & ~pile)).tolist()
        deal = [pile]
        for size in self.sizes[1:]:
            deal.append(cards_of(rest[:size]))
            del rest[:size]
        return tuple(deal)

    # Names.

    def holder_name(self, holder: int) -> str:
        """The pile, a player, or the table."""
        if holder == self.table:
            return "the table"
        return "the pile" if holder == PILE else self.player_name(holder)

    def player_name(self, player: int) -> str:
        """A player in a sentence."""
        name = self.player_names[player - 1]
        return f"player {name}" if name.isdigit() else name

    def card(self, text: str) -> int:
        """The card that a text names: in full, or by a beginning that fits one card only."""
        return self._card_names.find(text)

    @cached_property
    def _card_names(self) -> Names:
        return Names("card", self.names, self.other_names)

    def cards(self, text: str) -> Cards:
        """The cards that a text names, with commas between them; blanks do if no name has one."""
        cards = 0
        for name in self._card_names.split(text):
            card = 1 << self.card(name)
            if card & cards:
                raise DealError(f"{self.format_cards(card)} is named twice")
            cards |= card
        return cards

    def player(self, text: str) -> int:
        """The player that a text names, or numbers from 1."""
        word = text.strip()
        number = whole_number(word, 1, len(self.hands))
        if number is not None and word not in self.player_names:
            return number
        return Names("player", self.player_names).find(word) + 1

    def holder(self, text: str) -> int:
        """A player, or 0 for the pile."""
        return PILE if text.strip() == "0" else self.player(text)

    def format_card(self, card: int) -> str:
        return self.names[card]

    def card_names(self, cards: Cards) -> list[str]:
        """The names of some cards."""
        return [self.names[x] for x in numbers_of(cards)]

    @property
    def card_sorts(self) -> dict[str, list[str]]:
        """The cards of each sort, by name."""
        return {sort.name: self.card_names(sort.cards) for sort in self.sorts}

    def format_cards(self, cards: Cards) -> str:
        """The names, with commas."""
        return ", ".join(self.card_names(cards))


def _choices(parts: list[tuple[Cards, int]]) -> Iterator[Cards]:
    for chosen in product(*(tuple(subsets(cards, size)) for cards, size in parts)):
        yield sum(chosen)


def _dealt(deal: Deal, left: Cards, sizes: tuple[int, ...]) -> Iterator[Deal]:
    if not sizes:
        yield deal
        return
    for hand in subsets(left, sizes[0]):
        yield from _dealt((*deal, hand), left & ~hand, sizes[1:])
