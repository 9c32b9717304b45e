"""The fake coin."""

from sleuth.core.registry import register_game

register_game(
    __name__,
    "fake-coin",
    "rules:FakeCoin",
    board="board.text:board",
    svg_board="board.svg:board",
    composer="board.svg:compose",
    answer_form="board.svg:form",
    spoken="board.svg:spoken",
    spoken_secret="board.svg:spoken_secret",
    briefing="board.briefing:briefing",
    picture="board.svg:picture",
)
