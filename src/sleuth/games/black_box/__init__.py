"""Black Box."""

from sleuth.core.registry import KERNELS, register_game

register_game(
    __name__,
    "black-box",
    "rules:BlackBox",
    board="board.text:board",
    svg_board="board.svg:board",
    answer_form="board.svg:form",
    spoken="board.svg:spoken",
    spoken_secret="board.svg:spoken_secret",
    briefing="board.briefing:briefing",
    picture="board.svg:picture",
)
KERNELS.add("black-box", f"{__name__}.kernels:warm")
