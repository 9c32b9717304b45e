"""The rules of Black Box as text. Layouts are taken as they come: which rays tell them apart is not asked."""

from __future__ import annotations

import math
from collections.abc import Iterator

from sleuth.core.text import plural
from sleuth.games.black_box.rules import BlackBox, Layout
from sleuth.show.briefing_text import Briefing, answer_line, question_lines, sentences, with_examples

STRIDES = (7, 11, 3, 5, 2, 1)
"""How far apart the atoms of an example lie, in cells."""
KINDS = 4
"""A hit, a reflection, a ray that goes straight through, and one that is bent."""


def briefing(game: BlackBox) -> Briefing:
    """Ports, rays and atoms."""
    size, ports = game.size, 4 * game.size
    atoms = f"{plural(game.atoms, 'atom')} {'is' if game.atoms == 1 else 'are'}"
    last = game.format_secret((size**2 - 1,))
    layouts = math.comb(size**2, game.atoms)
    rules = sentences(
        f"In a box of {size} x {size} cells {atoms} hidden, each in a cell of its own;",
        f"all {layouts:,} layouts are equally likely, and those that no ray can tell apart count as one.",
        f"Cells are a1 (upper left) to {last} (lower right): the letter is the column, the number the row.",
        "A ray is sent in through a port and goes straight on, cell by cell. An atom straight ahead absorbs it.",
        "Otherwise, an atom diagonally ahead, on the left or on the right, turns it away from that atom by a right",
        "angle before it moves on, and atoms diagonally ahead on both sides send it back the way it came.",
        "A ray that would be turned before its first cell is sent back too.",
    )
    asked = sentences(
        f"A question is the port of a ray, a number from 1 to {ports}.",
        f"Ports are numbered clockwise: 1 to {size} above the columns from left to right,",
        f"{size + 1} to {2 * size} beside the rows on the right from top to bottom,",
        f"{2 * size + 1} to {3 * size} below the columns from right to left,",
        f"{3 * size + 1} to {ports} beside the rows on the left from bottom to top.",
    )
    told = sentences(
        "An answer is hit (the ray was absorbed), reflect (it came out where it went in)",
        "or the number of the port where it came out.",
    )
    questions = dict.fromkeys((1, (3 * size + 1) // 2, ports))
    return Briefing(
        rules,
        with_examples(asked, question_lines(game, questions)),
        with_examples(told, (answer_line(game, port, layout) for port, layout in _cases(game))),
    )


def _cases(game: BlackBox) -> list[tuple[int, Layout]]:
    """A ray for each kind of answer, as far as a few layouts have them."""
    found: dict[str, tuple[int, Layout]] = {}
    for layout in _layouts(game):
        for port in game.actions():
            found.setdefault(_kind(game, port, layout), (port, layout))
        if len(found) == KINDS:
            break
    return list(found.values())


def _layouts(game: BlackBox) -> Iterator[Layout]:
    cells = game.size**2
    for stride in STRIDES:
        for first in range(min(cells, len(STRIDES))):
            layout = {(first + stride * atom) % cells for atom in range(game.atoms)}
            if len(layout) == game.atoms:
                yield tuple(sorted(layout))


def _kind(game: BlackBox, port: int, layout: Layout) -> str:
    """Absorbed, reflected, straight through or bent."""
    answer = game.feedback(port, layout)
    if isinstance(answer, str):
        return answer
    side, place = divmod(port - 1, game.size)
    opposite = (side + 2) % 4 * game.size + game.size - place
    return "straight" if answer == opposite else "bent"
