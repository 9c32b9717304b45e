"""The treasure hunt."""

from sleuth.core.registry import register_game

register_game(
    __name__,
    "treasure-hunt",
    "rules:TreasureHunt",
    board="board.text:board",
    svg_board="board.svg:board",
    composer="board.svg:compose",
    answer_form="board.svg:form",
    spoken="board.svg:spoken",
    briefing="board.briefing:briefing",
    picture="board.svg:picture",
)
