"""Clue without the board: one card of each sort in the envelope, hands that may be uneven, a suggestion every turn."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter
from typing import ClassVar

from sleuth.core.errors import ParameterError
from sleuth.core.text import listing, plural, shorten, whole_number
from sleuth.games.clue.rules.card_game import Sort
from sleuth.games.clue.rules.card_table import CardTable
from sleuth.games.clue.rules.cards import PILE, cards_of
from sleuth.games.clue.rules.editions import CLASSIC, EDITIONS, FEWEST, Edition
from sleuth.games.clue.rules.errors import DealError
from sleuth.games.clue.rules.floor import Floor

HELP = """\
Your turn: name three cards to suggest them, as in `Plum, Rope, Hall`; names may be shortened.
After the answers: an empty line ends your turn, `accuse Plum, Rope, Hall` accuses.
On a board you first go to a room, or `towards Hall`; or `stay`, or take the `passage`, or `roll`."""


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


def _check_players(players: int, edition: Edition) -> None:
    if not FEWEST <= players <= edition.most_players:
        raise ParameterError(f"clue is for {FEWEST} to {edition.most_players} players, not {players}")


@dataclass(frozen=True)
class Clue(CardTable):
    """Find out who did it, with what, and where: three cards are hidden, and the others are dealt.

    >>> Clue.of(4).hands
    (5, 5, 4, 4)
    """

    tagline: ClassVar[str] = "Who, with what, where"
    asking, guessing = "suggest", "accuse"
    help: ClassVar[str] = HELP

    hands: tuple[int, ...] = field(
        default=(6, 6, 6),
        metadata={"read": read_hands, "write": format_hands, "help": "how many cards each player holds: 5-5-4-4"},
    )
    edition: Edition = field(
        default=CLASSIC,
        metadata={
            "read": Edition.read,
            "write": attrgetter("source"),
            "file": True,
            "known": tuple(EDITIONS),
            "help": "a name, or a file of other cards",
        },
    )
    seats: tuple[str, ...] = field(default=(), metadata={"hidden": True})
    """The names of the players in the order of their turns; numbers unless given."""
    drawn_rooms: bool = field(
        default=False, metadata={"help": "whether the room of a suggestion is drawn by chance, as by dice"}
    )
    """Whether the card of the last sort in a suggestion is drawn by chance, as dice and corridors would."""
    public: int = field(default=0, metadata={"help": "how many cards lie face up beside the envelope"})
    """How many cards lie face up beside the envelope."""

    words = "a suggestion", "a solution"

    def __post_init__(self) -> None:
        players, dealt = len(self.hands), self.edition.dealt
        _check_players(players, self.edition)
        if sum(self.hands) + self.public != dealt or min(self.hands) < 1 or self.public < 0:
            up = f" and {self.public} face up" if self.public else ""
            raise DealError(
                f"hands of {'+'.join(map(str, self.hands))}{up} make {sum(self.hands) + self.public} cards, but "
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
    def of(cls, players: int, edition: Edition = CLASSIC, drawn_rooms: bool = False, public: int = 0) -> Clue:
        """A table of so many players, the cards dealt in turn, but for those that lie face up."""
        _check_players(players, edition)
        hands = even_hands(max(edition.dealt - public, 0), players)
        return cls(hands, edition, drawn_rooms=drawn_rooms, public=public)

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(card for _, cards in self.edition.sorts for card in cards)

    @cached_property
    def other_names(self) -> dict[str, int]:
        return {name: self.names.index(own) for name, own in self.edition.others}

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
        return "the envelope" if holder == PILE else super().holder_name(holder)

    @classmethod
    def from_parameters(cls, raw: dict[str, str]) -> Clue:
        """The same, but that `players=4` may stand for the hands of so many, dealt in turn."""
        if "players" not in raw:
            return super().from_parameters(raw)
        if "hands" in raw:
            raise ParameterError("clue: write hands or players, not both")
        edition = Edition.read(raw["edition"]) if "edition" in raw else CLASSIC
        players, public = whole_number(raw["players"], 1), whole_number(raw.get("public", "0"))
        if players is None or public is None:
            key = "players" if players is None else "public"
            raise ParameterError(f"clue: {key} is a whole number, not {shorten(raw[key])!r}")
        hands = format_hands(cls.of(players, edition, public=public).hands)
        return super().from_parameters({"hands": hands, **{key: raw[key] for key in raw if key != "players"}})

    def __str__(self) -> str:
        """The hands are its size, and always written."""
        _, colon, rest = super().__str__().partition(":")
        hands = f"hands={format_hands(self.hands)}"
        return f"clue:{rest}" if rest.startswith("hands=") else f"clue:{hands}{',' if colon else ''}{rest}"
