"""Battleship and Sploosh-Kaboom."""

from sleuth.core.registry import KERNELS, register_game

register_game(
    __name__,
    "battleship",
    "rules.game:Battleship",
    belief="belief.fleet_set:begin_fleet",
    board="board.text:board",
    svg_board="board.svg:board",
    answer_form="board.answer:form",
    spoken="board.words:spoken",
    emoji="board.words:emoji",
    spoken_secret="board.words:spoken_secret",
    briefing="board.briefing:briefing",
    picture="board.fleet:picture",
)
register_game(
    __name__,
    "sploosh-kaboom",
    "rules.game:SplooshKaboom",
    belief="belief.fleet_set:begin_fleet",
    board="board.text:board",
    svg_board="board.svg:board",
    answer_form="board.answer:form",
    spoken="board.words:spoken",
    emoji="board.words:emoji",
    spoken_secret="board.words:spoken_secret",
    briefing="board.briefing:briefing",
    picture="board.fleet:squid_picture",
)
for _part in ("fleet", "chain", "estimate"):
    KERNELS.add(f"battleship {_part}", f"{__name__}.kernels.{_part}:warm")
