"""Guess Who."""

from sleuth.core.registry import register_game

register_game(
    __name__,
    "guess-who",
    "rules:GuessWho",
    board="board.text:board",
    svg_board="board.svg:board",
    answer_form="board.words:form",
    spoken="board.words:spoken",
    briefing="board.briefing:briefing",
    picture="board.svg:picture",
    token="board.portrait:token",
)
