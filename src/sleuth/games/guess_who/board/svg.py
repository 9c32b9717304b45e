"""Guess Who: faces drawn from their attributes, those ruled out crossed and dimmed, and the questions to press."""

from __future__ import annotations

from collections.abc import Mapping

from sleuth.games.guess_who.board.portrait import can_draw, portrait
from sleuth.games.guess_who.rules import GuessWho, Question
from sleuth.show.svg.canvas import WIDTH, Canvas, text_width
from sleuth.show.svg.steps import EDGE, hint_ring, legend, percent, plain, step_rows
from sleuth.show.svg.view import BoardView

MAX_FACES = 200
"""More are not drawn one by one."""
COLUMNS = 4
WIDE = (WIDTH - 2 * EDGE + 4) / COLUMNS
FACE = 62.0
CARD = FACE + 56


def board(view: BoardView) -> Canvas:
    """The questions by attribute, then the faces; a face is pressed to ask for its name."""
    game: GuessWho = view.game
    if len(game.looks) > MAX_FACES or view.listed is None:
        return plain(view)
    secrets, shares = view.listed
    chances = {name: float(share) for name, share in zip(secrets, shares, strict=True) if share > 0}
    canvas = view.canvas()
    y = _questions(canvas, view, 10) if view.live else 10.0
    for place, (name, looks) in enumerate(game.looks.items()):
        row, column = divmod(place, COLUMNS)
        x, top = EDGE + WIDE * column, y + CARD * row
        chance, asked = chances.get(name, 0.0), view.asks(name) if name in chances or view.again else None
        if asked is None:
            _card(canvas, view, x, top, name, looks, chance)
        else:
            message = ", ".join(f"{attribute} {value}" for attribute, value in looks.items())
            with canvas.button(f"is it {name}? {message}", action=asked):
                _card(canvas, view, x, top, name, looks, chance)
    y = canvas.reach(y + CARD * -(-len(game.looks) // COLUMNS) + 6)
    y = step_rows(canvas, view, y)
    notes = ["crossed: ruled out"] + (["frame: the secret"] if view.shown is not None else [])
    if view.hint is not None:
        notes.append(f"dashed: the hint, {game.format_action(view.hint)}")
    legend(canvas, y, "; ".join(notes))
    return canvas


def _card(
    canvas: Canvas, view: BoardView, x: float, y: float, name: str, looks: Mapping[str, str], chance: float
) -> None:
    width, height, possible = WIDE - 4, CARD - 4, chance > 0
    middle = x + width / 2
    canvas.rect(x, y, width, height, "card" if possible else "paper", "quiet", r=6, more="edge")
    with canvas.group("" if possible else "faded"):
        if can_draw(looks):
            portrait(canvas, middle, y + 34, looks)
        else:
            canvas.circle(middle, y + 32, 24, "paper", "quiet")
            initials = "".join(word[0] for word in name.split()[:2] if word).upper()
            canvas.text(middle, y + 32, initials, 18, "paper", "mid bold", width=44)
    if not possible:
        for start, stop in ((x + 8, x + width - 8), (x + width - 8, x + 8)):
            canvas.line(start, y + 8, stop, y + FACE + 2, "quiet", 2)
    strong, quiet = ("card", "soft-card") if possible else ("soft", "soft")
    canvas.text(middle, y + FACE + 14, name, 13, strong, "mid bold" if possible else "mid strike", width=width - 6)
    lines = [percent(chance)] if view.heat and possible else _look_lines(looks)
    for place, line in enumerate(lines[:2]):
        canvas.text(middle, y + FACE + 30 + 13 * place, line, 11, quiet, width=width - 4)
    if view.shown == name:
        canvas.rect(x - 1, y - 1, width + 2, height + 2, "", "ink", r=7, line=4)
    if view.hint == name:
        hint_ring(canvas, x, y, width, height)


def _look_lines(looks: Mapping[str, str]) -> list[str]:
    """What the picture tells by colour alone, in words; without a picture, some of the attributes."""
    if can_draw(looks):
        return [f"{looks['hair']} hair", f"{looks['eyes']} eyes"]
    return [f"{attribute}: {value}" for attribute, value in looks.items()]


def _questions(canvas: Canvas, view: BoardView, y: float) -> float:
    """A line for each attribute: its values to press, those that were asked with their answers."""
    game: GuessWho = view.game
    answers = dict(view.info.history.steps)
    by_attribute: dict[str, list[Question]] = {}
    for question in game.actions():
        if isinstance(question, tuple):
            by_attribute.setdefault(question[0], []).append(question)
    lines = sorted(by_attribute.items(), key=lambda line: len(line[1]) == 1)
    x = EDGE
    for attribute, questions in lines:
        wide = len(questions) > 1
        if wide:
            x, y = (EDGE, y) if x == EDGE else (EDGE, y + 34)
            canvas.text(x, y + 14, f"{attribute}:", 12, "soft", "", width=58)
            x = EDGE + 60
        for question in questions:
            text = question[1] if wide else attribute if question[1] == "yes" else f"{attribute}: {question[1]}"
            said = {True: " yes", False: " no"}.get(bool(answers[question]), "") if question in answers else ""
            width = min(WIDTH - 2 * EDGE - 60, text_width(text + said, 13) + 16)
            if x + width > WIDTH - EDGE:
                x, y = EDGE + (60 if wide else 0), y + 34
            _question(canvas, view, x, y, width, question, text + said)
            x += width + 5
        if wide:
            x, y = EDGE, y + 34
    return canvas.reach(y + (40 if x > EDGE else 6))


def _question(canvas: Canvas, view: BoardView, x: float, y: float, width: float, question: Question, text: str) -> None:
    known = dict(view.info.history.steps)
    asked = view.asks(question) if question not in known or view.again else None
    if view.hint == question:
        hint_ring(canvas, x, y, width, 28, 15)
    if asked is not None:
        with canvas.button(f"ask {asked}", action=asked):
            canvas.rect(x, y, width, 28, "card", "quiet", r=14, more="edge")
            canvas.text(x + width / 2, y + 14, text, 13, "card", width=width - 12)
        return
    on = "right" if known.get(question) is True else "absent" if question in known else "paper"
    canvas.rect(x, y, width, 28, on, "quiet", r=14)
    canvas.text(x + width / 2, y + 14, text, 13, "soft" if on == "paper" else on, width=width - 12)


def picture(canvas: Canvas) -> None:
    """Three faces, one of them crossed."""
    looks = (
        {"hair": "red", "length": "long", "eyes": "green", "glasses": "yes", "smile": "yes"},
        {"hair": "black", "eyes": "brown", "beard": "yes", "smile": "yes"},
        {"hair": "blond", "eyes": "blue", "moustache": "yes", "nose": "big"},
    )
    for place, look in enumerate(looks):
        x = 29.0 + 51 * place
        canvas.rect(x - 24, 10, 48, 80, "card", "quiet")
        with canvas.group("faded" if place == 2 else ""):
            portrait(canvas, x, 52, look)
        if place == 2:
            canvas.path(f"M{x - 16:g} 22L{x + 16:g} 78M{x + 16:g} 22L{x - 16:g} 78", "", "ink", 3)
