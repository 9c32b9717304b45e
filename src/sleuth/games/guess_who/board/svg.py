"""Guess Who: faces drawn from their attributes, and the questions to press."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from typing import Any

from sleuth.games.guess_who.board.portrait import GROUNDS, can_draw, portrait
from sleuth.games.guess_who.board.words import sentence, short_sentence
from sleuth.games.guess_who.rules import GuessWho
from sleuth.show.svg.canvas import WIDTH, Canvas, text_width
from sleuth.show.svg.number_line import dots, lies_legend, lies_surface
from sleuth.show.svg.pictures import ground
from sleuth.show.svg.plain_board import plain
from sleuth.show.svg.rows import TARGET, answer_rows, moving
from sleuth.show.svg.steps import EDGE, hint_ring, legend, percent
from sleuth.show.svg.view import BoardView

MAX_FACES = 200
"""More are not drawn one by one."""
COLUMNS, GAP = 5, 4.0
WIDE = (WIDTH - EDGE + GAP) / COLUMNS
FACE, NAME = 72.0, TARGET + 2
CARD = FACE + NAME + GAP
OWN = {"up": "may be it", "down": "turned down"}
"""What a player does with a face herself."""
ACROSS = 3
"""Questions in a row."""


def board(view: BoardView) -> Canvas:
    """The faces, then the questions."""
    game: GuessWho = view.game
    if len(game.looks) > MAX_FACES or view.listed is None:
        return plain(view)
    secrets, shares = view.listed
    chances = {name: float(share) for name, share in zip(secrets, shares, strict=True) if share > 0}
    canvas = view.canvas()
    for place, name in enumerate(game.looks):
        row, column = divmod(place, COLUMNS)
        x, top = EDGE / 2 + WIDE * column, EDGE / 2 + CARD * row
        _card(canvas, view, x, top, place, chances.get(name, 0.0))
    y = canvas.reach(EDGE / 2 + CARD * -(-len(game.looks) // COLUMNS) + 4)
    if view.live:
        y = _questions(canvas, view, y)
    if view.elsewhere or not view.live:
        y = answer_rows(canvas, view, y)
    y = lies_legend(canvas, y, view)
    if not view.helped:
        legend(canvas, y, "Press a face to turn it down, a name to ask for it.")
    return canvas


def _card(canvas: Canvas, view: BoardView, x: float, y: float, place: int, chance: float) -> None:
    """A face and its name: both ask for the name, or the face is the player's to turn down."""
    name, looks = list(view.game.looks.items())[place]
    width, possible = WIDE - GAP, chance > 0 or not view.helped
    asked = view.asks(name) if possible or view.again else None
    label = f"{sentence(name)} {', '.join(f'{attribute} {value}' for attribute, value in looks.items())}"
    said = dict(view.info.history.steps).get(name)
    if not view.helped:
        with canvas.cycle(name, OWN, "up", own=name):
            with canvas.sign("up"):
                _face(canvas, x, y, name, looks, place)
            with canvas.sign("down"):
                _fallen(canvas, x, y, width)
        with nullcontext() if asked is None or said is not None else canvas.button(sentence(name), action=asked):
            _name(canvas, x, y, f"{name}?" if said is None else f"not {name}", said is None)
    else:
        with nullcontext() if asked is None else canvas.button(label, action=asked):
            if possible:
                _face(canvas, x, y, name, looks, place)
            else:
                _fallen(canvas, x, y, width)
            _name(canvas, x, y, name, possible, percent(chance) if view.heat and possible else "", lies_of(view, place))
    if name in (view.shown, view.asked):
        canvas.rect(x + 1, y + 1, width - 2, CARD - GAP - 2, "", "ink", r=11, line=3.5)
    if name == view.hint and name != view.asked:
        hint_ring(canvas, x + 3, y + 3, width - 6, CARD - GAP - 6, 11)


def _face(canvas: Canvas, x: float, y: float, name: str, looks: Mapping[str, str], place: int) -> None:
    width = WIDE - GAP
    middle = x + width / 2
    canvas.rect(x, y, width, FACE, GROUNDS[place % len(GROUNDS)], r=11, more="edge")
    if can_draw(looks):
        portrait(canvas, middle, y + 35, looks, place)
    else:
        canvas.circle(middle, y + FACE / 2, 25, "paper", "quiet")
        initials = "".join(word[0] for word in name.split()[:2] if word).upper()
        canvas.text(middle, y + FACE / 2, initials, 18, "paper", "mid bold", width=44)


def _fallen(canvas: Canvas, x: float, y: float, width: float) -> None:
    """A card that lies on its face."""
    canvas.rect(x, y, width, FACE, "paper", r=11)
    low = y + FACE - 6
    canvas.path(
        f"M{x + 10:g} {low - 12:g}H{x + width - 10:g}L{x + width - 2:g} {low:g}H{x + 2:g}Z", "absent", "quiet", 1.2
    )


def lies_of(view: BoardView, place: int) -> int | None:
    """The lies that a face takes; `None` where lies are not counted, or it is ruled out."""
    if view.lies is None:
        return None
    numbers, lies = view.lies
    return next((int(taken) for number, taken in zip(numbers, lies, strict=True) if number == place), None)


def _name(
    canvas: Canvas, x: float, y: float, text: str, strong: bool, below: str = "", lies: int | None = None
) -> None:
    width, top = WIDE - GAP, y + FACE
    on = "soft" if not strong else "card" if lies is None else lies_surface(lies)
    canvas.rect(x, top + 2, width, NAME - 2, on if strong else "paper", r=11, more="edge")
    dots(canvas, x + width - 9, top + 10, lies or 0)
    middle = top + NAME / 2 + 1 - (8 if below else 0)
    size = 15 if text_width(text, 17.5) < width - 4 else 12
    canvas.text(x + width / 2, middle, text, size, on, "mid bold" if strong else "mid strike", width=width - 4)
    if below:
        canvas.text(x + width / 2, middle + 17, below, 12, on, width=width - 4)


def _questions(canvas: Canvas, view: BoardView, y: float) -> float:
    """The questions about looks; those that were asked with their answers."""
    game: GuessWho = view.game
    questions = [question for question in game.actions() if isinstance(question, tuple)]
    texts = [short_sentence(question) for question in questions]
    across = ACROSS if all(text_width(text, 14) < WIDTH / ACROSS - 16 for text in texts) else 2
    wide = (WIDTH - EDGE + GAP) / across
    for place, (question, text) in enumerate(zip(questions, texts, strict=True)):
        row, column = divmod(place, across)
        _question(canvas, view, EDGE / 2 + wide * column, y + (TARGET + GAP) * row, wide - GAP, question, text)
    return canvas.reach(y + (TARGET + GAP) * -(-len(questions) // across) + 4)


def _question(
    canvas: Canvas, view: BoardView, x: float, y: float, width: float, question: tuple[str, str], text: str
) -> None:
    said: Any = dict(view.info.history.steps).get(question)
    asked = view.asks(question) if said is None or view.again else None
    on = "card" if said is None else "right" if said else "absent"
    middle = y + TARGET / 2
    last = len(view.info.history) > 0 and view.info.history.steps[-1][0] == question
    pressed = question == view.asked if view.elsewhere else None
    button = nullcontext() if asked is None else canvas.button(sentence(question), action=asked, pressed=pressed)
    with button, moving(canvas, view, "flip", last and said is not None):
        canvas.rect(x, y, width, TARGET, on, "" if said is not None else "quiet", r=14, more="edge")
        size = 14 if text_width(text, 14) < width - 4 else 12
        canvas.text(x + width / 2, middle - (9 if said is not None else 0), text, size, on, width=width - 4)
        if said is not None:
            canvas.text(x + width / 2, middle + 10, "Yes" if said else "No", 14, on, "mid bold")
    if question == view.asked:
        canvas.rect(x + 1.5, y + 1.5, width - 3, TARGET - 3, "", "ink", r=14, line=3)
    elif question == view.hint:
        hint_ring(canvas, x + 3, y + 3, width - 6, TARGET - 6, 12)


def picture(canvas: Canvas) -> None:
    """Two faces."""
    ground(canvas, "pink")
    for x, hair in ((17.0, "orange"), (39.0, "hair-black")):
        canvas.rect(x - 9, 13, 18, 30, "paper", r=5)
        canvas.circle(x, 29, 6.5, "skin")
        canvas.path(f"M{x - 7:g} 28a7 7 0 0 1 14 0c-3.500 -1 -4.500 -3.500 -7 -3.500s-3.500 2.500 -7 3.500Z", hair)
        canvas.path(f"M{x - 2.5:g} 32q2.500 2 5 0", "", "face-line", 1.4)
