"""A play in a notebook: the board after each step as a strip, and how the entropy fell."""

from __future__ import annotations

from sleuth.core.text import plural, shorten
from sleuth.show.html.elements import Html, element, sentences
from sleuth.show.html.view import drawing, view
from sleuth.show.play_strip import PlayStrip
from sleuth.show.svg.boards import svg_board
from sleuth.show.svg.canvas import Canvas, standalone
from sleuth.show.svg.charts import svg_curve

MAX_BOARDS = 8
"""Of a longer play so many boards are drawn, the last one among them."""
BOARD, SPACE, CAPTION = 240.0, 16.0, 22.0
ACROSS = 4


def strip(play: PlayStrip) -> Html:
    """Every step of a play: its board, what was asked and answered, and what it left."""
    places = _places(play)
    boards = [
        element("figure", Html(_board(play, step)), element("figcaption", play.line(step) if step else "the start"))
        for step in places
    ]
    missing = len(play) - len(places)
    notes = [f"{missing} of {plural(len(play), 'step')} are not drawn."] if missing > 0 else []
    curve = drawing(_curve(play)) if len(play) else None
    parts = (element("div", *boards, class_="strip"), curve)
    return view(_title(play), *parts, notes=sentences([*notes, *play.confession]) if notes or play.confession else None)


def frame(play: PlayStrip) -> Html:
    """One moment of a play: the board, and the entropy so far."""
    step = len(play)
    caption = play.line(step) if step else str(play.end)
    return view(_title(play), drawing(_board(play, step), caption), drawing(_curve(play)))


def strip_drawing(play: PlayStrip) -> str:
    """The boards beside each other, as a file of its own."""
    places = _places(play)
    across = min(ACROSS, len(places))
    canvas = Canvas(_title(play), " ".join(f"{play.line(step)}." for step in places if step))
    canvas.width = SPACE + (BOARD + SPACE) * across
    top = 0.0
    for start in range(0, len(places), ACROSS):
        low = top
        for column, step in enumerate(places[start : start + ACROSS]):
            x = SPACE + (BOARD + SPACE) * column
            caption = play.line(step) if step else "the start"
            canvas.text(x, top + CAPTION / 2, caption, 12, "paper", "", width=BOARD)
            low = max(low, top + CAPTION + canvas.embed(_board(play, step), x, top + CAPTION, BOARD))
        top = canvas.reach(low + SPACE)
    return standalone(canvas.svg())


def _title(play: PlayStrip) -> str:
    who = f"{play.strategy} at {play.game}" if play.strategy else str(play.game)
    secret = "" if play.secret is None else f": {shorten(play.game.format_secret(play.secret))}"
    return who + (f"{secret}, found in {plural(len(play), 'step')}" if play.end.over else secret)


def _places(play: PlayStrip) -> list[int]:
    """The steps whose boards are drawn: all of a short play, else some with equal gaps and the last."""
    steps = len(play)
    if steps <= MAX_BOARDS:
        return list(range(1, steps + 1)) or [0]
    return sorted({round(1 + (steps - 1) * place / (MAX_BOARDS - 1)) for place in range(MAX_BOARDS)})


def _board(play: PlayStrip, step: int) -> str:
    last = step == len(play)
    return svg_board(play.sets[step], live=False, secret=play.secret if last else None)


def _curve(play: PlayStrip) -> str:
    return svg_curve([(play.strategy or "the play", play.entropies)])
