"""What MYST and Clue share: sorts of cards, a pile, hands, and questions."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import product
from math import comb, factorial, prod
from typing import NamedTuple

import numpy as np

from sleuth.core.errors import ParameterError, UnknownNameError
from sleuth.core.table_game import TableGame
from sleuth.core.text import listing, plural, shorten, whole_number
from sleuth.games.clue.rules.cards import PILE, Cards, Deal, cards_of, numbers_of, subsets
from sleuth.games.clue.rules.errors import DealError
from sleuth.games.clue.rules.floor import Floor


class Sort(NamedTuple):
    """Cards of one kind: how many of them lie in the pile, and how many belong to a question."""

    name: str
    cards: Cards
    pile: int
    question: int


class CardGame(TableGame):
    """Cards are dealt to a pile and to players 1, 2, ..., who ask each other for them. A value; hold no state in it."""

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
        """How many cards each holder has, the pile first."""
        return (sum(sort.pile for sort in self.sorts), *self.hands)

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
        return self._fault(cards, "question", [sort.question for sort in self.sorts])

    def pile_fault(self, cards: Cards) -> str | None:
        """What keeps a set from being a pile, or `None`."""
        return self._fault(cards, "pile", [sort.pile for sort in self.sorts])

    def _fault(self, cards: Cards, what: str, wanted: list[int]) -> str | None:
        if cards & ~self.deck:
            return f"a {what} is made of the {len(self.names)} cards of the game"
        for sort, size in zip(self.sorts, wanted, strict=True):
            count = (cards & sort.cards).bit_count()
            if count != size:
                return f"a {what} has {plural(size, sort.name)}, not {count}"
        return None

    def deal_fault(self, deal: Sequence[Cards]) -> str | None:
        """What keeps hands from being a deal, or `None`."""
        if len(deal) != len(self.sizes):
            return f"a deal has a pile and {plural(len(self.hands), 'hand')}, not {len(deal)} sets"
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
        return piles * factorial(sum(self.hands)) // prod(map(factorial, self.hands))

    def deals(self) -> Iterator[Deal]:
        """Every deal. There are `deal_count`: for small games only."""
        for pile in self.piles():
            yield from _dealt((pile,), self.deck & ~pile, self.hands)

    def shuffle(self, rng: np.random.Generator) -> Deal:
        """A deal at random."""
        pile = 0
        for sort in self.sorts:
            pile |= cards_of(rng.permutation(numbers_of(sort.cards))[: sort.pile].tolist())
        rest = rng.permutation(numbers_of(self.deck & ~pile)).tolist()
        deal = [pile]
        for size in self.hands:
            deal.append(cards_of(rest[:size]))
            del rest[:size]
        return tuple(deal)

    # Names.

    def holder_name(self, holder: int) -> str:
        """The pile, or a player."""
        return "the pile" if holder == PILE else self.player_name(holder)

    def player_name(self, player: int) -> str:
        """A player in a sentence."""
        name = self.player_names[player - 1]
        return f"player {name}" if name.isdigit() else name

    def card(self, text: str) -> int:
        """The card that a text names: in full, or by a beginning that fits one card only."""
        return _find(text, self.names, "card")

    def cards(self, text: str) -> Cards:
        """The cards that a text names, with commas between them; blanks do if no name has one."""
        cards = 0
        for name in _split(text, self.names):
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
        return _find(word, self.player_names, "player") + 1

    def holder(self, text: str) -> int:
        """A player, or 0 for the pile."""
        return PILE if text.strip() == "0" else self.player(text)

    def format_card(self, card: int) -> str:
        return self.names[card]

    def card_names(self, cards: Cards) -> list[str]:
        """The names of some cards."""
        return [self.names[x] for x in numbers_of(cards)]

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


def _plain(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.casefold())


def _find(text: str, names: Sequence[str], kind: str) -> int:
    wanted = _plain(text)
    plain = [_plain(name) for name in names]
    if wanted in plain:
        return plain.index(wanted)
    fits = [number for number, name in enumerate(plain) if wanted and name.startswith(wanted)]
    if len(fits) > 1:
        raise ParameterError(f"{shorten(text.strip())!r} may be any {kind} of {listing([names[n] for n in fits])}")
    if not fits:
        raise UnknownNameError(kind, text.strip(), names)
    return fits[0]


def _split(text: str, names: Sequence[str]) -> list[str]:
    """The names in a text. Without commas, blanks separate: longest names first, so that `lead pipe` is one card."""
    if "," in text:
        return text.split(",")
    return _words(text, names) if any(" " in name for name in names) else text.split()


def _words(text: str, names: Sequence[str]) -> list[str]:
    plain = {_plain(name) for name in names}
    words, parts = text.split(), []
    while words:
        length = next((n for n in range(len(words), 1, -1) if _plain("".join(words[:n])) in plain), 1)
        parts.append(" ".join(words[:length]))
        del words[:length]
    return parts
