"""Black Box: rays into a grid, and atoms that bend them."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import chain
from typing import ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from sleuth.core.capabilities import Symmetries, Twin
from sleuth.core.errors import ActionError, FeedbackError, SecretError
from sleuth.core.game import Game, Goal, Symmetry
from sleuth.core.spec import require
from sleuth.core.text import plural, shorten, whole_number

Layout = tuple[int, ...]

MAX_LAYOUTS = 2_000_000
_COLUMNS = "abcdefghijklmnopqrstuvwxyz"
_CELL = re.compile(r"([a-z])([0-9]{1,3})")


@dataclass(frozen=True)
class BlackBox(Game, Twin, Symmetries):
    """Send rays into a box and find the atoms that bend them.

    Eric Solomon's game. Ports are numbered from 1, clockwise from the top left corner. A ray that meets an
    atom head on is absorbed (`hit`); an atom diagonally ahead turns it away by a right angle; between two of
    them, or if it would be turned before it is in the box, it comes back (`reflect`). Otherwise the feedback
    is the port where it leaves; leaving where it came in is `reflect` too.

    A layout is the tuple of its cells, numbered from 0 row by row. Layouts that no ray tells apart are one
    secret, written as the first of them, and its weight is their number: the atoms are hidden uniformly.
    """

    goal: ClassVar[Goal] = Goal.KNOW
    noun: ClassVar[str] = "layout"
    invitation: ClassVar[str] = "Send a ray in here."
    tagline: ClassVar[str] = "Rays bent by atoms"
    presets: ClassVar[dict[str, str]] = {
        "Easy": "black-box:size=4,atoms=2",
        "Classic": "black-box",
        "Hard": "black-box:size=6,atoms=4",
    }

    size: int = field(default=5, metadata={"help": "rows and columns of the box", "label": "How large is the box?"})
    atoms: int = field(default=3, metadata={"help": "how many atoms are hidden", "label": "How many atoms are hidden?"})

    def __post_init__(self) -> None:
        most = len(_COLUMNS)
        require(1 <= self.size <= most, self, f"size is 1 to {most}, not {self.size}")
        cells = self.size**2
        require(1 <= self.atoms <= cells, self, f"atoms is 1 to {cells} (the cells of the box), not {self.atoms}")
        layouts = math.comb(cells, self.atoms)
        shown = f"{layouts:,}" if layouts < 10**15 else f"about 10^{len(str(layouts)) - 1}"
        message = f"size {self.size} with {plural(self.atoms, 'atom')} has {shown} layouts; at most {MAX_LAYOUTS:,} fit"
        require(layouts <= MAX_LAYOUTS, self, message)

    def secrets(self) -> Sequence[Layout]:
        return _classes(self.size, self.atoms).secrets

    def actions(self) -> range:
        return range(1, 4 * self.size + 1)

    def feedback(self, action: int, secret: Layout) -> int | str:
        atoms = {divmod(cell, self.size) for cell in secret}
        (row, column), (down, across) = self._start(action)
        entered = False
        while True:
            ahead = row + down, column + across
            if ahead in atoms:
                return "hit"
            # Facing (down, across), the right hand points to (across, -down) and the left hand to (-across, down).
            right = (ahead[0] + across, ahead[1] - down) in atoms
            left = (ahead[0] - across, ahead[1] + down) in atoms
            if left and right:
                return "reflect"
            if left or right:
                if not entered:
                    return "reflect"
                down, across = (across, -down) if left else (-across, down)
            elif 0 <= ahead[0] < self.size and 0 <= ahead[1] < self.size:
                row, column = ahead
                entered = True
            else:
                out = self._port(*ahead)
                return "reflect" if out == action else out

    def symmetries(self) -> Iterator[Symmetry]:
        """A quarter turn, and a mirror: ports are numbered clockwise, from the upper left."""
        n = self.size
        yield Symmetry(
            partial(self._moved, lambda row, column: (column, n - 1 - row)), lambda port: (port - 1 + n) % (4 * n) + 1
        )
        yield Symmetry(
            partial(self._moved, lambda row, column: (row, n - 1 - column)), lambda port: (n - port) % (4 * n) + 1
        )

    def _moved(self, move: Callable[[int, int], tuple[int, int]], secret: Layout) -> Layout:
        cells = [move(*divmod(cell, self.size)) for cell in secret]
        return self.representative([row * self.size + column for row, column in cells])

    def prior(self, secret: Layout) -> int:
        """The number of layouts that no ray tells apart from this one, which must be the first of them."""
        return int(_classes(self.size, self.atoms).weights[self._rank(secret)])

    def representative(self, layout: Sequence[int]) -> Layout:
        """The first of the layouts that no ray tells apart from `layout`: the secret that stands for it."""
        rank = self._rank(tuple(sorted(layout)))
        classes = _classes(self.size, self.atoms)
        return classes.secrets[int(np.searchsorted(classes.ranks, classes.first[rank]))]

    def feedback_table(self, actions: Sequence[int], secrets: Sequence[Layout]) -> npt.NDArray[np.uint8]:
        from sleuth.games.black_box.kernels import trace

        count = len(secrets) * self.atoms
        layouts = np.fromiter(chain.from_iterable(secrets), np.uint16, count).reshape(len(secrets), self.atoms)
        out = np.empty((len(secrets), len(actions)), np.uint8)
        trace(layouts, self.size, np.array(actions, np.int64), out)
        return out.T

    # Text: a cell is its column's letter and its row's number from the top, `b3`; a layout is `a1,b3,e5`.

    def format_secret(self, secret: Layout) -> str:
        return ",".join(f"{_COLUMNS[cell % self.size]}{cell // self.size + 1}" for cell in secret)

    def parse_secret(self, text: str) -> Layout:
        cells = []
        for part in text.lower().replace(",", " ").split():
            match = _CELL.fullmatch(part)
            column, row = (_COLUMNS.index(match[1]), (whole_number(match[2]) or 0) - 1) if match else (-1, -1)
            if not (0 <= column < self.size and 0 <= row < self.size):
                raise SecretError(f"{shorten(part)!r} is no cell; cells are a1 to {_COLUMNS[self.size - 1]}{self.size}")
            cells.append(row * self.size + column)
        if len(cells) != self.atoms or len(set(cells)) != self.atoms:
            wanted = plural(self.atoms, "different cell")
            example = self.format_secret(tuple(range(self.atoms))[:3]) + ("" if self.atoms <= 3 else ",...")
            raise SecretError(f"{shorten(text.strip())!r} is no layout: write {wanted}, as in {example}")
        return self.representative(cells)

    def parse_action(self, text: str) -> int:
        port = self._read_port(text)
        if port is None:
            raise ActionError(f"{shorten(text.strip())!r} is no port; ports are 1 to {4 * self.size}")
        return port

    def parse_feedback(self, text: str, action: int) -> int | str:
        word = text.strip().lower()
        if word in ("hit", "h"):
            return "hit"
        if word in ("reflect", "r"):
            return "reflect"
        port = self._read_port(text)
        if port is None:
            message = f"it is hit, reflect, or the exit port, 1 to {4 * self.size}"
            raise FeedbackError(f"{shorten(text.strip())!r} is no answer in {self.name}; {message}")
        return "reflect" if port == action else port

    def _read_port(self, text: str) -> int | None:
        return whole_number(text, 1, 4 * self.size)

    def _start(self, port: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """Where the ray from a port starts, just outside the box, and which way it goes."""
        n = self.size
        side, k = divmod(port - 1, n)
        return (
            ((-1, k), (1, 0)),
            ((k, n), (0, -1)),
            ((n, n - 1 - k), (-1, 0)),
            ((n - 1 - k, -1), (0, 1)),
        )[side]

    def _port(self, row: int, column: int) -> int:
        """The port at a place just outside the box."""
        n = self.size
        if row < 0:
            return 1 + column
        if column == n:
            return n + 1 + row
        if row == n:
            return 2 * n + (n - column)
        return 3 * n + (n - row)

    def _rank(self, layout: Layout) -> int:
        """The place of a layout, its cells in order, among all of them in lexicographic order."""
        cells, atoms = self.size**2, self.atoms
        after = sum(math.comb(cells - 1 - cell, atoms - k) for k, cell in enumerate(layout))
        return math.comb(cells, atoms) - 1 - after


class _Classes(NamedTuple):
    """All layouts of one size, grouped by what the rays tell."""

    secrets: tuple[Layout, ...]
    """The first layout of each class, in order."""
    ranks: npt.NDArray[np.int64]
    """The place of each of these among all layouts."""
    first: npt.NDArray[np.int32]
    """For each layout, the place of the first layout of its class."""
    weights: npt.NDArray[np.int64]
    """For each layout, the size of its class if it is the first of it, else 0."""


@lru_cache(maxsize=4)
def _classes(size: int, atoms: int) -> _Classes:
    from sleuth.games.black_box.kernels import group_rows, list_layouts, trace
    from sleuth.kernels.threads import spread

    total = math.comb(size**2, atoms)
    layouts = np.empty((total, atoms), np.uint16)
    list_layouts(size**2, layouts)
    ports = np.arange(1, 4 * size + 1)
    answers = np.empty((total, len(ports)), np.uint8)
    spread(lambda start, stop: trace(layouts[start:stop], size, ports, answers[start:stop]), total)
    first = np.empty(total, np.int32)
    group_rows(answers, first)
    weights = np.bincount(first, minlength=total)
    ranks = np.flatnonzero(weights)
    return _Classes(tuple(map(tuple, layouts[ranks].tolist())), ranks, first, weights)
