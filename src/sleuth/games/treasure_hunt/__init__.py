"""The treasure hunt."""

from sleuth.core.registry import register_game

register_game(
    __name__,
    "treasure-hunt",
    "rules:TreasureHunt",
    board="board.text:board",
    svg_board="board.svg:board",
    composer="board.svg:compose",
    picture="board.svg:picture",
)
