"""A hidden number."""

from sleuth.core.registry import register_game

register_game(
    __name__,
    "number",
    "rules:Number",
    board="board.text:board",
    svg_board="board.svg:board",
    answer_form="board.svg:form",
    emoji="board.svg:emoji",
    briefing="board.briefing:briefing",
    picture="board.svg:picture",
)
