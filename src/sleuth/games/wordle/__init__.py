"""Wordle, and the lies of Fibble."""

from sleuth.core.registry import CHANNELS, KERNELS, register_game

register_game(
    __name__,
    "wordle",
    "rules.game:Wordle",
    board="board.text:board",
    svg_board="board.svg:board",
    composer="board.svg:compose",
    answer_form="board.answer:form",
    spoken="board.words:spoken",
    emoji="board.words:emoji",
    token="board.words:token",
    keyboard="board.svg:wordle_keys",
    briefing="board.briefing:briefing",
    picture="board.svg:picture",
)
CHANNELS.add("fibble", f"{__name__}.fibble:Fibble")
KERNELS.add("wordle", f"{__name__}.kernels:warm")
