"""Hidden codes: Mastermind, its simple form, and Bulls & Cows."""

from sleuth.core.registry import KERNELS, register_game

register_game(
    __name__,
    "mastermind",
    "rules.mastermind:Mastermind",
    board="board.text:pegs_board",
    svg_board="board.svg:board",
    composer="board.svg:compose",
    answer_form="board.answer:form",
    spoken="board.words:spoken",
    spoken_secret="board.words:spoken_secret",
    emoji="board.words:emoji",
    token="board.token:token",
    briefing="board.briefing:mastermind",
    picture="board.svg:mastermind_picture",
)
register_game(
    __name__,
    "simple-mastermind",
    "rules.simple_mastermind:SimpleMastermind",
    board="board.text:pegs_board",
    svg_board="board.svg:board",
    composer="board.svg:compose",
    answer_form="board.answer:form",
    spoken="board.words:spoken",
    spoken_secret="board.words:spoken_secret",
    emoji="board.words:emoji",
    token="board.token:token",
    briefing="board.briefing:simple_mastermind",
    picture="board.svg:simple_mastermind_picture",
)
register_game(
    __name__,
    "bulls-and-cows",
    "rules.bulls_and_cows:BullsAndCows",
    board="board.text:digits_board",
    svg_board="board.svg:board",
    composer="board.svg:compose",
    answer_form="board.answer:form",
    spoken="board.words:spoken",
    spoken_secret="board.words:spoken_secret",
    emoji="board.words:emoji",
    token="board.token:token",
    briefing="board.briefing:bulls_and_cows",
    picture="board.svg:bulls_and_cows_picture",
)
KERNELS.add("codes", f"{__name__}.kernels:warm")
