"""Battleship: shots at a hidden fleet."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from math import factorial, prod
from string import ascii_lowercase
from typing import ClassVar

import numpy as np

from sleuth.core.capabilities import Answers, Constraint, Count, Draws, Hits, Rounds
from sleuth.core.errors import ActionError, FeedbackError, SecretError, StarvedError
from sleuth.core.game import Feedback, Goal
from sleuth.core.sequential import Sequential
from sleuth.core.spec import require
from sleuth.core.text import shorten
from sleuth.games.battleship.rules.packing import Cell, Ship, fits, packed
from sleuth.games.reading import read_numbers

Board = tuple[Ship, ...]

ANSWERS = ("anonymous", "length", "named", "cells", "hits")
MAX_SIDE = len(ascii_lowercase)
MISS, HIT, SUNK = "miss", "hit", "sunk"
PAPER_FLEET, PAPER_NAMES = (5, 4, 3, 3, 2), "cbdsp"
DRAWS = 2_000
"""How often a fleet is dropped on the board before a Markov chain is asked for one."""
MAX_COUNTED = 1e8
"""Fleets that take more work than this (a few seconds) are not counted."""
_SIZE = re.compile(r"([0-9]{1,3})(?:x([0-9]{1,3}))?")
_NUMBERS = re.compile(r"\(?\s*([0-9]{1,3})\s*[, .]\s*([0-9]{1,3})\s*\)?")
_LETTER = re.compile(r"([a-z])\s*([0-9]{1,3})")
_SHOTS = {
    "help": "the shots that a player is given; 0 for no limit",
    "label": "How many shots are there?",
    "empty": "as many as it takes",
}


@dataclass(frozen=True)
class Battleship(Sequential, Count, Draws, Constraint, Rounds, Answers, Hits):
    """Sink a hidden fleet in as few shots as you can.

    A shot names a cell: row, column, from (1, 1) at the upper left. Ships lie along rows and columns and never
    overlap; without `touching` they do not touch either, not even at a corner. All boards are equally likely.

    What a shot tells: `anonymous` says miss, hit or sunk, and not which ship; `length` adds the length of a sunk ship;
    `named` names the ship at every hit; `cells` shows where a sunk ship lay; `hits` does not even say sunk. Ships of
    one length are alike, unless they are named: then a board with the two exchanged is another secret.
    """

    goal: ClassVar[Goal] = Goal.FIND
    noun: ClassVar[str] = "fleet"
    invitation: ClassVar[str] = "Shoot here."
    tagline: ClassVar[str] = "Sink the hidden fleet"
    presets: ClassVar[dict[str, str]] = {
        "Easy": "battleship:size=6,fleet=3-2-2",
        "Classic": "battleship",
        "Hard": "battleship:answers=hits",
    }
    repeats: ClassVar[bool] = False
    rows: ClassVar[int | None] = None
    ordered: ClassVar[bool] = False
    plain_misses: ClassVar[bool] = True

    size: str = field(
        default="10", metadata={"help": "10, or rows x columns as in 8x12", "label": "How large is the sea?"}
    )
    fleet: str = field(default="5-4-3-3-2", metadata={"help": "the lengths of the ships", "label": "Which ships?"})
    answers: str = field(
        default="anonymous",
        metadata={
            "help": "what a shot tells",
            "choices": ANSWERS,
            "label": "What does a shot tell?",
            "words": {
                "anonymous": "Miss, hit or sunk",
                "length": "Also how long a sunk ship was",
                "named": "Which ship was hit",
                "cells": "Where a sunk ship lay",
                "hits": "Miss or hit only",
            },
        },
    )
    touching: bool = field(default=True, metadata={"help": "whether ships may touch", "label": "Ships may touch"})
    shots: int = field(default=0, metadata=_SHOTS)

    def __post_init__(self) -> None:
        # A whole number is as good as its text.
        object.__setattr__(self, "size", str(self.size).strip().lower())
        object.__setattr__(self, "fleet", str(self.fleet).strip())
        require(_SIZE.fullmatch(self.size) is not None, self, f"size is as 10 or 8x12, not {shorten(self.size)!r}")
        for side in self.sides:
            require(1 <= side <= MAX_SIDE, self, f"a side has 1 to {MAX_SIDE} cells, not {side}")
        lengths = read_numbers(self.fleet, "-") or [0]
        message = f"fleet is lengths as in 5-4-3-3-2, not {shorten(self.fleet)!r}"
        require(all(1 <= length <= MAX_SIDE**2 for length in lengths), self, message)
        require(self.answers in ANSWERS, self, f"answers is one of {', '.join(ANSWERS)}, not {self.answers!r}")
        require(self.shots >= 0, self, f"shots is 0 or more, not {self.shots}")
        named = self.answers == "named" and len(self.ships) > MAX_SIDE
        require(not named, self, f"at most {MAX_SIDE} ships have names, not {len(self.ships)}")
        room = f"the ships {self.fleet} do not fit on {self.height}x{self.width}"
        require(max(self.ships) <= max(self.sides), self, f"{room}: the longest is longer than the board")
        require(sum(self.ships) <= self.area, self, f"{room}: they have {sum(self.ships)} cells, it has {self.area}")
        require(
            fits(self.sides, self.ships, self.touching), self, f"{room}{'' if self.touching else ' without touching'}"
        )
        object.__setattr__(self, "rows", self.shots or None)

    # What the texts of the parameters stand for.

    @cached_property
    def sides(self) -> tuple[int, int]:
        """Rows and columns."""
        match = _SIZE.fullmatch(self.size)
        assert match is not None
        return int(match[1]), int(match[2] or match[1])

    @property
    def height(self) -> int:
        """Rows."""
        return self.sides[0]

    @property
    def width(self) -> int:
        """Columns."""
        return self.sides[1]

    @property
    def area(self) -> int:
        """Cells."""
        return self.height * self.width

    @cached_property
    def ships(self) -> tuple[int, ...]:
        """The length of each ship."""
        return tuple(read_numbers(self.fleet, "-") or ())

    @property
    def names(self) -> str:
        """A letter for each ship; the paper's for the paper's fleet."""
        return PAPER_NAMES if self.ships == PAPER_FLEET else ascii_lowercase[: len(self.ships)]

    @property
    def alike(self) -> bool:
        """Whether ships of one length are alike."""
        return self.answers != "named"

    @cached_property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """The ships by number, those that are alike together."""
        if not self.alike:
            return tuple((ship,) for ship in range(len(self.ships)))
        return tuple(tuple(i for i, n in enumerate(self.ships) if n == length) for length in dict.fromkeys(self.ships))

    # The rules.

    def secrets(self) -> Iterator[Board]:
        return _boards(self.sides, self.ships, self.touching, self.alike)

    def actions(self) -> list[Cell]:
        return [(row, column) for row in range(1, self.height + 1) for column in range(1, self.width + 1)]

    def feedback_after(self, past: Sequence[Cell], action: Cell, secret: Board) -> Feedback:
        for number, ship in enumerate(secret):
            cells = cells_of(ship)
            if action in cells:
                sunk = all(cell == action or cell in past for cell in cells)
                return self._hit(number, cells, sunk)
        return MISS

    def _hit(self, number: int, cells: Sequence[Cell], sunk: bool) -> str:
        if self.answers == "hits":
            return HIT
        if self.answers == "named":
            return f"{SUNK if sunk else HIT} {self.names[number]}"
        if not sunk or self.answers == "anonymous":
            return SUNK if sunk else HIT
        return self.sunk_length(len(cells)) if self.answers == "length" else self.sunk_cells(cells)

    def sunk_length(self, length: int) -> str:
        """The answer that announces a length."""
        return f"{SUNK} {length}"

    def sunk_cells(self, cells: Sequence[Cell]) -> str:
        """The answer that shows a ship."""
        return " ".join([SUNK, *map(self.format_action, cells)])

    def answers_to(self, action: Cell) -> Iterator[str]:
        """What may be answered to a shot, whatever was shot at before."""
        yield MISS
        if self.answers == "named":
            yield from (f"{HIT} {name}" for name, length in zip(self.names, self.ships, strict=True) if length > 1)
            yield from (f"{SUNK} {name}" for name in self.names)
            return
        if self.answers == "hits" or max(self.ships) > 1:
            yield HIT
        if self.answers == "anonymous":
            yield SUNK
        elif self.answers == "length":
            yield from map(self.sunk_length, dict.fromkeys(self.ships))
        elif self.answers == "cells":
            for length in dict.fromkeys(self.ships):
                for ship, _, _ in _placements(self.sides, length, self.touching):
                    if action in (cells := cells_of(ship)):
                        yield self.sunk_cells(cells)

    def hits(self, secret: Board) -> frozenset[Cell]:
        return frozenset(cell for ship in secret for cell in cells_of(ship))

    def count(self) -> int | None:
        return self.boards if self.alike else self.configurations

    @property
    def boards(self) -> int | None:
        """The boards, where ships of one length are alike; `None` where they are too many to count."""
        return _count(self.sides, self.ships, self.touching)

    @property
    def configurations(self) -> int | None:
        """The boards, where every ship is told from the others."""
        boards = self.boards
        return None if boards is None else boards * prod(map(factorial, Counter(self.ships).values()))

    def draw(self, rng: np.random.Generator) -> Board:
        """A board from the uniform distribution: all ships are dropped at once, again until none is in the way.

        To place one ship after another would favour the middle of the board. Fleets that hardly ever fall apart are
        drawn from a list of all boards, or where these are too many by a Markov chain, which is nearly uniform.
        """
        kinds = {n: _placements(self.sides, n, self.touching) for n in set(self.ships)}
        for _ in range(DRAWS):
            ships, taken = [], 0
            for length in self.ships:
                ship, mask, around = kinds[length][int(rng.integers(len(kinds[length])))]
                if taken & around:
                    break
                taken |= mask
                ships.append(ship)
            else:
                return self.tidy(ships)
        return self._dense(rng)

    def _dense(self, rng: np.random.Generator) -> Board:
        """A board with a fleet that nearly fills it; which ship of a length is which falls by chance."""
        listed = packed(self.sides, self.ships, self.touching)
        if listed is None:
            return self._walk(rng)
        ships = listed[int(rng.integers(len(listed)))]
        kinds = {n: [ship for ship in ships if len(cells_of(ship)) == n] for n in set(self.ships)}
        orders = {n: rng.permutation(len(some)).tolist() for n, some in sorted(kinds.items())}
        return self.tidy([kinds[n][orders[n].pop()] for n in self.ships])

    def _walk(self, rng: np.random.Generator) -> Board:
        from sleuth.games.battleship.kernels.chain import draw_board
        from sleuth.games.battleship.kernels.fleet import waters

        sea = waters(*self.sides, tuple(self.ships[group[0]] for group in self.groups), self.touching)
        group_of = {ship: number for number, group in enumerate(self.groups) for ship in group}
        numbers = np.array([group_of[ship] for ship in range(len(self.ships))], np.int64)
        found = draw_board(sea, numbers, int(rng.integers(2**31)))
        if found is None:
            raise StarvedError(f"no board of {self} was found: the fleet hardly fits")
        cells = self.actions()
        return self.tidy([(cells[first], cells[last]) for first, last in sea.places[found].tolist()])

    def draw_action(self, rng: np.random.Generator) -> Cell:
        return int(rng.integers(self.height)) + 1, int(rng.integers(self.width)) + 1

    def tidy(self, ships: Sequence[Ship]) -> Board:
        """The secret that some placements make, one for each ship: those that are alike come in order."""
        out = list(ships)
        for group in self.groups:
            for place, ship in zip(group, sorted(ships[i] for i in group), strict=True):
                out[place] = ship
        return tuple(out)

    def is_board(self, secret: object) -> bool:
        """Whether a value is a secret of this game."""
        if not isinstance(secret, tuple) or len(secret) != len(self.ships):
            return False
        taken = 0
        for ship, length in zip(secret, self.ships, strict=True):
            masks = _masks(self.sides, length, self.touching)
            if not (isinstance(ship, tuple) and ship in masks):
                return False
            mask, around = masks[ship]
            if taken & around:
                return False
            taken |= mask
        return self.tidy(secret) == secret

    # Text: a cell is `3,7` (row, column); `g3` (column's letter, row) is understood too. A ship is `1,1-1,5`.

    def format_action(self, action: Cell) -> str:
        return f"{action[0]},{action[1]}"

    def parse_action(self, text: str) -> Cell:
        cell = self._read_cell(text)
        if cell is None:
            last = f"{ascii_lowercase[self.width - 1]}{self.height}"
            message = f"write row,column from 1,1 to {self.height},{self.width}, or a1 to {last}"
            raise ActionError(f"{shorten(text.strip())!r} is no cell of the board; {message}")
        return cell

    def _read_cell(self, text: str) -> Cell | None:
        word = text.strip().lower()
        if match := _NUMBERS.fullmatch(word):
            row, column = int(match[1]), int(match[2])
        elif match := _LETTER.fullmatch(word):
            row, column = int(match[2]), ascii_lowercase.index(match[1]) + 1
        else:
            return None
        return (row, column) if 1 <= row <= self.height and 1 <= column <= self.width else None

    def format_secret(self, secret: Board) -> str:
        return " ".join("-".join(map(self.format_action, dict.fromkeys(ship))) for ship in secret)

    def parse_secret(self, text: str) -> Board:
        """Ships in any order; those of one length that have names, in the order of the fleet."""
        found: dict[int, list[Ship]] = {}
        for word in text.split():
            ends = [self._read_cell(end) for end in word.split("-")]
            if None in ends or not 1 <= len(ends) <= 2:
                raise SecretError(f"{shorten(word)!r} is no ship; write its two ends, as in 1,1-1,5")
            first, last = sorted([end for end in (ends[0], ends[-1]) if end is not None])
            if first[0] != last[0] and first[1] != last[1]:
                raise SecretError(f"the ship {shorten(word)!r} lies neither along a row nor along a column")
            found.setdefault(len(cells_of((first, last))), []).append((first, last))
        message = ", ".join(f"{len(v)} of length {k}" for k, v in sorted(found.items(), reverse=True)) or "none"
        if Counter({k: len(v) for k, v in found.items()}) != Counter(self.ships):
            raise SecretError(f"the fleet is {self.fleet}, but {shorten(text.strip())!r} has ships: {message}")
        board = self.tidy([found[length].pop(0) for length in self.ships])
        if not self.is_board(board):
            raise SecretError(f"two ships of {text.strip()!r} {'overlap' if self.touching else 'touch or overlap'}")
        return board

    def parse_feedback(self, text: str, action: Cell) -> Feedback:
        word, _, rest = " ".join(text.lower().replace("hit and sunk", SUNK).split()).partition(" ")
        word = {"m": MISS, "h": HIT, "s": SUNK, "sink": SUNK}.get(word, word)
        right = self._read_answer(word, rest, action)
        if right is None:
            raise FeedbackError(
                f"{shorten(text.strip())!r} is no answer in {self.name}; it is {self._possible_answers(action)}"
            )
        return right

    def _read_answer(self, word: str, rest: str, action: Cell) -> str | None:
        if word == MISS:
            return None if rest else MISS
        if word not in (HIT, SUNK) or (word == SUNK and self.answers == "hits"):
            return None
        if self.answers == "named":
            return f"{word} {rest}" if len(rest) == 1 and rest in self.names else None
        if word == HIT or self.answers == "anonymous":
            return None if rest else word
        if self.answers == "length":
            return f"{SUNK} {rest}" if rest in map(str, self.ships) else None
        cells = [self._read_cell(part) for part in rest.split()]
        if None in cells or action not in cells:
            return None
        ends = min(c for c in cells if c), max(c for c in cells if c)
        ship = cells_of(ends) if ends[0][0] == ends[1][0] or ends[0][1] == ends[1][1] else []
        fits = sorted(c for c in cells if c) == ship and len(ship) in self.ships
        return self.sunk_cells(ship) if fits else None

    def _possible_answers(self, action: Cell) -> str:
        """What may be answered, as the end of a sentence."""
        if self.answers == "hits":
            return "miss or hit"
        if self.answers == "named":
            return f"miss, hit X or sunk X, where X is one of {', '.join(self.names)}"
        lengths = ", ".join(f"sunk {n}" for n in dict.fromkeys(self.ships))
        here = self.format_action(action)
        sunk = {"anonymous": "sunk", "length": lengths, "cells": f"sunk with its cells, {here} among them"}
        return f"miss, hit or {sunk[self.answers]}"


@dataclass(frozen=True)
class SplooshKaboom(Battleship):
    """Sink three squid with 24 shots (the mini-game of The Wind Waker): Battleship on a small sea."""

    tagline: ClassVar[str] = "Three squid, 24 shots"

    size: str = field(
        default="8", metadata={"help": "8, or rows x columns as in 8x12", "label": "How large is the sea?"}
    )
    fleet: str = field(
        default="4-3-2", metadata={"help": "the lengths of the squid", "label": "How long are the squid?"}
    )
    shots: int = field(default=24, metadata=_SHOTS)


def cells_of(ship: Ship) -> list[Cell]:
    """The cells of a ship, in order."""
    (top, left), (bottom, right) = ship
    return [(row, column) for row in range(top, bottom + 1) for column in range(left, right + 1)]


Placement = tuple[Ship, int, int]
"""A placement, its cells as bits, and the cells that no other ship may have."""


@lru_cache(maxsize=64)
def _placements(sides: tuple[int, int], length: int, touching: bool) -> tuple[Placement, ...]:
    """Every placement of a ship, in order."""
    height, width = sides
    out = []
    for row in range(1, height + 1):
        for column in range(1, width + 1):
            ends = {(row, column + length - 1), (row + length - 1, column)}
            for last in sorted(end for end in ends if end[0] <= height and end[1] <= width):
                cells = cells_of(((row, column), last))
                near = 0 if touching else 1
                around = cells_of(((row - near, column - near), (last[0] + near, last[1] + near)))
                masks = [
                    sum(1 << ((r - 1) * width + c - 1) for r, c in some if 1 <= r <= height and 1 <= c <= width)
                    for some in (cells, around)
                ]
                out.append((((row, column), last), masks[0], masks[1]))
    return tuple(out)


@lru_cache(maxsize=64)
def _masks(sides: tuple[int, int], length: int, touching: bool) -> dict[Ship, tuple[int, int]]:
    return {ship: (mask, around) for ship, mask, around in _placements(sides, length, touching)}


def _boards(sides: tuple[int, int], ships: tuple[int, ...], touching: bool, alike: bool) -> Iterator[Board]:
    """Every board, in order; of ships that are alike, each one after the last."""
    kinds = [_placements(sides, length, touching) for length in ships]
    before = [max((j for j in range(i) if alike and ships[j] == n), default=-1) for i, n in enumerate(ships)]

    def place(board: Board, taken: int) -> Iterator[Board]:
        number = len(board)
        if number == len(ships):
            yield board
            return
        least = board[before[number]] if before[number] >= 0 else None
        for ship, mask, around in kinds[number]:
            if not taken & around and (least is None or ship > least):
                yield from place((*board, ship), taken | mask)

    return place((), 0)


@lru_cache(maxsize=64)
def _count(sides: tuple[int, int], ships: tuple[int, ...], touching: bool) -> int | None:
    from sleuth.games.battleship.kernels.fleet import count_boards, cover, waters, work

    kinds = Counter(ships)
    sea = waters(*sides, tuple(kinds), touching)
    covered = cover(sea, sea.every, np.array(list(kinds.values())), np.zeros(sea.cells.shape[1], np.uint64))
    if work(sea, covered) > MAX_COUNTED:
        listed = packed(sides, ships, touching)
        return None if listed is None else len(listed)
    return count_boards(sea, covered).boards
