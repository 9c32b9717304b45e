"""Codes: coloured pegs, or digits, and the marks that answer them."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import RenderableType
from rich.text import Text

from sleuth.belief.base import InformationSet
from sleuth.core.game import Feedback, Secret
from sleuth.games.codes.rules.bulls_and_cows import BullsAndCows
from sleuth.games.codes.rules.code import Code, CodeGame
from sleuth.games.codes.rules.mastermind import Mastermind
from sleuth.show.ink import RULED_OUT, colour
from sleuth.show.steps import StepRow, steps

MAX_SIGNS = 44
"""Wider pictures do not fit beside the answers."""


def pegs(code: Code, symbols: int) -> Text:
    """`●0 ●0 ●1 ●2`, each in its colour."""
    width = len(str(symbols - 1))
    return Text(" ").join(Text(f"●{symbol:<{width}}", colour(symbol)) for symbol in code)


def marks(feedback: Feedback, length: int) -> Text:
    """`●○··`: a full mark for each right place, an empty one for each right symbol elsewhere."""
    full, empty = feedback if isinstance(feedback, tuple) else (feedback, 0)
    return Text.assemble(("●" * full, "bold"), "○" * empty, (RULED_OUT * (length - full - empty), "dim"))


def pegs_board(game: Mastermind, info: InformationSet, secret: Secret | None) -> RenderableType:
    """Rows of pegs."""
    return _codes(game, info, "pegs", lambda code: pegs(code, game.colours))


def digits_board(game: BullsAndCows, info: InformationSet, secret: Secret | None) -> RenderableType:
    """Rows of digits."""
    return _codes(game, info, "digits", lambda code: Text(" ".join(map(str, code)), "bold"))


def _codes(game: CodeGame, info: InformationSet, head: str, draw: Callable[[Code], Text]) -> RenderableType:
    length, symbols = game.shape
    longest = (symbols - 1,) * length
    if draw(longest).cell_len + length + len(game.format_action(longest)) > MAX_SIGNS:
        return steps(info)

    def picture(stage: StepRow) -> Text:
        if stage.step is None:
            return Text()
        return Text.assemble(draw(stage.step.action), (" │ ", "dim"), marks(stage.step.feedback, length))

    return steps(info, picture, head)
