"""What a seat at a table of MYST or Clue knows, in a notebook: who may hold which card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sleuth.core.text import plural
from sleuth.games.clue.belief.card_set import CardSet
from sleuth.games.clue.belief.clue_log import ClueLog
from sleuth.games.clue.belief.counting import Position
from sleuth.games.clue.board.svg import svg_notebook
from sleuth.games.clue.board.text import notebook_rows, standing_lines
from sleuth.games.clue.players.advice import view_of
from sleuth.games.clue.rules.errors import NoWorldError, TooManyWorldsError
from sleuth.show.html.elements import Html, element, sentences, table
from sleuth.show.html.view import drawing, view
from sleuth.show.svg.canvas import standalone
from sleuth.strategies.decision import percent


def card_set(info: CardSet, more: Sequence[str] = ()) -> Html:
    """The notebook of a seat, and the likeliest solutions; `more` is said below."""
    notes = info.figures()
    title = f"{info.game}: what {_whose(info)} knows"
    return view(title, drawing(_notebook(info)), _solutions(notes), notes=_left(notes, *info.notes, *more))


def card_set_drawing(info: CardSet) -> str:
    """The notebook as a file of its own."""
    return standalone(_notebook(info))


def position(found: Position) -> Html:
    """The same of a position that is nobody's: who may hold which card."""
    title = f"{found.game}, {plural(len(found.facts), 'fact')}"
    try:
        notes = found.figures()
    except (NoWorldError, TooManyWorldsError) as error:
        return view(title, element("p", str(error) or "No deal agrees with the facts."))
    return view(title, drawing(svg_notebook(notebook_rows(notes), title)), _solutions(notes), notes=_left(notes))


def clue_log(log: ClueLog) -> Html:
    """What the writer of a log knows, after how many turns, and what is wrong with lines that were left out."""
    return card_set(CardSet(view_of(log)), (f"The log has {plural(len(log.turns), 'turn')}.", *map(str, log.faults)))


def clue_log_drawing(log: ClueLog) -> str:
    """The notebook of its writer."""
    return card_set_drawing(CardSet(view_of(log)))


def _solutions(notes: dict[str, Any]) -> Html:
    """The likeliest contents of the envelope."""
    rows = [(", ".join(one["cards"]), percent(one["probability"])) for one in notes["solutions"]]
    return table(("solution", "chance"), rows, caption="The likeliest")


def _left(notes: dict[str, Any], *more: str) -> Html:
    """How much is left open, and what else is to be said."""
    return sentences((standing_lines(notes)[0], *more))


def _whose(info: CardSet) -> str:
    return "somebody who watches" if info.player is None else info.game.player_names[info.player - 1]


def _notebook(info: CardSet) -> str:
    me = info.game.player_names[info.player - 1] if info.player else None
    return svg_notebook(notebook_rows(info.figures(), me), f"What {_whose(info)} knows")
