"""Clue without the board: one card of each sort in the envelope, hands that may be uneven, a suggestion every turn."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter
from pathlib import Path
from typing import ClassVar

from sleuth.core.errors import ParameterError
from sleuth.core.files import read_text
from sleuth.core.text import listing, plural, shorten, whole_number
from sleuth.games.clue.rules.card_game import Sort
from sleuth.games.clue.rules.card_table import CardTable
from sleuth.games.clue.rules.cards import cards_of
from sleuth.games.clue.rules.classic_board import BOARD
from sleuth.games.clue.rules.errors import DealError, LogError, log_lines
from sleuth.games.clue.rules.floor import KEYS, Floor

FEWEST, MOST = 2, 6
HELP = """\
Your turn: name three cards to suggest them, as in `Plum, Rope, Hall`; names may be shortened.
After the answers: an empty line ends your turn, `accuse Plum, Rope, Hall` accuses.
On a board you first go to a room, or `towards Hall`; or `stay`, or take the `passage`, or `roll`."""


@dataclass(frozen=True)
class Edition:
    """The sorts of cards of one edition of Clue, each with a name and its cards."""

    sorts: tuple[tuple[str, tuple[str, ...]], ...]
    source: str = "classic"
    """`classic`, or the file that it was read from."""
    board: tuple[tuple[int, str], ...] = ()
    """The lines of its board, if it has one, with their numbers."""

    def __post_init__(self) -> None:
        if not self.sorts:
            raise ParameterError(f"edition {self.source}: it has no cards")
        names = [name.casefold() for _, cards in self.sorts for name in cards]
        for name in names:
            if names.count(name) > 1:
                raise ParameterError(f"edition {self.source}: the card {name!r} is named twice")
        for sort, cards in self.sorts:
            if len(cards) < 2:
                raise ParameterError(
                    f"edition {self.source}: {sort!r} has {plural(len(cards), 'card')}, at least 2 needed"
                )

    @cached_property
    def floor(self) -> Floor | None:
        """The board."""
        return Floor.parse(self.board, self.sorts[0][1], self.sorts[-1][1]) if self.board else None

    @property
    def total(self) -> int:
        """How many cards there are."""
        return sum(len(cards) for _, cards in self.sorts)

    @classmethod
    def parse(cls, text: str, source: str = "text") -> Edition:
        """Read an edition: one line a sort, `suspect: Green, Mustard, ...`, and the lines of a board, if it has one."""
        sorts, board = [], []
        for number, line in log_lines(text):
            name, colon, rest = line.partition(":")
            if name.strip() in KEYS:
                board.append((number, line))
                continue
            cards = tuple(card.strip() for card in rest.split(","))
            if not colon or not name.strip() or not all(cards):
                raise LogError(number, f"edition {source}: write a sort as NAME: CARD, CARD, ...; found {line!r}")
            sorts.append((name.strip(), cards))
        return cls(tuple(sorts), source, tuple(board))

    @classmethod
    def read(cls, path: str | Path) -> Edition:
        """Read an edition from a file, or one that is built in: `classic`, the game of 21 cards, or `classic-board`."""
        if str(path) in EDITIONS:
            return EDITIONS[str(path)]
        return cls.parse(read_text(path, "edition", ParameterError), str(path))

    def __str__(self) -> str:
        sorts = [f"{name}: {', '.join(cards)}\n" for name, cards in self.sorts]
        return "".join([*sorts, *(f"{line}\n" for _, line in self.board)])


CLASSIC = Edition.parse(
    """
    suspect: Green, Mustard, Peacock, Plum, Scarlet, White
    weapon: Candlestick, Knife, Lead Pipe, Revolver, Rope, Wrench
    room: Ballroom, Billiard Room, Conservatory, Dining Room, Hall, Kitchen, Library, Lounge, Study
    """,
    "classic",
)
EDITIONS = {one.source: one for one in (CLASSIC, Edition.parse(f"{CLASSIC}{BOARD}", "classic-board"))}
"""The editions that are built in, by name."""


def even_hands(cards: int, players: int) -> tuple[int, ...]:
    """How many cards each player gets if they are dealt in turn until none is left."""
    return tuple(cards // players + (i < cards % players) for i in range(players))


def read_hands(text: str) -> tuple[int, ...]:
    """The sizes of the hands: `5-5-4-4`."""
    sizes = [whole_number(part, 1) for part in text.split("-")]
    if None in sizes:
        raise ParameterError(f"clue: hands are written 5-5-4-4, the cards of each player, not {shorten(text)!r}")
    return tuple(size for size in sizes if size is not None)


def format_hands(hands: tuple[int, ...]) -> str:
    """The sizes as text."""
    return "-".join(map(str, hands))


@dataclass(frozen=True)
class Clue(CardTable):
    """Find out who did it, with what, and where: three cards are hidden, and the others are dealt.

    >>> Clue.of(4).hands
    (5, 5, 4, 4)
    """

    asking, guessing = "suggest", "accuse"
    help: ClassVar[str] = HELP

    hands: tuple[int, ...] = field(
        default=(6, 6, 6),
        metadata={"read": read_hands, "write": format_hands, "help": "how many cards each player holds: 5-5-4-4"},
    )
    edition: Edition = field(
        default=CLASSIC,
        metadata={"read": Edition.read, "write": attrgetter("source"), "file": True, "help": "a file of other cards"},
    )
    seats: tuple[str, ...] = field(default=(), metadata={"hidden": True})
    """The names of the players in the order of their turns; numbers unless given."""
    drawn_rooms: bool = field(
        default=False, metadata={"help": "whether the room of a suggestion is drawn by chance, as by dice"}
    )
    """Whether the card of the last sort in a suggestion is drawn by chance, as dice and corridors would."""

    def __post_init__(self) -> None:
        players, dealt = len(self.hands), self.edition.total - len(self.edition.sorts)
        if not FEWEST <= players <= MOST:
            raise ParameterError(f"clue is for {FEWEST} to {MOST} players, not {players}")
        if sum(self.hands) != dealt or min(self.hands) < 1:
            raise DealError(
                f"hands of {'+'.join(map(str, self.hands))} make {sum(self.hands)} cards, but "
                f"{self.edition.total} cards less {len(self.edition.sorts)} in the envelope are {dealt}"
            )
        if self.floor and (self.drawn_rooms or players > len(self.floor.figures)):
            most = plural(len(self.floor.figures), "player")
            raise ParameterError(
                f"a board has tokens for {most}, who walk into rooms: none is drawn, and no more may play"
            )
        if self.seats and len(self.seats) != players:
            raise ParameterError(f"{plural(players, 'hand')} but {plural(len(self.seats), 'name')}")
        names = [name.casefold() for name in self.seats]
        if twice := [name for name in self.seats if names.count(name.casefold()) > 1]:
            raise ParameterError(f"two players are called {listing(twice[:1])}")

    @classmethod
    def of(cls, players: int, edition: Edition = CLASSIC, drawn_rooms: bool = False) -> Clue:
        """A table of so many players, the cards dealt in turn."""
        if not FEWEST <= players <= MOST:
            raise ParameterError(f"clue is for {FEWEST} to {MOST} players, not {players}")
        return cls(even_hands(edition.total - len(edition.sorts), players), edition, drawn_rooms=drawn_rooms)

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(card for _, cards in self.edition.sorts for card in cards)

    @cached_property
    def sorts(self) -> tuple[Sort, ...]:
        sorts, first = [], 0
        for name, cards in self.edition.sorts:
            sorts.append(Sort(name, cards_of(range(first, first + len(cards))), 1, 1))
            first += len(cards)
        return tuple(sorts)

    @property
    def player_names(self) -> tuple[str, ...]:
        return self.seats or super().player_names

    @property
    def drawn(self) -> Sort | None:
        return self.sorts[-1] if self.drawn_rooms or self.floor else None

    @property
    def floor(self) -> Floor | None:
        return self.edition.floor

    def holder_name(self, holder: int) -> str:
        return "the envelope" if holder == 0 else super().holder_name(holder)

    @classmethod
    def from_parameters(cls, raw: dict[str, str]) -> Clue:
        """The same, but that `players=4` may stand for the hands of so many, dealt in turn."""
        if "players" not in raw:
            return super().from_parameters(raw)
        if "hands" in raw:
            raise ParameterError("clue: write hands or players, not both")
        rest = {key: text for key, text in raw.items() if key != "players"}
        edition = Edition.read(rest["edition"]) if "edition" in rest else CLASSIC
        players = whole_number(raw["players"], FEWEST, MOST)
        if players is None:
            raise ParameterError(f"clue is for {FEWEST} to {MOST} players, not {shorten(raw['players'])}")
        hands = even_hands(edition.total - len(edition.sorts), players)
        return super().from_parameters({**rest, "hands": format_hands(hands)})

    def __str__(self) -> str:
        """The hands are its size, and always written."""
        _, colon, rest = super().__str__().partition(":")
        hands = f"hands={format_hands(self.hands)}"
        return f"clue:{rest}" if rest.startswith("hands=") else f"clue:{hands}{',' if colon else ''}{rest}"
