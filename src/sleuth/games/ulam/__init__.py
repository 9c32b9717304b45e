"""Ulam's game: a number, any set of numbers as a question, and lies."""

from sleuth.core.registry import STRATEGIES, register_game

register_game(
    __name__,
    "ulam",
    "rules:Ulam",
    belief="belief:begin_numbers",
    lying_belief="belief:begin_numbers",
    solver="solver:solver",
    board="board.text:board",
    svg_board="board.svg:board",
    composer="board.svg:compose",
    answer_form="board.svg:form",
    spoken="board.svg:spoken",
    briefing="board.briefing:briefing",
    picture="board.svg:picture",
)
STRATEGIES.add("berlekamp", f"{__name__}.players.berlekamp:Berlekamp", after="tree")
