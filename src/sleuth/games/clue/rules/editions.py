"""Editions of Clue: which cards there are, and by which other names they are known."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from sleuth.core.errors import ParameterError
from sleuth.core.files import is_file, read_text
from sleuth.core.text import plural
from sleuth.games.clue.rules.classic_board import BOARD
from sleuth.games.clue.rules.errors import LogError, log_lines
from sleuth.games.clue.rules.floor import KEYS, Floor

FEWEST = 2
MAX_SEATS = 6
"""The most players where the first sort has no more cards: each plays one of its figures."""


@dataclass(frozen=True)
class Edition:
    """The sorts of cards of one edition of Clue, each with a name and its cards."""

    sorts: tuple[tuple[str, tuple[str, ...]], ...]
    source: str = "classic"
    """The name of a built-in edition, or the file that it was read from."""
    others: tuple[tuple[str, str], ...] = ()
    """Other names of cards, each with the card's own."""
    board: tuple[tuple[int, str], ...] = ()
    """The lines of its board, if it has one, with their numbers."""

    def __post_init__(self) -> None:
        if not self.sorts:
            raise ParameterError(f"edition {self.source}: it has no cards")
        names = [name.casefold() for _, cards in self.sorts for name in cards]
        names += [name.casefold() for name, _ in self.others]
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
        """The board, made when it is asked for."""
        return Floor.parse(self.board, self.sorts[0][1], self.sorts[-1][1]) if self.board else None

    @property
    def total(self) -> int:
        """How many cards there are."""
        return sum(len(cards) for _, cards in self.sorts)

    @property
    def dealt(self) -> int:
        """How many cards are not in the envelope."""
        return self.total - len(self.sorts)

    @property
    def most_players(self) -> int:
        """How many may play."""
        return max(MAX_SEATS, len(self.sorts[0][1]))

    @classmethod
    def parse(cls, text: str, source: str = "text") -> Edition:
        """Read an edition: a line a sort, `weapon: Rope, Knife = Dagger, ...`, other names behind `=`; then a board."""
        sorts, others, board = [], [], []
        for number, line in log_lines(text):
            sort, colon, rest = line.partition(":")
            if sort.strip() in KEYS:
                board.append((number, line))
                continue
            cards = [[name.strip() for name in re.split(r"[=|]", card)] for card in rest.split(",")]
            if not colon or not sort.strip() or not all(map(all, cards)):
                raise LogError(number, f"edition {source}: write a sort as NAME: CARD, CARD, ...; found {line!r}")
            sorts.append((sort.strip(), tuple(own for own, *_ in cards)))
            others += [(name, own) for own, *names in cards for name in names]
        return cls(tuple(sorts), source, tuple(others), tuple(board))

    @classmethod
    def read(cls, name: str | Path, folder: str | Path = "") -> Edition:
        """A built-in edition by its name, or one from a file, which is looked for in the folder first."""
        if str(name) in EDITIONS:
            return EDITIONS[str(name)]
        near = Path(folder) / name
        try:
            text = read_text(near if is_file(near) else name, "edition", ParameterError)
        except ParameterError as error:
            raise ParameterError(f"{error}; built in are {', '.join(EDITIONS)}") from error
        try:
            return cls.parse(text, str(name))
        except LogError as error:
            raise ParameterError(str(error)) from error  # its line is one of the edition

    def __str__(self) -> str:
        def card(own: str) -> str:
            return " = ".join([own, *(name for name, of in self.others if of == own)])

        sorts = (f"{name}: {', '.join(map(card, cards))}\n" for name, cards in self.sorts)
        return "".join([*sorts, *(f"{line}\n" for _, line in self.board)])


_CLASSIC_ROOMS = """
room: Ballroom, Billiard Room = Billiards Room, Conservatory, Dining Room, Hall, Kitchen, Library, Lounge, Study"""
_AMERICAN = """
weapon: Candlestick, Knife = Dagger, Lead Pipe = Lead Piping, Revolver = Pistol, Rope, Wrench = Spanner"""
_BRITISH = """
weapon: Candlestick, Dagger = Knife, Lead Piping = Lead Pipe, Revolver = Pistol, Rope, Spanner = Wrench"""
_MASTER = """
suspect: Brunette, Gray = Grey, Green, Mustard, Peach, Peacock, Plum, Rose, Scarlet = Scarlett, White
weapon: Candlestick, Horseshoe, Knife = Dagger, Lead Pipe = Lead Piping, Poison, Revolver, Rope, Wrench = Spanner
room: Billiard Room, Carriage House, Conservatory, Courtyard, Dining Room, Drawing Room, Fountain, Gazebo, Kitchen,\
 Library, Studio, Trophy Room"""
_BUILT_IN = {
    "classic": "suspect: Green, Mustard, Peacock, Plum, Scarlet = Scarlett, White" + _AMERICAN + _CLASSIC_ROOMS,
    "classic-uk": "suspect: Green, Mustard, Peacock, Plum, Scarlett = Scarlet, White" + _BRITISH + _CLASSIC_ROOMS,
    "classic-orchid": "suspect: Green, Mustard, Orchid, Peacock, Plum, Scarlett = Scarlet" + _AMERICAN + _CLASSIC_ROOMS,
    "master-detective": _MASTER,
}
_BUILT_IN["classic-board"] = _BUILT_IN["classic"] + BOARD
EDITIONS = {name: Edition.parse(text, name) for name, text in _BUILT_IN.items()}
"""The editions that are built in, by name."""
CLASSIC = EDITIONS["classic"]
