"""The rules of the treasure hunt as text."""

from __future__ import annotations

from sleuth.games.treasure_hunt.rules import Question, TreasureHunt
from sleuth.show.briefing_text import Briefing, answer_line, question_lines, sentences, with_examples


def briefing(game: TreasureHunt) -> Briefing:
    """Places, and the questions of one kind."""
    cells = game.cells
    rows, columns = game.grid if game.kind == "line" else (1, cells)
    grid = (
        f"They lie in a grid of {rows} x {columns} (rows x columns), numbered row by row from the upper left."
        if game.kind == "line"
        else "They lie in a row."
        if game.kind == "interval"
        else ""
    )
    price = (
        f"A question costs 1, and {game.price:g} for every place that must be dug up to answer it: the places that it "
        "names, or all the others if those are fewer."
        if game.price
        else ""
    )
    rules = sentences(
        f"A treasure is hidden in one of {cells} places, numbered 1 to {cells}, all equally likely.", grid, price
    )
    questions = _questions(game)
    inside, outside = questions[-1][0], next(cell for cell in range(cells) if cell not in questions[0])
    lines = [answer_line(game, questions[-1], inside), answer_line(game, questions[0], outside)]
    return Briefing(
        rules,
        with_examples(_asked(game, rows, columns), question_lines(game, questions)),
        with_examples("An answer is yes (the treasure is in one of the places asked about) or no.", lines),
    )


def _asked(game: TreasureHunt, rows: int, columns: int) -> str:
    cells = game.cells
    if game.kind == "set":
        half = f"Name at most {cells // 2} places, since the others ask the same"
        first = f"; if you name {cells // 2}, place 1 must be among them" if cells % 2 == 0 else ""
        return f"A question is a set of places: is it one of these? Write them with commas between them. {half}{first}."
    if game.kind == "interval":
        return (
            "A question is an interval: is it one of the places from the first to the last of these? Write both with a "
            f"dash between them, also for one place alone. The last one is at most {cells - 1}: in the place of an "
            "interval up to the end, ask for all places before it."
        )
    across = {1: "", 2: "the upper row (r1; r2 would ask the same)"}.get(rows, f"a whole row (r1 to r{rows})")
    down = {1: "", 2: "the left column (c1; c2 would ask the same)"}.get(columns, f"a whole column (c1 to c{columns})")
    return f"A question is {' or '.join(filter(None, (across, down)))}: is it in there?"


def _questions(game: TreasureHunt) -> list[Question]:
    """The smallest question, a large one, and one in between."""
    cells = game.cells
    if game.kind == "line":
        lines = list(game.actions())
        return [lines[0], lines[len(lines) // 2], lines[-1]]
    if game.kind == "interval":
        return [
            range(cells // 2 - 1, cells // 2),
            range(cells // 3, max(2 * cells // 3, cells // 3 + 1)),
            range(cells // 2),
        ]
    sizes = dict.fromkeys((1, (cells // 2 + 1) // 2, cells // 2))
    return [tuple(range(0, size * (cells // size), cells // size))[:size] for size in sizes]
