"""Hangman, with a host who may lie."""

from sleuth.core.registry import KERNELS, register_game

register_game(
    __name__,
    "hangman",
    "rules:Hangman",
    belief="belief.phrase_set:begin_phrase",
    lying_belief="belief.phrase_set:begin_phrase_under_lies",
    evaluator="evaluation:EVALUATOR",
    board="board.text:board",
    svg_board="board.svg:board",
    answer_form="board.answer:form",
    spoken="board.words:spoken",
    emoji="board.words:emoji",
    keyboard="board.svg:hangman_keys",
    briefing="board.briefing:briefing",
    picture="board.svg:picture",
)
KERNELS.add("hangman", f"{__name__}.kernels:warm")
